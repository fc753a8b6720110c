import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import { t } from '@lingui/core/macro';

type Kind = Pick<PersonSummary, 'userType' | 'organizationName'>;

/** The profile's label for a kind of person: Corporate Partner, Community Donor, Volunteer, Community Member. */
export function personTypeLabel({ userType, organizationName }: Kind): string {
  if (organizationName) return t`Corporate Partner`;
  if (userType === 'donor') return t`Community Donor`;
  if (userType === 'volunteer') return t`Volunteer`;
  return t`Community Member`;
}
