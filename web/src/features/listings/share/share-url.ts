import { paths } from '#web/lib/paths.ts';

/** Query parameters of the share tab: individual or bulk, and the listing to fill in from. */
export const KIND_PARAM = 'kind';
export const REPEAT_PARAM = 'again';

/** True for a donation, false for individual sharing, null if the address names neither. */
export function parseKind(kind: string | null): boolean | null {
  if (kind === 'bulk') return true;
  return kind === 'individual' ? false : null;
}
export const kindParam = (isBulk: boolean): string => (isBulk ? 'bulk' : 'individual');

/** The share form, filled in from an earlier listing of the user. */
export const repeatListingPath = (listingId: string): string =>
  `${paths.tab('share')}&${REPEAT_PARAM}=${encodeURIComponent(listingId)}`;
