import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type KeptPhoto, restoredDraft, type ShareDraft } from './share-draft.ts';
import {
  FIRST_KIND,
  type ShareBasis,
  type ShareFields,
  startingValues,
  valuesFollowing,
} from './share-values.ts';

/** What the form tells about where its content comes from. */
export type ShareNote =
  | {
      readonly kind: 'kept';
      readonly movedTimes: boolean;
      readonly lostPhotos: boolean;
      readonly wasSending: boolean;
    }
  | { readonly kind: 'fresh'; readonly undo: ShareDraft | null }
  | { readonly kind: 'again'; readonly title: string; readonly undo: ShareDraft | null };

/** What the share form opens with. */
export type ShareOpening = {
  readonly values: ShareFields;
  readonly basis: ShareBasis;
  /** Photos that are stored already, of a draft or of an earlier listing. */
  readonly photos: readonly KeptPhoto[];
  readonly note: ShareNote | null;
};

/** The same opening as another kind of sharing; null leaves it as it is. */
function asKind(values: ShareFields, isBulk: boolean | null, basis: ShareBasis): ShareFields {
  if (isBulk === null || isBulk === values.isBulk) return values;
  const { category, dateKind } = values;
  return valuesFollowing(values, basis, { category, dateKind, isBulk }, basis);
}

/** An empty form. */
export function freshOpening(
  isBulk: boolean,
  basis: ShareBasis,
  note: ShareNote | null = null,
): ShareOpening {
  return { values: startingValues({ ...FIRST_KIND, isBulk }, basis), basis, photos: [], note };
}

/** The form as it was left. `isBulk` is what the address or the person's rights ask for; null leaves it. */
export function keptOpening(draft: ShareDraft, isBulk: boolean | null, basis: ShareBasis): ShareOpening {
  const { values, photos, movedTimes, lostPhotos } = restoredDraft(draft, basis);
  return {
    values: asKind(values, isBulk, basis),
    basis,
    photos,
    note: { kind: 'kept', movedTimes, lostPhotos, wasSending: draft.isSending },
  };
}

/** What is said of an earlier listing once more, with dates and times of today. */
export function againOpening(
  listing: Listing,
  mayGiveBulk: boolean,
  basis: ShareBasis,
  undo: ShareDraft | null,
): ShareOpening {
  const { category, dateKind } = listing;
  const isBulk = listing.isBulk && mayGiveBulk;
  const point =
    listing.latitude !== null && listing.longitude !== null
      ? { latitude: listing.latitude, longitude: listing.longitude }
      : {};
  const values: ShareFields = {
    ...startingValues({ category, dateKind, isBulk }, basis),
    title: listing.title,
    description: listing.description,
    estimatedServings: listing.estimatedServings,
    allergens: listing.allergens,
    diets: listing.diets,
    pickupLocation: listing.pickupLocation,
    pickupInstructions: listing.pickupInstructions ?? '',
    sharePlaceAtOnce: listing.sharePlaceAtOnce ?? false,
    ...(isBulk && {
      urgencyLevel: listing.urgencyLevel,
      closingTime: listing.closingTime ?? '',
      contactPhone: listing.contactPhone ?? '',
    }),
    ...point,
  };
  return {
    values,
    basis,
    photos: listing.photos.map((photo) => ({ photo, sinceMs: basis.nowMs })),
    note: { kind: 'again', title: listing.title, undo },
  };
}
