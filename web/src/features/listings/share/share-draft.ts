import { allergenSchema, dietSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  categorySchema,
  dateKindSchema,
  urgencyLevelSchema,
} from '@openlarder/domain/listings/listing-schemas.ts';
import { photoSchema } from '@openlarder/domain/photos/photo-schemas.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as z from 'zod/mini';
import {
  expiryOf,
  DEFAULT_KIND,
  FIELD_ORDER,
  type FormContext,
  type ShareFields,
  defaultValuesFor,
  withUpdatedDefaults,
} from './form-values.ts';

/** Food keeps no longer than this, and neither does its draft. */
export const DRAFT_KEPT_MS = 7 * DAY_MS;
/**
 * The server deletes a photo that no listing shows after 24 h; it has to exist still when the form is
 * submitted.
 */
const DRAFT_PHOTO_KEPT_MS = 23 * HOUR_MS;

const text = z.optional(z.string());
/** Values may be incomplete, so only their shape is checked. */
const keptValues = z.object({
  category: categorySchema,
  isBulk: z.boolean(),
  dateKind: dateKindSchema,
  title: text,
  description: text,
  estimatedServings: z.optional(z.number()),
  bestByDate: text,
  expiryDate: z.optional(z.nullable(z.string())),
  allergens: z.optional(z.array(allergenSchema)),
  diets: z.optional(z.array(dietSchema)),
  pickupLocation: text,
  pickupInstructions: text,
  availableFrom: text,
  availableUntil: text,
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  areaLabel: text,
  sharePlaceAtOnce: z.optional(z.boolean()),
  urgencyLevel: z.optional(urgencyLevelSchema),
  closingTime: text,
  contactPhone: text,
});
const keptPhoto = z.object({ photo: photoSchema, sinceMs: z.number() });
export type DraftPhotoRef = z.output<typeof keptPhoto>;

const draftSchema = z.object({
  version: z.literal(1),
  savedAtMs: z.number(),
  values: keptValues,
  photos: z.array(keptPhoto),
  /** Set while the form is being submitted: the result is not known yet. */
  isSending: z.boolean(),
  /** The earlier listing the form was filled in from. */
  againId: z.nullable(z.string()),
});
/** The saved content of the share form: only the values that differ from the defaults. */
export type ShareDraft = z.output<typeof draftSchema>;

const KIND: readonly (keyof ShareFields)[] = ['category', 'isBulk', 'dateKind'];
const KEPT = FIELD_ORDER.filter((name) => name in keptValues.def.shape && !KIND.includes(name));

/** Compares two values of a field; arrays by their content. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));

/** The names of fields whose values differ from the defaults. */
function ownNames(values: ShareFields, basis: FormContext): (keyof ShareFields)[] {
  const byItself = defaultValuesFor(values, basis);
  return KEPT.filter((name) =>
    name === 'expiryDate'
      ? values.expiryDate !== expiryOf(values, basis.timeZone)
      : !isSameValue(values[name], byItself[name]),
  );
}

/** What is worth saving of a form, or null if nothing was written in it. */
export function toDraft(
  values: ShareFields,
  photos: readonly DraftPhotoRef[],
  basis: FormContext,
  about: Pick<ShareDraft, 'savedAtMs' | 'isSending' | 'againId'>,
): ShareDraft | null {
  const own = ownNames(values, basis);
  if (own.length === 0 && photos.length === 0) return null;
  const { category, isBulk, dateKind } = values;
  // An empty number field is NaN, which JSON cannot express; it gets its default again.
  const kept = Object.fromEntries(
    own.map((name) => [name, values[name]]).filter(([, value]) => !Number.isNaN(value)),
  );
  return {
    version: 1,
    values: { category, isBulk, dateKind, ...kept },
    photos: [...photos],
    ...about,
  };
}

/** A stored draft; null if it is of another version or malformed. */
export function parseDraft(stored: unknown): ShareDraft | null {
  const { success, data } = z.safeParse(draftSchema, stored);
  return success ? data : null;
}

