import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { photoSchema } from '@openlarder/domain/photos/photo-schemas.ts';
import { useCallback, useRef } from 'react';
import * as z from 'zod/mini';
import { uploadedPhotos } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';

/** The server deletes a photo that no listing shows after 24 h. */
const KEPT_MS = 23 * HOUR_MS;
/** Instead of the time a photo is in a draft: a listing shows it, so that it stays. */
export const SHOWN = 0;

export const draftPhotoSchema = z.object({ photo: photoSchema, sinceMs: z.number() });
/** A photo of a draft, and since when it is in it, in epoch milliseconds. */
export type DraftPhoto = z.output<typeof draftPhotoSchema>;

/** Those that the server still has. */
export const withoutDeletedPhotos = (photos: readonly DraftPhoto[], nowMs: number): readonly DraftPhoto[] =>
  photos.filter(({ sinceMs }) => sinceMs === SHOWN || nowMs - sinceMs < KEPT_MS);

/** Returns a function that gives the uploaded photos of a form as its draft keeps them; it began with `initial`. */
export function useDraftPhotos(uploads: PhotoUploads, initial: readonly DraftPhoto[]): () => DraftPhoto[] {
  const since = useRef(new Map(initial.map(({ photo, sinceMs }) => [photo.objectPath, sinceMs])));
  return useCallback(() => {
    const takenAtMs = Date.now();
    return uploadedPhotos(uploads.items()).map((photo): DraftPhoto => {
      const sinceMs = since.current.get(photo.objectPath) ?? takenAtMs;
      since.current.set(photo.objectPath, sinceMs);
      return { photo, sinceMs };
    });
  }, [uploads]);
}
