import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { offeredUntilMs } from '@openlarder/domain/listings/freshness.ts';
import type { ChangeListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { saysTheSame } from './share-draft.ts';
import type { ShareFields } from './share-values.ts';

/** A listing of one's own as the form shows it. */
export function valuesOf(listing: Listing): ShareFields {
  return {
    title: listing.title,
    description: listing.description,
    category: listing.category,
    estimatedServings: listing.estimatedServings,
    bestByDate: listing.bestByDate,
    expiryDate: listing.expiryDate,
    dateKind: listing.dateKind,
    allergens: listing.allergens,
    diets: listing.diets,
    pickupLocation: listing.pickupLocation,
    pickupInstructions: listing.pickupInstructions ?? '',
    availableFrom: listing.availableFrom,
    availableUntil: listing.availableUntil,
    imageUrls: listing.photos.map(({ objectPath }) => objectPath),
    imageCaptions: listing.photos.map(({ caption }) => caption),
    sharePlaceAtOnce: listing.sharePlaceAtOnce ?? false,
    isBulk: listing.isBulk,
    ...(listing.isBulk && { urgencyLevel: listing.urgencyLevel }),
    closingTime: listing.closingTime ?? '',
    contactPhone: listing.contactPhone ?? '',
    ...(listing.latitude !== null &&
      listing.longitude !== null && { latitude: listing.latitude, longitude: listing.longitude }),
  };
}

const TIMES: readonly string[] = ['bestByDate', 'expiryDate', 'availableFrom', 'availableUntil'];
const same = (name: keyof ShareFields, a: ShareFields, b: ShareFields): boolean =>
  saysTheSame(a[name], b[name]) ||
  (TIMES.includes(name) && Date.parse(String(a[name])) === Date.parse(String(b[name])));

/** Fields that are sent one by one; the rest goes in groups, or is not the donor's to change. */
const ALONE = [
  'title',
  'description',
  'category',
  'estimatedServings',
  'bestByDate',
  'expiryDate',
  'dateKind',
  'allergens',
  'diets',
  'pickupInstructions',
  'availableFrom',
  'availableUntil',
  'sharePlaceAtOnce',
  'urgencyLevel',
  'closingTime',
  'contactPhone',
] as const satisfies readonly (keyof ShareFields)[];

/** What differs between a listing and what is said of it now: that alone is sent, so that all else stays as it is. */
export function changeOf(before: ShareFields, after: ShareFields): ChangeListing {
  const differs = (name: keyof ShareFields): boolean => !same(name, before, after);
  const change: ChangeListing = Object.fromEntries(ALONE.filter(differs).map((name) => [name, after[name]]));
  const { pickupLocation, latitude, longitude, areaLabel } = after;
  const moves = differs('latitude') || differs('longitude') || differs('areaLabel');
  if (moves || differs('pickupLocation')) change.pickupLocation = pickupLocation;
  // A place comes whole.
  if (moves && latitude !== undefined && longitude !== undefined)
    Object.assign(change, { latitude, longitude, ...(areaLabel && { areaLabel }) });
  if (differs('imageUrls') || differs('imageCaptions')) {
    change.imageUrls = after.imageUrls;
    change.imageCaptions = after.imageCaptions;
  }
  return change;
}

/** Until when a listing is offered once it goes on `hours` longer than now, in epoch milliseconds. */
export const longerBy = (listing: Listing, hours: number): number =>
  offeredUntilMs(listing) + hours * HOUR_MS;

/** Why food cannot be offered until `untilMs`; null when it can. */
export function extensionRefusal(listing: Listing, untilMs: number): 'not-later' | 'past-use-by' | null {
  if (!(untilMs > offeredUntilMs(listing))) return 'not-later';
  return listing.dateKind === 'use_by' && untilMs > Date.parse(listing.bestByDate) ? 'past-use-by' : null;
}

/** What to change so that food is offered until `untilMs`: the end of pickup, and hard expiry where that comes sooner. */
export function extensionOf(listing: Listing, untilMs: number): ChangeListing {
  const until = new Date(untilMs).toISOString();
  return {
    ...(untilMs > Date.parse(listing.availableUntil) && { availableUntil: until }),
    ...(listing.expiryDate !== null && untilMs > Date.parse(listing.expiryDate) && { expiryDate: until }),
  };
}
