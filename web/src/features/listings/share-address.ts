import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { paths } from '#web/lib/paths.ts';

/** Which of the two forms the share tab's address names, and the listing it is filled in from. */
export const KIND = 'kind';
export const AGAIN = 'again';

/** What the address says: a donation, food of one's own, or nothing. */
export function isBulkAt(kind: string | null): boolean | null {
  if (kind === 'bulk') return true;
  return kind === 'individual' ? false : null;
}
export const kindAt = (isBulk: boolean): string => (isBulk ? 'bulk' : 'individual');

/** The share form, filled in from an earlier listing of one's own. */
export const shareAgainPath = (listingId: string): string =>
  `${paths.tab('share')}&${AGAIN}=${encodeURIComponent(listingId)}`;

/** Donors give in bulk, and so does whoever speaks for an organization. */
export const mayGiveBulk = ({ userType, organizationName }: Pick<User, 'userType' | 'organizationName'>) =>
  userType === 'donor' || Boolean(organizationName);
