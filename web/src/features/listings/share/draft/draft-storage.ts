import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isUploadPending, uploadedPaths, uploadedPhotos } from '#web/features/photos/upload/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/upload/photo-uploads.ts';
import type { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { createDraft, type Draft, saveWhileWriting } from '#web/lib/draft.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { useStore } from '#web/lib/store.ts';
import type { FormContext } from './form-values.ts';
import { DRAFT_MAX_AGE_MS, type DraftPhotoRef, parseDraft, type ShareDraft, toDraft } from './share-draft.ts';
import type { ListingForm } from '../use-share-form.ts';

export type ShareDraftStorage = Draft<ShareDraft>;

const NAME = 'share-draft';

export const draftKey = (personId: string): string => personalKey(NAME, personId);

export const createShareDraftStorage = (personId: string): ShareDraftStorage =>
  createDraft({ name: NAME, personId, parse: parseDraft, keptMs: DRAFT_MAX_AGE_MS });

type DraftSavingOptions = {
  readonly form: ListingForm;
  readonly context: RefObject<FormContext>;
  readonly uploads: PhotoUploads;
  readonly draftStorage: ShareDraftStorage;
  /** The photos the form started with, and since when they are stored. */
  readonly photos: readonly DraftPhotoRef[];
  readonly againId: string | null;
};

/** Saves the draft while it is being written, and at the latest when the form unmounts. */
export function useDraftSaving({
  form,
  context,
  uploads,
  draftStorage,
  photos,
  againId,
}: DraftSavingOptions) {
  const since = useRef(new Map(photos.map(({ photo, sinceMs }) => [photo.objectPath, sinceMs])));

  const isSending = useRef(false);

  const currentDraft = useCallback((): ShareDraft | null => {
    const nowMs = Date.now();
    const kept = uploadedPhotos(uploads.items()).map((photo): DraftPhotoRef => {
      const sinceMs = since.current.get(photo.objectPath) ?? nowMs;
      since.current.set(photo.objectPath, sinceMs);
      return { photo, sinceMs };
    });
    return toDraft(form.getValues(), kept, context.current, {
      savedAtMs: nowMs,
      isSending: isSending.current,
      againId,
    });
  }, [form, context, uploads, againId]);

  useEffect(() => {
    const saving = saveWhileWriting(() => draftStorage.save(currentDraft()));
    const unsubscribeForm = form.subscribe({ formState: { values: true }, callback: saving.changed });
    const unsubscribePhotos = uploads.state.subscribe(saving.changed);
    return () => {
      unsubscribeForm();
      unsubscribePhotos();
      saving.stop();
    };
  }, [form, uploads, draftStorage, currentDraft]);

  /** Saves immediately, and records whether the form is being submitted. */
  const saveNow = (sending: boolean): void => {
    isSending.current = sending;
    draftStorage.save(currentDraft());
  };
  const isGone = useStore(draftStorage.isGone);
  return { currentDraft, saveNow, isGone };
}

/** Photos still uploading when their form unmounted, by person. */
const pendingByPerson = new Map<string, Promise<readonly Photo[]>>();

type PendingPhotosOptions = {
  readonly personId: string;
  readonly photos: ReturnType<typeof usePhotoUploads>;
  readonly draftStorage: ShareDraftStorage;
  readonly currentDraft: () => ShareDraft | null;
  /** The form is being submitted and waits for its photos itself. */
  readonly isSending: boolean;
};

/**
 * Lets uploads finish although the form unmounts: the photos join the form if it is mounted again, or else
 * the saved draft.
 */
export function usePendingPhotos({
  personId,
  photos,
  draftStorage,
  currentDraft,
  isSending,
}: PendingPhotosOptions): void {
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
    if (isSending || draftStorage.isDiscarded() || !uploads.items().some(isUploadPending)) return;
    const finish = async (): Promise<readonly Photo[]> => {
      await uploads.settled();
      return uploadedPhotos(uploads.items());
    };
    const pending = finish();
    const saveUnlessTaken = async () => {
      await pending;
      if (pendingByPerson.get(personId) !== pending) return;
      pendingByPerson.delete(personId);
      draftStorage.save(currentDraft());
    };
    pendingByPerson.set(personId, pending);
    keepAliveUntil(saveUnlessTaken());
  });
  // Layout effects are cleaned up before the effect that aborts the uploads.
  useLayoutEffect(() => () => onUnmount(), []);
}
