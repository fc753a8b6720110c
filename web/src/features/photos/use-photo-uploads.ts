import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '@lingui/core/macro';
import { randomKey } from '#web/lib/idempotency-key.ts';
import type { PhotoItem } from './photo-list.ts';
import { createPhotoUploads, type PhotoUploads } from './photo-uploads.ts';
import { downscale } from './downscale.ts';
import { uploadFailureOf, uploadPhoto } from './upload-photo.ts';

/** Photos that go from this browser to the server; `stored` are those that are there already. */
export const createBrowserPhotoUploads = (stored: readonly Photo[] = []): PhotoUploads =>
  createPhotoUploads(
    {
      downscale,
      upload: uploadPhoto,
      uploadFailureOf,
      lostSentence: () => t`This photo is not there any more. Please add it again.`,
      makeKey: randomKey,
      showPreview: (file) => URL.createObjectURL(file),
      dropPreview: (url) => URL.revokeObjectURL(url),
    },
    stored,
  );

type FormPhotos = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  /** Keeps them until this is done, even when the form goes before: what is being shared is shared with its photos. */
  readonly keepAliveUntil: (work: Promise<unknown>) => void;
};

/**
 * The photos of the form that calls this; they stop and are forgotten when it goes. `stored` are those it begins
 * with, of a listing or a draft: only the first value counts.
 */
export function usePhotoUploads(stored: readonly Photo[] = []): FormPhotos {
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const [uploads] = useState(() => createBrowserPhotoUploads(stored));
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => {
    window.addEventListener('online', uploads.retryOffline);
    return () => window.removeEventListener('online', uploads.retryOffline);
  }, [uploads]);
  useEffect(() => () => void work.current.finally(uploads.clear), [uploads]);
  const keepAliveUntil = (promise: Promise<unknown>) => {
    work.current = promise;
  };
  return { uploads, items, keepAliveUntil };
}
