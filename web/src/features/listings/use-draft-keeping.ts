import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { arrivedPhotos } from '#web/features/photos/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/photo-uploads.ts';
import { draftOf, type KeptPhoto, type ShareDraft } from './share-draft.ts';
import type { DraftKeeper } from './share-draft-keeper.ts';
import type { ShareBasis } from './share-values.ts';
import type { ListingForm } from './use-share-form.ts';

/** Long enough not to write at every letter, short enough to lose no more than a word. */
const KEEP_AFTER_MS = 400;

type Parts = {
  readonly form: ListingForm;
  readonly basis: RefObject<ShareBasis>;
  readonly uploads: PhotoUploads;
  readonly keeper: DraftKeeper;
  /** The photos it opened with, and since when they are stored. */
  readonly photos: readonly KeptPhoto[];
  readonly againId: string | null;
};

/** Keeps what is written in the form while it is being written, and at the latest when it is left. */
export function useDraftKeeping({ form, basis, uploads, keeper, photos, againId }: Parts) {
  const since = useRef(new Map(photos.map(({ photo, sinceMs }) => [photo.objectPath, sinceMs])));

  const isSending = useRef(false);

  const draft = useCallback((): ShareDraft | null => {
    const nowMs = Date.now();
    const kept = arrivedPhotos(uploads.items()).map((photo): KeptPhoto => {
      const sinceMs = since.current.get(photo.objectPath) ?? nowMs;
      since.current.set(photo.objectPath, sinceMs);
      return { photo, sinceMs };
    });
    return draftOf(form.getValues(), kept, basis.current, {
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

  /** Keeps everything now, with whether it is on its way to the server. */
  const keepNow = (sending: boolean): void => {
    isSending.current = sending;
    keeper.keep(draft());
  };
  const elsewhere = useSyncExternalStore(keeper.subscribe, keeper.elsewhere);
  return { draft, keepNow, elsewhere };
}
