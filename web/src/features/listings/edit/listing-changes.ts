import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { offeredUntilMs } from '@openlarder/domain/listings/freshness.ts';
import type { ChangeListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ShareFields } from '../share/draft/form-values.ts';
import { isSameValue } from '../share/draft/share-draft.ts';

/** The form values of an existing listing. */
export function formValuesOf(listing: Listing): ShareFields {
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
    mayGoToOne: listing.mayGoToOne,
    ...(listing.isBulk && { urgencyLevel: listing.urgencyLevel }),
    closingTime: listing.closingTime ?? '',
    contactPhone: listing.contactPhone ?? '',
    ...(listing.latitude !== null &&
      listing.longitude !== null && { latitude: listing.latitude, longitude: listing.longitude }),
  };
}

const TIME_FIELDS: readonly string[] = ['bestByDate', 'expiryDate', 'availableFrom', 'availableUntil'];
const same = (name: keyof ShareFields, a: ShareFields, b: ShareFields): boolean =>
  isSameValue(a[name], b[name]) ||
  (TIME_FIELDS.includes(name) && Date.parse(String(a[name])) === Date.parse(String(b[name])));

/**
 * Fields that are sent one by one. Place and photos are sent in groups; the rest cannot be changed by the
 * donor.
 */
const SINGLE_FIELDS = [
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
  'mayGoToOne',
  'closingTime',
  'contactPhone',
] as const satisfies readonly (keyof ShareFields)[];

/**
 * The fields that differ between two versions of the form, as the request body. Unchanged fields are left
 * out.
 */
export function changedFields(before: ShareFields, after: ShareFields): ChangeListing {
  const differs = (name: keyof ShareFields): boolean => !same(name, before, after);
  const change: ChangeListing = Object.fromEntries(
    SINGLE_FIELDS.filter(differs).map((name) => [name, after[name]]),
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

/** The end of the offer if it is extended by `hours`, in epoch milliseconds. */
export const extendedUntilMs = (listing: Listing, hours: number): number =>
  offeredUntilMs(listing) + hours * HOUR_MS;

/** Why the offer cannot be extended until `untilMs`; null if it can. */
export function extensionRefusal(listing: Listing, untilMs: number): 'not-later' | 'past-use-by' | null {
  if (!(untilMs > offeredUntilMs(listing))) return 'not-later';
  return listing.dateKind === 'use_by' && untilMs > Date.parse(listing.bestByDate) ? 'past-use-by' : null;
}

/**
 * The changes that extend the offer until `untilMs`: the end of pickup, and the expiry date if it is earlier.
 */
export function extensionChanges(listing: Listing, untilMs: number): ChangeListing {
  const until = new Date(untilMs).toISOString();
  return {
    ...(untilMs > Date.parse(listing.availableUntil) && { availableUntil: until }),
    ...(listing.expiryDate !== null && untilMs > Date.parse(listing.expiryDate) && { expiryDate: until }),
  };
}
