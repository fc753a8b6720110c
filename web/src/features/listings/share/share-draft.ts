import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { repeatListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import * as z from 'zod/mini';
import {
  type DraftPhoto,
  draftPhotoSchema,
  useDraftPhotos,
  withoutDeletedPhotos,
} from '#web/features/photos/upload/draft-photos.ts';
import { isUploadPending, uploadedPaths, uploadedPhotos } from '#web/features/photos/upload/photo-list.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import { createDraft, type Draft, saveWhileWriting } from '#web/lib/draft.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { useStore } from '#web/lib/store.ts';
import {
  DEFAULT_KIND,
  defaultValuesFor,
  expiryOf,
  type FormContext,
  isSameValue,
  LISTING_FIELDS,
  type ShareFields,
  suggestedPickup,
} from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

/** Food does not last longer than this, so its draft does not either. */
const DRAFT_MAX_AGE_MS = 7 * DAY_MS;

const text = z.string();
const { shape } = createListingBody.def;
const draftSchema = z.object({
  kind: z.object({ category: shape.category, isBulk: z.boolean(), dateKind: shape.dateKind }),
  /** What differs from what the form began with. Texts and numbers may be incomplete: only their shape is checked. */
  said: z.partial(
    z.object({
      ...shape,
      title: text,
      description: text,
      estimatedServings: z.number(),
      bestByDate: text,
      expiryDate: z.nullable(text),
      pickupLocation: text,
      pickupInstructions: text,
      availableFrom: text,
      availableUntil: text,
      areaLabel: z.optional(text),
      closingTime: text,
      contactPhone: text,
    }),
  ),
  photos: z.array(draftPhotoSchema),
  /** Set while the form is being submitted: the result is not known yet. */
  isSending: z.boolean(),
  againId: z.nullable(text),
});
export type ShareDraft = z.output<typeof draftSchema>;

/** A form as it is before anyone writes in it. */
export type Unwritten = { readonly values: ShareFields; readonly photos: readonly DraftPhoto[] };

/** The empty form of a new listing of the same kind, with the expiry date that follows from its best-by date. */
export function unwrittenForm(values: ShareFields, context: FormContext): Unwritten {
  const { category, dateKind } = values;
  const expiryDate = expiryOf(values, context.timeZone);
  return { values: { ...defaultValuesFor(values, context), category, dateKind, expiryDate }, photos: [] };
}

/** What is worth saving of a form, or null if nothing was written in it. */
export function toDraft(
  values: ShareFields,
  photos: readonly DraftPhoto[],
  unwritten: Unwritten,
  about: Pick<ShareDraft, 'isSending' | 'againId'>,
): ShareDraft | null {
  // an empty number field is NaN, which JSON cannot express; it gets its default again
  const said = LISTING_FIELDS.filter(
    (name) => !isSameValue(values[name], unwritten.values[name]) && !Number.isNaN(values[name]),
  );
  if (said.length === 0 && isSameValue(photos, unwritten.photos)) return null;
  const { category, isBulk, dateKind } = values;
  return {
    kind: { category, isBulk, dateKind },
    said: Object.fromEntries(said.map((name) => [name, values[name]])),
    photos: [...photos],
    ...about,
  };
}

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
  readonly values: ShareFields;
  readonly context: FormContext;
  /** Photos that are stored already, of a draft or of an earlier listing. */
  readonly photos: readonly DraftPhoto[];
  readonly notice: ShareNotice | null;
};

export function emptyForm(isBulk: boolean, context: FormContext): InitialForm {
  const values = defaultValuesFor({ ...DEFAULT_KIND, isBulk }, context);
  return { values, context, photos: [], notice: null };
}

/**
 * The form as it was left. Defaults are computed again, so that their times are in the future; times the user
 * had set that are over are dropped. `isBulk` comes from the address or the person's rights; null leaves it.
 */
