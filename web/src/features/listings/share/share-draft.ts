import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { changeListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { repeatListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import * as z from 'zod/mini';
import {
  type DraftPhoto,
  draftPhotoSchema,
  useDraftPhotos,
  withoutDeletedPhotos,
} from '#web/features/photos/upload/draft-photos.ts';
import { mayStillArrive } from '#web/features/photos/upload/photo-list.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import { createDraft, type Draft, saveWhileWriting } from '#web/lib/draft.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { useStore } from '#web/lib/store.ts';
import { TEMPLATES } from './donation-templates.ts';
import {
  differing,
  type FormContext,
  formOf,
  isSameValue,
  type Said,
  suggestedPickup,
} from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

/** Food does not last longer than this, so its draft does not either. */
const DRAFT_MAX_AGE_MS = 7 * DAY_MS;

const text = z.optional(z.string());
const draftSchema = z.object({
  isBulk: z.boolean(),
  template: z.optional(z.enum(TEMPLATES)),
  /** Texts and numbers may be incomplete: only their shape is checked. */
  said: z.object({
    ...changeListingBody.def.shape,
    title: text,
    description: text,
    estimatedServings: z.optional(z.number()),
    bestByDate: text,
    expiryDate: z.optional(z.nullable(z.string())),
    pickupLocation: text,
    pickupInstructions: text,
    availableFrom: text,
    availableUntil: text,
    areaLabel: text,
    closingTime: text,
    contactPhone: text,
  }),
  photos: z.array(draftPhotoSchema),
  /** Set while the form is being submitted: the result is not known yet. */
  isSending: z.boolean(),
  againId: z.nullable(z.string()),
});
export type ShareDraft = z.output<typeof draftSchema>;

/** A stored draft; null if it is of an older version or malformed. */
export function parseDraft(stored: unknown): ShareDraft | null {
  const { success, data } = z.safeParse(draftSchema, stored);
  return success ? data : null;
}

const NAME = 'share-draft';
export const draftKey = (personId: string): string => personalKey(NAME, personId);

export type ShareDraftStorage = Draft<ShareDraft>;
/** Of a new listing, or of the changes to one. */
export const createShareDraftStorage = (personId: string, listingId?: string): ShareDraftStorage =>
  createDraft({
    name: listingId === undefined ? NAME : `listing-${listingId}`,
    personId,
    parse: parseDraft,
    keptMs: DRAFT_MAX_AGE_MS,
  });

export type ShareNotice =
  | {
      readonly kind: 'draft';
      /** Times the user had set are in the past and were replaced by defaults. */
      readonly movedTimes: boolean;
      /** Photos are too old to exist on the server still. */
      readonly lostPhotos: boolean;
      readonly wasSending: boolean;
    }
  | { readonly kind: 'reset'; readonly undo: ShareDraft | null }
  /** Sharing it was undone. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'repeat'; readonly title: string; readonly undo: ShareDraft | null };

export type InitialForm = {
  readonly said: Said;
  readonly context: FormContext;
  /** Photos that are stored already, of a draft or of an earlier listing. */
  readonly photos: readonly DraftPhoto[];
  readonly notice: ShareNotice | null;
  /** The earlier listing that it is filled in from. */
  readonly againId: string | null;
};

/**
 * The form as it was left. What is suggested is computed again, so that its times are in the future; times the user had
 * set that are over are dropped. `isBulk` comes from the address or the person's rights; null leaves it.
 */
export function formFromDraft(draft: ShareDraft, isBulk: boolean | null, now: FormContext): InitialForm {
  const context = { ...now, isBulk: isBulk ?? draft.isBulk, template: draft.template };
  const said = { ...draft.said };
  const { values } = formOf(said, context);
  const isOver = (instant: string | null): boolean => instant !== null && Date.parse(instant) <= now.nowMs;
  const isPickupOver = isOver(values.availableUntil);
  const isFoodOver = isOver(values.bestByDate) || isOver(values.expiryDate);
  for (const name of isPickupOver ? (['availableFrom', 'availableUntil'] as const) : []) delete said[name];
  for (const name of isFoodOver ? (['bestByDate', 'expiryDate'] as const) : []) delete said[name];
  const photos = withoutDeletedPhotos(draft.photos, now.nowMs);
  return {
    said,
    context,
    photos,
    againId: draft.againId,
    notice: {
      kind: 'draft',
      movedTimes: isPickupOver || isFoodOver,
      lostPhotos: photos.length < draft.photos.length,
      wasSending: draft.isSending,
    },
  };
}

/** The form filled in from an earlier listing, with its dates and times moved to today. */
export function formFromListing(
  listing: Listing,
  user: Pick<User, 'userType' | 'organizationName'>,
  now: FormContext,
  undo: ShareDraft | null,
): InitialForm {
  // a business shares as one, whatever its earlier food was
  const isBulk = (listing.isBulk || user.organizationName !== null) && canShareInBulk(user);
  const { photos, title } = listing;
  const context = { ...now, isBulk };
  const {
    imageUrls: _,
    imageCaptions: __,
    ...repeated
  } = repeatListing({ ...listing, isBulk }, now.nowMs, now.timeZone, suggestedPickup(now));
  const { bestByDate, dateKind, category } = repeated;
  const known = { title, bestByDate, ...(dateKind === 'use_by' && { dateKind, category }) };
  // what follows from these is suggested still, for another title too
  const follows = formOf(known, context).values;
  return {
    said: { ...differing(repeated, follows), ...known },
    context,
    againId: listing.id,
    photos: photos.map((photo) => ({ photo, sinceMs: now.nowMs })),
    notice: { kind: 'repeat', title, undo },
  };
}

type DraftOptions = {
  readonly editor: ListingEditor;
  readonly photos: FormPhotos;
  readonly storage: ShareDraftStorage;
  /** The photos it starts with, and those it has before anyone changes them. */
  readonly initial: Pick<InitialForm, 'photos'>;
  readonly shown?: readonly DraftPhoto[];
  readonly againId?: string | null;
};

/**
 * Saves the draft while it is being written, and at the latest when the form unmounts; then once more with the photos
 * that have arrived since, unless other food's draft has taken its place.
 */
export function useDraftSaving(options: DraftOptions) {
  const { editor, photos, storage, initial, shown = [], againId = null } = options;
  const { form } = editor;
  const { uploads } = photos;
  const keptPhotos = useDraftPhotos(uploads, initial.photos);
  const isSending = useRef(false);

  /** What is worth saving, or null if nothing was written. */
  const current = (): ShareDraft | null => {
    const said = editor.written();
    const { isBulk, template } = editor.context;
    const kept = keptPhotos();
    if (Object.keys(said).length === 0 && !template && isSameValue(kept, shown)) return null;
    return { isBulk, template, said, photos: kept, isSending: isSending.current, againId };
  };
  const save = useEffectEvent(() => storage.save(current()));

  useEffect(() => {
    const saving = saveWhileWriting(() => save());
    const unsubscribeForm = form.subscribe({ formState: { values: true }, callback: saving.changed });
    const unsubscribePhotos = uploads.state.subscribe(saving.changed);
    return () => {
      unsubscribeForm();
      unsubscribePhotos();
      saving.stop();
    };
  }, [form, uploads]);

  const onUnmount = useEffectEvent(() => {
    if (storage.isDiscarded() || !uploads.items().some(mayStillArrive)) return;
    photos.leaveBehind(() => {
      const isLatest = storage.isLatest();
      if (isLatest) storage.save(current());
      return isLatest;
    });
  });
  // Layout effects are cleaned up before the effect that aborts the uploads.
  useLayoutEffect(() => () => onUnmount(), []);

  /** Saves immediately, and records whether the form is being submitted. */
  const saveNow = (sending: boolean): void => {
    isSending.current = sending;
    storage.save(current());
  };
  return { current, saveNow, isGone: useStore(storage.isGone) };
}
