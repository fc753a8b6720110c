import { HOUR_MS, instantAt } from '@openlarder/domain/kernel/time.ts';
import { offeredUntilMs } from '@openlarder/domain/listings/freshness.ts';
import type { ChangeListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CORRECTABLE_FIELDS } from '@openlarder/domain/listings/listing-fields.ts';
import { isSameValue, LISTING_FIELDS, type ShareFields } from '../share/listing-values.ts';

const TIME_FIELDS: readonly string[] = ['bestByDate', 'expiryDate', 'availableFrom', 'availableUntil'];
const same = (name: keyof ShareFields, a: ShareFields, b: ShareFields): boolean =>
  isSameValue(a[name], b[name]) ||
  (TIME_FIELDS.includes(name) && Date.parse(String(a[name])) === Date.parse(String(b[name])));

/** Sent in groups. */
const GROUPED: readonly string[] = [
  'pickupLocation',
  'latitude',
  'longitude',
  'areaLabel',
  'imageUrls',
  'imageCaptions',
];

export function changedFields(before: ShareFields, after: ShareFields): ChangeListing {
  const differs = (name: keyof ShareFields): boolean => !same(name, before, after);
  const change: ChangeListing = Object.fromEntries(
    LISTING_FIELDS.filter((name) => !GROUPED.includes(name) && differs(name)).map((name) => [
      name,
      after[name],
    ]),
  );
  const { pickupLocation, latitude, longitude, areaLabel } = after;
  const moves = differs('latitude') || differs('longitude') || differs('areaLabel');
  if (moves || differs('pickupLocation')) change.pickupLocation = pickupLocation;
  // Latitude, longitude and area label are always sent together.
  if (moves && latitude !== undefined && longitude !== undefined)
    Object.assign(change, { latitude, longitude, ...(areaLabel && { areaLabel }) });
  if (differs('imageUrls') || differs('imageCaptions')) {
    change.imageUrls = after.imageUrls;
    change.imageCaptions = after.imageCaptions;
  }
  return change;
}

/** Whether who has claimed some of it and has not picked it up is told of the change. */
export const isToldToClaimers = (change: ChangeListing, before: Listing): boolean =>
  before.servingsLeft < before.estimatedServings &&
  CORRECTABLE_FIELDS.some((name) => change[name] !== undefined);

/** Whether the offer ends before the use-by date, which no offer outlasts. */
export const mayExtend = (listing: Listing): boolean =>
  listing.dateKind !== 'use_by' || offeredUntilMs(listing) < Date.parse(listing.bestByDate);

/** The end of the offer if it is extended by `hours`, in epoch milliseconds. */
export const extendedUntilMs = (listing: Listing, hours: number): number =>
  offeredUntilMs(listing) + hours * HOUR_MS;

/** The time that is suggested if another one is to be chosen: in three hours, or at the use-by date. */
export const suggestedUntilMs = (listing: Listing): number =>
  listing.dateKind === 'use_by'
    ? Math.min(extendedUntilMs(listing, 3), Date.parse(listing.bestByDate))
    : extendedUntilMs(listing, 3);

/** Why the offer cannot be extended until `untilMs`; null if it can. */
export function extensionRefusal(listing: Listing, untilMs: number): 'not-later' | 'past-use-by' | null {
  if (!(untilMs > offeredUntilMs(listing))) return 'not-later';
  return listing.dateKind === 'use_by' && untilMs > Date.parse(listing.bestByDate) ? 'past-use-by' : null;
}

/**
 * The changes that extend the offer until `untilMs`: the end of pickup, and the expiry date if it is earlier.
 */
export function extensionChanges(listing: Listing, untilMs: number): ChangeListing {
  const until = instantAt(untilMs);
  return {
    ...(untilMs > Date.parse(listing.availableUntil) && { availableUntil: until }),
    ...(listing.expiryDate !== null && untilMs > Date.parse(listing.expiryDate) && { expiryDate: until }),
  };
}
