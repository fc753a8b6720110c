import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isUploadPending, uploadedPaths, uploadedPhotos } from '#web/features/photos/upload/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/upload/photo-uploads.ts';
import type { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { createStore, type ReadableStore, useStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import type { FormContext } from './form-values.ts';
import { type DraftPhotoRef, isExpiredDraft, parseDraft, type ShareDraft, toDraft } from './share-draft.ts';
import type { ListingForm } from '../use-share-form.ts';

/** What happened to the draft outside this form: another tab has changed it, or has submitted or cleared it. */
export type DraftConflict = 'changed' | 'cleared' | null;

/** One person's draft in the browser's storage. Never overwrites what another tab wrote since it was read here. */
export type ShareDraftStorage = {
  /** The draft as stored now; ends a conflict. Null if there is none or it is too old. */
  readonly load: () => ShareDraft | null;
  /** Stores a draft, or removes it; does nothing during a conflict and after `discard`. */
  readonly save: (draft: ShareDraft | null) => void;
  /** Ends a conflict: the next `save` overwrites what another tab wrote. */
  readonly takeOver: () => void;
  /** Removes the draft after submitting or discarding it. Saves nothing more, and notifies other forms with it. */
  readonly discard: () => void;
  readonly isDiscarded: () => boolean;
  readonly conflict: ReadableStore<DraftConflict>;
};

export const draftKey = (personId: string): string => personalKey('share-draft', personId);

export function createShareDraftStorage(personId: string, nowMs: () => number): ShareDraftStorage {
  const stored = storedValue({ key: draftKey(personId), parse: parseDraft });
  /** The draft as last read or written here. */
  let seen: ShareDraft | null = null;
  let isDiscarded = false;

  const conflict = createStore<DraftConflict>(null, () =>
    stored.subscribe((origin) => {
      const now = stored.get();
      // A form that shows no draft has nothing to lose; `save` checks again before it writes.
      if (now === seen || seen === null) return;
      if (now === null) conflict.set('cleared');
      else if (origin === 'other-tab') conflict.set('changed');
    }),
  );

  return {
    load: () => {
      seen = stored.get();
      conflict.set(null);
      return seen && isExpiredDraft(seen, nowMs()) ? null : seen;
    },
    save: (draft) => {
      if (isDiscarded) return;
      const now = stored.get();
      if (now !== seen) conflict.set(now === null ? 'cleared' : 'changed');
      if (conflict.get() !== null) return;
      seen = draft;
      stored.set(draft);
    },
    takeOver: () => {
      seen = stored.get();
      conflict.set(null);
    },
    discard: () => {
      const isUnchanged = stored.get() === seen;
      seen = null;
      isDiscarded = true;
      conflict.set(null);
      if (isUnchanged) stored.set(null);
    },
    isDiscarded: () => isDiscarded,
    conflict,
  };
}

/** Not on every key press, and at most a word is lost. */
const SAVE_AFTER_MS = 400;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      draftStorage.save(currentDraft());
    };
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_AFTER_MS);
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    const unsubscribeForm = form.subscribe({ formState: { values: true }, callback: schedule });
    const unsubscribePhotos = uploads.state.subscribe(schedule);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribeForm();
      unsubscribePhotos();
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [form, uploads, draftStorage, currentDraft]);

  /** Saves immediately, and records whether the form is being submitted. */
  const saveNow = (sending: boolean): void => {
    isSending.current = sending;
    draftStorage.save(currentDraft());
  };
  const conflict = useStore(draftStorage.conflict);
  return { currentDraft, saveNow, conflict };
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