export function formFromDraft(draft: ShareDraft, isBulk: boolean | null, context: FormContext): InitialForm {
  const { said } = draft;
  const kind = { ...draft.kind, isBulk: isBulk ?? draft.kind.isBulk };
  const now = defaultValuesFor(kind, context);
  const values = Object.assign({ ...now }, said, kind);
  const hasOwnExpiry = 'expiryDate' in said && !kind.isBulk && kind.dateKind !== 'use_by';
  if (!hasOwnExpiry) values.expiryDate = expiryOf(values, context.timeZone);
  const isOver = (instant: string | null): boolean =>
    instant !== null && Date.parse(instant) <= context.nowMs;
  const isPickupOver = isOver(values.availableUntil);
  const isFoodOver = isOver(values.bestByDate) || isOver(values.expiryDate);
  const { availableFrom, availableUntil, bestByDate, expiryDate } = now;
  const photos = withoutDeletedPhotos(draft.photos, context.nowMs);
  return {
    values: {
      ...values,
      ...(isPickupOver && { availableFrom, availableUntil }),
      ...(isFoodOver && { bestByDate, expiryDate }),
    },
    context,
    photos,
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
  context: FormContext,
  undo: ShareDraft | null,
): InitialForm {
  // a business shares as one, whatever its earlier food was
  const isBulk = (listing.isBulk || user.organizationName !== null) && canShareInBulk(user);
  const again = repeatListing(
    { ...listing, isBulk },
    context.nowMs,
    context.timeZone,
    suggestedPickup(context),
  );
  return {
    values: {
      ...defaultValuesFor({ category: listing.category, dateKind: listing.dateKind, isBulk }, context),
      ...again,
      ...(isBulk ? { expiryDate: null } : { mayGoToOne: false, closingTime: '', contactPhone: '' }),
      imageUrls: [],
      imageCaptions: [],
    },
    context,
    photos: listing.photos.map((photo) => ({ photo, sinceMs: context.nowMs })),
    notice: { kind: 'repeat', title: listing.title, undo },
  };
}

type DraftOptions = {
  readonly editor: Pick<ListingEditor, 'form' | 'withoutPinOfOther'>;
  readonly photos: FormPhotos;
  readonly storage: ShareDraftStorage;
  /** The photos it starts with. */
  readonly initial: Pick<InitialForm, 'photos'>;
  /** What of it is not saved, for these values. */
  readonly unwritten: (values: ShareFields) => Unwritten;
  readonly againId?: string | null;
};

/** Saves the draft while it is being written, and at the latest when the form unmounts. */
export function useDraftSaving(options: DraftOptions) {
  const { editor, photos, storage, initial, unwritten, againId = null } = options;
  const { form } = editor;
  const { uploads } = photos;
  const keptPhotos = useDraftPhotos(uploads, initial.photos);
  const isSending = useRef(false);

  const current = (): ShareDraft | null => {
    const values = editor.withoutPinOfOther(form.getValues());
    return toDraft(values, keptPhotos(), unwritten(values), { isSending: isSending.current, againId });
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

  /** Saves immediately, and records whether the form is being submitted. */
  const saveNow = (sending: boolean): void => {
    isSending.current = sending;
    storage.save(current());
  };
  return { current, saveNow, isGone: useStore(storage.isGone) };
}

/** Photos still uploading when their form unmounted, by person. */
const pendingByPerson = new Map<string, Promise<readonly Photo[]>>();

type PendingPhotosOptions = {
  readonly personId: string;
  readonly photos: FormPhotos;
  readonly storage: ShareDraftStorage;
  readonly currentDraft: () => ShareDraft | null;
  /** The form is being submitted and waits for its photos itself. */
  readonly isSending: boolean;
};

/** Lets uploads finish although the form unmounts: they join the next form, or the saved draft. */
export function usePendingPhotos(options: PendingPhotosOptions): void {
  const { personId, photos, storage, currentDraft, isSending } = options;
  const { uploads, keepAliveUntil } = photos;
  useEffect(() => {
    const join = async (pending: Promise<readonly Photo[]>) => {
      const uploaded = await pending;
      const here = new Set(uploadedPaths(uploads.items()));
      uploads.addUploaded(uploaded.filter(({ objectPath }) => !here.has(objectPath)));
    };
    const pending = pendingByPerson.get(personId);
    pendingByPerson.delete(personId);
    if (pending) void join(pending);
  }, [personId, uploads]);

  const onUnmount = useEffectEvent(() => {
    if (isSending || storage.isDiscarded() || !uploads.items().some(isUploadPending)) return;
    const finish = async (): Promise<readonly Photo[]> => {
      await uploads.settled();
      return uploadedPhotos(uploads.items());
    };
    const pending = finish();
    const saveUnlessTaken = async () => {
      await pending;
      if (pendingByPerson.get(personId) !== pending) return;
      pendingByPerson.delete(personId);
      storage.save(currentDraft());
    };
    pendingByPerson.set(personId, pending);
    keepAliveUntil(saveUnlessTaken());
  });
  // Layout effects are cleaned up before the effect that aborts the uploads.
  useLayoutEffect(() => () => onUnmount(), []);
}
