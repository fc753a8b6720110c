import { t } from '@lingui/core/macro';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { downscale } from './downscale.ts';
import { failureOf } from './photo-failure.ts';
import { makePhotoUploads, type PhotoUploads } from './photo-uploads.ts';
import { uploadPhoto } from './upload-photo.ts';

/** Photos that go from this browser to the server; `stored` are those that are there already. */
export const makeFormPhotos = (stored: readonly Photo[] = []): PhotoUploads =>
  makePhotoUploads(
    {
      downscale,
      upload: uploadPhoto,
      failureOf,
      lostSentence: () => t`This photo is not there any more. Please add it again.`,
      makeKey: randomKey,
      showPreview: (file) => URL.createObjectURL(file),
      dropPreview: (url) => URL.revokeObjectURL(url),
    },
    stored,
  );
