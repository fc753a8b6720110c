import { t } from '@lingui/core/macro';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useRef, useState } from 'react';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { useStore } from '#web/lib/store.ts';
import { downscale } from './downscale.ts';
import type { PhotoItem } from './photo-list.ts';
import { createPhotoUploads, type PhotoUploads } from './photo-uploads.ts';
import { uploadFailureOf, uploadPhoto } from './upload-photo.ts';

/** Uploads from this browser; `stored` are photos that the server has already. */
export const createBrowserPhotoUploads = (stored: readonly Photo[] = []): PhotoUploads =>
  createPhotoUploads(
    {
      downscale,
      upload: uploadPhoto,
      failureOf: uploadFailureOf,
      missingMessage: () => t`This photo is gone. Please add it again.`,
      makeKey: randomKey,
      createPreview: (file) => URL.createObjectURL(file),
      revokePreview: (url) => URL.revokeObjectURL(url),
    },
    stored,
  );

type FormPhotos = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  /**
   * Keeps the uploads running until this is done, also if the form unmounts: submitting waits for its photos.
   */
  readonly keepAliveUntil: (work: Promise<unknown>) => void;
};

/**
 * The photos of the calling form; aborted and dropped when it unmounts. `stored` are the initial photos of a
 * listing or a draft: only the first value counts.
 */
export function usePhotoUploads(stored: readonly Photo[] = []): FormPhotos {
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const [uploads] = useState(() => createBrowserPhotoUploads(stored));
  const items = useStore(uploads.state, (state) => state.items);
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
