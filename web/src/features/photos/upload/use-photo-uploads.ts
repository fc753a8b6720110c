import { t } from '@lingui/core/macro';
import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useState } from 'react';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { useStore } from '#web/lib/store.ts';
import { keepFiles, takeFiles } from './kept-files.ts';
import { tooBigMessage } from './photo-checks.ts';
import { mayStillArrive, type PhotoItem } from './photo-list.ts';
import { createPhotoUploads, type PhotoUploads } from './photo-uploads.ts';
import { uploadFailureOf, uploadPhoto } from './upload-photo.ts';

/** Uploads from this browser; `stored` are photos that the server has already. */
export const createBrowserPhotoUploads = (stored: readonly Photo[] = []): PhotoUploads =>
  createPhotoUploads(
    {
      downscale,
      upload: uploadPhoto,
      failureOf: uploadFailureOf,
      tooBigMessage,
      missingMessage: () => t`This photo is gone. Please add it again.`,
      makeKey: randomKey,
      createPreview: (file) => URL.createObjectURL(file),
      revokePreview: (url) => URL.revokeObjectURL(url),
    },
    stored,
  );

export type FormPhotos = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  /**
   * Keeps the uploads running until this is done, also if the form unmounts: submitting waits for its photos.
   */
  readonly keepAliveUntil: (work: Promise<unknown>) => void;
  /**
   * Lets uploads finish although the form unmounts: the next form of this name goes on with them. If none comes before all
   * have arrived, `then` is called; it returns whether it has kept them.
   */
  readonly leaveBehind: (then: () => boolean) => void;
  /** The next form of this name begins with none of them. */
  readonly discard: () => void;
};

type Lent = {
  readonly name: string;
  readonly uploads: PhotoUploads;
  /** Forms that show them, and what is submitted with them. */
  users: number;
  /** Called once nothing may still arrive for a form that is gone. Returns whether it keeps them now. */
  then: (() => boolean) | null;
};

/** The uploads that forms borrow, by the form's name. */
const byName = new Map<string, Lent>();

function borrow(name: string, stored: readonly Photo[]): Lent {
  const lent = byName.get(name) ?? open(name);
  lent.uploads.addUploaded(stored);
  lent.then = null;
  return lent;
}

function open(name: string): Lent {
  const lent: Lent = { name, uploads: createBrowserPhotoUploads(), users: 0, then: null };
  byName.set(name, lent);
  keepFiles(lent.uploads, name);
  lent.uploads.addKept(takeFiles(name));
  window.addEventListener('online', lent.uploads.retryOffline);
  lent.uploads.state.subscribe(() => lent.then && giveBack(lent));
  return lent;
}

function leaveBehind(lent: Lent, then: Lent['then']): void {
  lent.then = then;
}

function discard(lent: Lent): void {
  if (byName.get(lent.name) === lent) byName.delete(lent.name);
}

/** Ends uploads that nobody uses, once nothing of a form that was left behind may still arrive. */
function giveBack(lent: Lent): void {
  const { uploads, users, then } = lent;
  if (users > 0 || (then && (uploads.items().some(mayStillArrive) || !then()))) return;
  lent.then = null;
  discard(lent);
  window.removeEventListener('online', uploads.retryOffline);
  uploads.clear();
}

/** Returns what ends the use: a moment later, since another form of the same name may take this one's place. */
function lend(lent: Lent): () => void {
  lent.users += 1;
  return () => {
    lent.users -= 1;
    queueMicrotask(() => giveBack(lent));
  };
}

/**
 * The photos of the form of this name; its next form goes on with what it leaves behind, also after a reload. `stored` are
 * its initial photos: only the first value counts.
 */
export function usePhotoUploads(name: string, stored: readonly Photo[] = []): FormPhotos {
  const [lent] = useState(() => borrow(name, stored));
  const { uploads } = lent;
  const items = useStore(uploads.state, (state) => state.items);
  useEffect(() => lend(lent), [lent]);
  return {
    uploads,
    items,
    keepAliveUntil: (work) => void work.finally(lend(lent)),
    leaveBehind: (then) => leaveBehind(lent, then),
    discard: () => discard(lent),
  };
}

/** The longest side of an upload, in pixels. */
const LONGEST_SIDE_PX = 2048;
const JPEG_QUALITY = 0.85;

/** Anything else is converted to JPEG, if this browser can decode it. */
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

type Decoded = {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
  readonly close: () => void;
};

/** Decodes a photo, upright. Some browsers show what they cannot make a bitmap of: HEIC, or more pixels than fit. */
async function decode(file: Blob): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    const source = new Image();
    source.src = URL.createObjectURL(file);
    const close = () => URL.revokeObjectURL(source.src);
    try {
      await source.decode();
    } catch (error) {
      close();
      throw error;
    }
    return { source, width: source.naturalWidth, height: source.naturalHeight, close };
  }
}

function createCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d', { alpha: false }) };
}

/** Two colors that are far from each other, from white, and from the gray of noise. */
const KNOWN_COLORS = [
  [200, 40, 80],
  [20, 160, 230],
] as const;
const COLOR_SIDE_PX = 16;
/** What JPEG, and noise that nobody sees, may change a color by. */
const COLOR_TOLERANCE = 24;

/** Whether this browser gives out what was drawn: against fingerprints, some give noise instead. */
async function keepsColors(): Promise<boolean> {
  const { canvas, context } = createCanvas(COLOR_SIDE_PX * KNOWN_COLORS.length, COLOR_SIDE_PX);
  if (!context) return false;
  for (const [at, color] of KNOWN_COLORS.entries()) {
    context.fillStyle = `rgb(${color.join()})`;
    context.fillRect(at * COLOR_SIDE_PX, 0, COLOR_SIDE_PX, COLOR_SIDE_PX);
  }
  const encoded = await encodeJpeg(canvas);
  if (!encoded) return false;
  const { source, close } = await decode(encoded);
  context.drawImage(source, 0, 0);
  close();
  return KNOWN_COLORS.every((color, at) => {
    const { data } = context.getImageData((at + 0.5) * COLOR_SIDE_PX, COLOR_SIDE_PX / 2, 1, 1);
    return color.every((value, channel) => Math.abs(value - (data[channel] ?? 0)) <= COLOR_TOLERANCE);
  });
}

async function shrink(file: Blob): Promise<Blob> {
  try {
    const { source, close, ...full } = await decode(file);
    try {
      if (!(await keepsColors())) return file;
      const { width, height } = fitWithin(full.width, full.height, LONGEST_SIDE_PX);
      const { canvas, context } = createCanvas(width, height);
      if (!context) return file;
      // JPEG has no transparency: transparent areas become white instead of black.
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(source, 0, 0, width, height);
      const smaller = await encodeJpeg(canvas);
      const gains =
        smaller && smaller.size > 0 && (smaller.size < file.size || !SHOWN_EVERYWHERE.has(file.type));
      return gains ? smaller : file;
    } finally {
      close();
    }
  } catch {
    return file;
  }
}

/** A phone that is out of memory may never answer. */
const LONGEST_SHRINK_MS = 30 * SECOND_MS;

/**
 * Makes a photo smaller for slow connections: at most 2048 pixels a side, upright, as JPEG. Returns the original if the
 * browser cannot decode it in half a minute or does not give out what it draws, or if the result is larger.
 */
export async function downscale(file: Blob): Promise<Blob> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const original = new Promise<Blob>((resolve) => {
    timer = setTimeout(() => resolve(file), LONGEST_SHRINK_MS);
  });
  const sent = await Promise.race([shrink(file), original]);
  clearTimeout(timer);
  return sent;
}