export const isExpiredDraft = ({ savedAtMs }: ShareDraft, nowMs: number): boolean =>
  nowMs - savedAtMs >= DRAFT_KEPT_MS;

export type RestoredDraft = {
  readonly values: ShareFields;
  readonly photos: readonly DraftPhotoRef[];
  /** Times the user had set are in the past and were replaced by defaults. */
  readonly movedTimes: boolean;
  /** Photos are too old to exist on the server still. */
  readonly lostPhotos: boolean;
};

/**
 * The form as it was left. Defaults are computed again, so that their times are in the future; times the user
 * had set that are over are dropped.
 */
export function restoreDraft({ values: kept, photos }: ShareDraft, basis: FormContext): RestoredDraft {
  const isOver = (instant: string | null | undefined): boolean =>
    typeof instant === 'string' && instant !== '' && Date.parse(instant) <= basis.nowMs;
  const left = { ...kept };
  if (isOver(kept.availableUntil)) {
    delete left.availableFrom;
    delete left.availableUntil;
  }
  if (isOver(kept.bestByDate) || isOver(kept.expiryDate)) {
    delete left.bestByDate;
    delete left.expiryDate;
  }
  const values: ShareFields = Object.assign(defaultValuesFor(kept, basis), left);
  if (left.expiryDate === undefined) values.expiryDate = expiryOf(values, basis.timeZone);
  const there = photos.filter(({ sinceMs }) => basis.nowMs - sinceMs < DRAFT_PHOTO_KEPT_MS);
  return {
    values,
    photos: there,
    movedTimes: Object.keys(left).length < Object.keys(kept).length,
    lostPhotos: there.length < photos.length,
  };
}

/** The notice about where the form's content comes from. */
export type ShareNotice =
  | {
      readonly kind: 'kept';
      readonly movedTimes: boolean;
      readonly lostPhotos: boolean;
      readonly wasSending: boolean;
    }
  | { readonly kind: 'fresh'; readonly undo: ShareDraft | null }
  | { readonly kind: 'again'; readonly title: string; readonly undo: ShareDraft | null };

/** The content a share form starts with. */
export type InitialForm = {
  readonly values: ShareFields;
  readonly basis: FormContext;
  /** Photos that are stored already, of a draft or of an earlier listing. */
  readonly photos: readonly DraftPhotoRef[];
  readonly note: ShareNotice | null;
};

/** Converts the values to a donation or back; null leaves them as they are. */
function asKind(values: ShareFields, isBulk: boolean | null, basis: FormContext): ShareFields {
  if (isBulk === null || isBulk === values.isBulk) return values;
  const { category, dateKind } = values;
  return withUpdatedDefaults(values, basis, { category, dateKind, isBulk }, basis);
}

/** An empty form. */
export function emptyForm(isBulk: boolean, basis: FormContext, note: ShareNotice | null = null): InitialForm {
  return { values: defaultValuesFor({ ...DEFAULT_KIND, isBulk }, basis), basis, photos: [], note };
}

/** The form as it was left. `isBulk` comes from the address or the person's rights; null leaves it. */
export function formFromDraft(draft: ShareDraft, isBulk: boolean | null, basis: FormContext): InitialForm {
  const { values, photos, movedTimes, lostPhotos } = restoreDraft(draft, basis);
  return {
    values: asKind(values, isBulk, basis),
    basis,
    photos,
    note: { kind: 'kept', movedTimes, lostPhotos, wasSending: draft.isSending },
  };
}

/** The form filled in from an earlier listing, with new dates and times. */
export function formFromListing(
  listing: Listing,
  canDonateInBulk: boolean,
  basis: FormContext,
  undo: ShareDraft | null,
): InitialForm {
  const { category, dateKind } = listing;
  const isBulk = listing.isBulk && canDonateInBulk;
  const point =
    listing.latitude !== null && listing.longitude !== null
      ? { latitude: listing.latitude, longitude: listing.longitude }
      : {};
  const values: ShareFields = {
    ...defaultValuesFor({ category, dateKind, isBulk }, basis),
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
