import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import type { OrganizationType } from '@openlarder/domain/accounts/account-fields.ts';
import { msg, t } from '@lingui/core/macro';
import { i18n, type MessageDescriptor } from '@lingui/core';

type Kind = Pick<PersonSummary, 'userType' | 'organizationName'>;

export function personTypeLabel({ userType, organizationName }: Kind): string {
  if (organizationName) return t`Corporate Partner`;
  if (userType === 'donor') return t`Community Donor`;
  if (userType === 'volunteer') return t`Volunteer`;
  return t`Community Member`;
}

const NAMES: Readonly<Record<OrganizationType, MessageDescriptor>> = {
  restaurant: msg`Restaurant`,
  grocery_store: msg`Grocery store`,
  bakery: msg`Bakery`,
  cafeteria: msg`Cafeteria`,
  cafe: msg`Café`,
  food_truck: msg`Food truck`,
  catering: msg`Catering`,
  hotel: msg`Hotel`,
  other: msg`Other`,
};

export const organizationTypeName = (type: OrganizationType): string => i18n._(NAMES[type]);

/** An anonymous requester is "A neighbor" where a sentence begins, and "a neighbor" within it. */
export const nameInSentence = (displayName: string): string =>
  displayName === t`A neighbor` ? t`a neighbor` : displayName;
