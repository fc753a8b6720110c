import { t } from '@lingui/core/macro';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useRef, useState } from 'react';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { useStore } from '#web/lib/store.ts';
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

/** The longest side of an upload, in pixels. */
const LONGEST_SIDE_PX = 2048;
const JPEG_QUALITY = 0.85;

/**
 * Types that every browser and the server can show; anything else is converted to JPEG if this browser can
 * decode it.
 */
const SHOWN_EVERYWHERE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The size that fits into a square of `longest` pixels; never larger than the original. */
export function fitWithin(
  width: number,
  height: number,
  longest: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encodeJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

/**
 * Makes a photo smaller for slow connections: at most 2048 pixels a side, upright, as JPEG. Returns the
 * original if the browser cannot decode it or the result is larger.
 */
export async function downscale(file: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const { width, height } = fitWithin(bitmap.width, bitmap.height, LONGEST_SIDE_PX);
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d', { alpha: false });
      if (!context) return file;
      // JPEG has no transparency: transparent areas become white instead of black.
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, width, height);
      const smaller = await encodeJpeg(canvas);
      const gains =
        smaller && smaller.size > 0 && (smaller.size < file.size || !SHOWN_EVERYWHERE.has(file.type));
      return gains ? smaller : file;
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}
