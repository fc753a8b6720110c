import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { uploadedPaths, uploadedPhotos, isUploadPending } from '#web/features/photos/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/photo-uploads.ts';
import type { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import { toDraft, type DraftPhotoRef, type ShareDraft } from './share-draft.ts';
import type { DraftStorage } from './draft-storage.ts';
import type { FormContext } from './form-values.ts';
import type { ListingForm } from './use-share-form.ts';

/** Not on every letter, and no more than a word is lost. */
const KEEP_AFTER_MS = 400;

type DraftKeepingParts = {
  readonly form: ListingForm;
  readonly basis: RefObject<FormContext>;
  readonly uploads: PhotoUploads;
  readonly keeper: DraftStorage;
  /** The photos the form started with, and since when they are stored. */
  readonly photos: readonly DraftPhotoRef[];
  readonly againId: string | null;
};

/** Saves the draft while it is being written, and at the latest when the form unmounts. */
export function useDraftSaving({ form, basis, uploads, keeper, photos, againId }: DraftKeepingParts) {
  const since = useRef(new Map(photos.map(({ photo, sinceMs }) => [photo.objectPath, sinceMs])));

  const isSending = useRef(false);

  const draft = useCallback((): ShareDraft | null => {
    const nowMs = Date.now();
    const kept = uploadedPhotos(uploads.items()).map((photo): DraftPhotoRef => {
      const sinceMs = since.current.get(photo.objectPath) ?? nowMs;
      since.current.set(photo.objectPath, sinceMs);
      return { photo, sinceMs };
    });
    return toDraft(form.getValues(), kept, basis.current, {
      savedAtMs: nowMs,
      isSending: isSending.current,
      againId,
    });
  }, [form, basis, uploads, againId]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      keeper.keep(draft());
    };
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, KEEP_AFTER_MS);
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    const leaveForm = form.subscribe({ formState: { values: true }, callback: schedule });
    const leavePhotos = uploads.subscribe(schedule);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', flush);
    return () => {
      leaveForm();
      leavePhotos();
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [form, uploads, keeper, draft]);

  /** Saves immediately, and records whether the form is being submitted. */
  const keepNow = (sending: boolean): void => {
    isSending.current = sending;
    keeper.keep(draft());
  };
  const elsewhere = useSyncExternalStore(keeper.subscribe, keeper.elsewhere);
  return { draft, keepNow, elsewhere };
}

/** Photos still uploading when their form unmounted, by person. */
const late = new Map<string, Promise<readonly Photo[]>>();

type LatePhotosParts = {
  readonly personId: string;
  readonly photos: ReturnType<typeof usePhotoUploads>;
  readonly keeper: DraftStorage;
  readonly draft: () => ShareDraft | null;
  /** The form is being submitted and waits for its photos itself. */
  readonly isSending: boolean;
};

/**
 * Lets uploads finish although the form unmounts: the photos join the form if it is mounted again, or else
 * the saved draft.
 */
export function usePendingPhotos({ personId, photos, keeper, draft, isSending }: LatePhotosParts): void {
  const { uploads, keepAliveUntil } = photos;
  useEffect(() => {
    const join = async (coming: Promise<readonly Photo[]>) => {
      const photosThen = await coming;
      const here = new Set(uploadedPaths(uploads.items()));
      uploads.addUploaded(photosThen.filter(({ objectPath }) => !here.has(objectPath)));
    };
    const coming = late.get(personId);
    late.delete(personId);
    if (coming) void join(coming);
  }, [personId, uploads]);

  const onLeave = useEffectEvent(() => {
    if (isSending || keeper.isOver() || !uploads.items().some(isUploadPending)) return;
    const { promise: coming, resolve } = Promise.withResolvers<readonly Photo[]>();
    const wait = async () => {
      await uploads.settled();
      resolve(uploadedPhotos(uploads.items()));
      if (late.get(personId) !== coming) return;
      late.delete(personId);
      keeper.keep(draft());
    };
    late.set(personId, coming);
    keepAliveUntil(wait());
  });
  // Layout effects are cleaned up before the effect that aborts the uploads.
  useLayoutEffect(() => () => onLeave(), []);
}
