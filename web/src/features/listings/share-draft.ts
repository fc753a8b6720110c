import { allergenSchema, dietSchema } from '@openlarder/domain/kernel/food-tags.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  categorySchema,
  dateKindSchema,
  urgencyLevelSchema,
} from '@openlarder/domain/listings/listing-contract.ts';
import { photoSchema } from '@openlarder/domain/photos/photo-contract.ts';
import * as z from 'zod/mini';
import { expiryOf, SHARE_FIELDS, type ShareBasis, type ShareFields, startingValues } from './share-values.ts';

/** Food does not keep longer than that, and neither does what was written about it. */
export const DRAFT_KEPT_MS = 7 * DAY_MS;
/** The server lets go of a picture that no listing shows after 24 h; it has to be there still when one is shared. */
const DRAFT_PHOTO_KEPT_MS = 23 * HOUR_MS;

const text = z.optional(z.string());
/** What may be half filled: looked at for its shape alone, so that the form opens whatever it finds. */
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
export type KeptPhoto = z.output<typeof keptPhoto>;

const draftSchema = z.object({
  version: z.literal(1),
  savedAtMs: z.number(),
  values: keptValues,
  photos: z.array(keptPhoto),
  /** Set while it is on its way to the server: nobody has heard yet whether it is shared. */
  isSending: z.boolean(),
  /** The earlier listing that it was filled in from. */
  againId: z.nullable(z.string()),
});
/** What somebody has written in the share form: what differs from what the form would say by itself. */
export type ShareDraft = z.output<typeof draftSchema>;

const KIND: readonly (keyof ShareFields)[] = ['category', 'isBulk', 'dateKind'];
const KEPT = SHARE_FIELDS.filter((name) => name in keptValues.def.shape && !KIND.includes(name));

/** Whether two values of a field say the same; lists do by what is in them. */
export const saysTheSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));

/** The names of what the person has said that the form would not say by itself. */
function ownNames(values: ShareFields, basis: ShareBasis): (keyof ShareFields)[] {
  const byItself = startingValues(values, basis);
  return KEPT.filter((name) =>
    name === 'expiryDate'
      ? values.expiryDate !== expiryOf(values, basis.timeZone)
      : !saysTheSame(values[name], byItself[name]),
  );
}

/** What is worth keeping of a form, or null when nobody has written anything in it. */
export function draftOf(
  values: ShareFields,
  photos: readonly KeptPhoto[],
  basis: ShareBasis,
  about: Pick<ShareDraft, 'savedAtMs' | 'isSending' | 'againId'>,
): ShareDraft | null {
  const own = ownNames(values, basis);
  if (own.length === 0 && photos.length === 0) return null;
  const { category, isBulk, dateKind } = values;
  // A number field that was emptied is NaN, which JSON has no word for; it is filled anew.
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

/** A kept draft as it was read; null when it is too old, of another version, or not ours. */
export function readDraft(written: string | null, nowMs: number): ShareDraft | null {
  if (written === null) return null;
  try {
    const { success, data } = z.safeParse(draftSchema, JSON.parse(written));
    return success && nowMs - data.savedAtMs < DRAFT_KEPT_MS ? data : null;
  } catch {
    return null;
  }
}

export type RestoredDraft = {
  readonly values: ShareFields;
  readonly photos: readonly KeptPhoto[];
  /** Times the person had set are over, and stand anew. */
  readonly movedTimes: boolean;
  /** Photos were kept too long to be there still. */
  readonly lostPhotos: boolean;
};

/**
 * The form as it was left. What the form says by itself it says anew, so that its times lie ahead; of what the person
 * had set, times that are over are left out.
 */
export function restoredDraft({ values: kept, photos }: ShareDraft, basis: ShareBasis): RestoredDraft {
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
  const values: ShareFields = Object.assign(startingValues(kept, basis), left);
  if (left.expiryDate === undefined) values.expiryDate = expiryOf(values, basis.timeZone);
  const there = photos.filter(({ sinceMs }) => basis.nowMs - sinceMs < DRAFT_PHOTO_KEPT_MS);
  return {
    values,
    photos: there,
    movedTimes: Object.keys(left).length < Object.keys(kept).length,
    lostPhotos: there.length < photos.length,
  };
}
