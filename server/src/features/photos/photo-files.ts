import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import type { ObjectStore } from '#server/platform/object-store.ts';
import type { Picture } from './image-decoder.ts';

export type Width = (typeof PHOTO_WIDTHS)[number];

export const RAW_FOLDER = 'uploads';
export const SIZES_FOLDER = 'photos';

const rawKey = (id: string): string => `${RAW_FOLDER}/${id}`;
const sizeKey = (id: string, width: Width): string => `${SIZES_FOLDER}/${id}-${width}.webp`;
const ID = /^[a-z]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Whose file it is, by its key; null for a key that is none of a photo's. */
export const photoIdOf = (key: string): string | null => ID.exec(key)?.[1] ?? null;

export type PhotoFiles = ReturnType<typeof makePhotoFiles>;

/** Which objects a photo has: the file as it was sent, until it is decoded, then one picture for each width. */
export function makePhotoFiles(objects: ObjectStore) {
  return {
    rawKey,
    readRaw: (id: string) => objects.get(rawKey(id)),
    removeRaw: (id: string) => objects.remove(rawKey(id)),

    read: (id: string, width: Width) => objects.get(sizeKey(id, width)),

    async write(id: string, sizes: Picture['sizes']): Promise<void> {
      for (const [width, bytes] of sizes) await objects.put(sizeKey(id, width), bytes);
    },

    /** False when a picture is not there. */
    async copy(fromId: string, toId: string): Promise<boolean> {
      for (const width of PHOTO_WIDTHS)
        if (!(await objects.copy(sizeKey(fromId, width), sizeKey(toId, width)))) return false;
      return true;
    },

    async areThere(id: string): Promise<boolean> {
      for (const width of PHOTO_WIDTHS) if (!(await objects.has(sizeKey(id, width)))) return false;
      return true;
    },

    async remove(id: string): Promise<void> {
      await objects.remove(rawKey(id));
      for (const width of PHOTO_WIDTHS) await objects.remove(sizeKey(id, width));
    },
  };
}
