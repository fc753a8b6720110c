import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { allergenSchema, dietSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  categorySchema,
  dateKindSchema,
  urgencyLevelSchema,
} from '@openlarder/domain/listings/listing-schemas.ts';
import { repeatListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { photoSchema } from '@openlarder/domain/photos/photo-schemas.ts';
import * as z from 'zod/mini';
import {
  DEFAULT_KIND,
  defaultValuesFor,
  expiryOf,
  FIELD_ORDER,
  type FormContext,
  type ShareFields,
  withUpdatedDefaults,
} from './form-values.ts';

/** Food does not last longer than this, so its draft does not either. */
export const DRAFT_MAX_AGE_MS = 7 * DAY_MS;
/**
 * The server deletes a photo that no listing shows after 24 h; it has to exist still when the form is
 * submitted.
 */
const DRAFT_PHOTO_MAX_AGE_MS = 23 * HOUR_MS;

const text = z.optional(z.string());
/** Values may be incomplete, so only their shape is checked. */
const draftValues = z.object({
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
  mayGoToOne: z.optional(z.boolean()),
  closingTime: text,
  contactPhone: text,
});
const draftPhoto = z.object({ photo: photoSchema, sinceMs: z.number() });
export type DraftPhotoRef = z.output<typeof draftPhoto>;

const draftSchema = z.object({
  version: z.literal(1),
  savedAtMs: z.number(),
  values: draftValues,
  photos: z.array(draftPhoto),
  /** Set while the form is being submitted: the result is not known yet. */
  isSending: z.boolean(),
  /** The earlier listing the form was filled in from. */
  againId: z.nullable(z.string()),
});
/** The saved content of the share form: only the values that differ from the defaults. */
export type ShareDraft = z.output<typeof draftSchema>;

const KIND_FIELDS: readonly (keyof ShareFields)[] = ['category', 'isBulk', 'dateKind'];
const DRAFT_FIELDS = FIELD_ORDER.filter(
  (name) => name in draftValues.def.shape && !KIND_FIELDS.includes(name),
);

/** Compares two values of a field; arrays by their content. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));

/** The names of fields whose values differ from the defaults. */
function changedFieldNames(values: ShareFields, context: FormContext): (keyof ShareFields)[] {
  const defaults = defaultValuesFor(values, context);
  return DRAFT_FIELDS.filter((name) =>
    name === 'expiryDate'
      ? values.expiryDate !== expiryOf(values, context.timeZone)
      : !isSameValue(values[name], defaults[name]),
  );
}

/** What is worth saving of a form, or null if nothing was written in it. */
export function toDraft(
  values: ShareFields,
  photos: readonly DraftPhotoRef[],
  context: FormContext,
  about: Pick<ShareDraft, 'savedAtMs' | 'isSending' | 'againId'>,
): ShareDraft | null {
  const own = changedFieldNames(values, context);
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
export function restoreDraft({ values: kept, photos }: ShareDraft, context: FormContext): RestoredDraft {
  const isOver = (instant: string | null | undefined): boolean =>
    typeof instant === 'string' && instant !== '' && Date.parse(instant) <= context.nowMs;
  const left = { ...kept };
  if (isOver(kept.availableUntil)) {
    delete left.availableFrom;
    delete left.availableUntil;
  }
  if (isOver(kept.bestByDate) || isOver(kept.expiryDate)) {
    delete left.bestByDate;
    delete left.expiryDate;
  }
  const values: ShareFields = Object.assign(defaultValuesFor(kept, context), left);
  if (left.expiryDate === undefined) values.expiryDate = expiryOf(values, context.timeZone);
  const there = photos.filter(({ sinceMs }) => context.nowMs - sinceMs < DRAFT_PHOTO_MAX_AGE_MS);
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
      readonly kind: 'draft';
      readonly movedTimes: boolean;
      readonly lostPhotos: boolean;
      readonly wasSending: boolean;
    }
  | { readonly kind: 'reset'; readonly undo: ShareDraft | null }
  /** Sharing it was undone. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'repeat'; readonly title: string; readonly undo: ShareDraft | null };

/** The content a share form starts with. */
export type InitialForm = {
  readonly values: ShareFields;
  readonly context: FormContext;
  /** Photos that are stored already, of a draft or of an earlier listing. */
  readonly photos: readonly DraftPhotoRef[];
  readonly notice: ShareNotice | null;
};

/** Converts the values to a donation or back; null leaves them as they are. */
function asKind(values: ShareFields, isBulk: boolean | null, context: FormContext): ShareFields {
  if (isBulk === null || isBulk === values.isBulk) return values;
  const { category, dateKind } = values;
  return withUpdatedDefaults(values, context, { category, dateKind, isBulk }, context);
}

export function emptyForm(
  isBulk: boolean,
  context: FormContext,
  notice: ShareNotice | null = null,
): InitialForm {
  return { values: defaultValuesFor({ ...DEFAULT_KIND, isBulk }, context), context, photos: [], notice };
}

/** The form as it was left. `isBulk` comes from the address or the person's rights; null leaves it. */
export function formFromDraft(draft: ShareDraft, isBulk: boolean | null, context: FormContext): InitialForm {
  const { values, photos, movedTimes, lostPhotos } = restoreDraft(draft, context);
  return {
    values: asKind(values, isBulk, context),
    context,
    photos,
    notice: { kind: 'draft', movedTimes, lostPhotos, wasSending: draft.isSending },
  };
}

/** The form filled in from an earlier listing, with its dates and times moved to today. */
export function formFromListing(
  listing: Listing,
  canShareInBulk: boolean,
  context: FormContext,
  undo: ShareDraft | null,
): InitialForm {
  const isBulk = listing.isBulk && canShareInBulk;
  const {
    imageUrls: _,
    imageCaptions: __,
    ...again
  } = repeatListing({ ...listing, isBulk }, context.nowMs, context.timeZone);
  const values: ShareFields = {
    ...defaultValuesFor({ category: listing.category, dateKind: listing.dateKind, isBulk }, context),
    ...again,
    expiryDate: isBulk ? null : again.expiryDate,
    ...(!isBulk && { mayGoToOne: false, closingTime: '', contactPhone: '' }),
  };
  return {
    values,
    context,
    photos: listing.photos.map((photo) => ({ photo, sinceMs: context.nowMs })),
    notice: { kind: 'repeat', title: listing.title, undo },
  };
}
