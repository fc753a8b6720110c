import { useEffect, useState, useSyncExternalStore } from 'react';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { downscale } from './downscale.ts';
import type { PhotoItem } from './photo-list.ts';
import { makePhotoUploads, type PhotoUploads } from './photo-uploads.ts';
import { uploadPhoto } from './upload-photo.ts';

/** The photos of the form that calls this; they stop and are forgotten when it goes. */
export function usePhotoUploads(): { uploads: PhotoUploads; items: readonly PhotoItem[] } {
  const [uploads] = useState(() =>
    makePhotoUploads({
      downscale,
      upload: uploadPhoto,
      sentenceOf,
      makeKey: randomKey,
      showPreview: (file) => URL.createObjectURL(file),
      dropPreview: (url) => URL.revokeObjectURL(url),
    }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => () => uploads.clear(), [uploads]);
  return { uploads, items };
}
