import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useRef } from 'react';
import type { PhotoUploads } from '#web/features/photos/photo-uploads.ts';

const COPY_WIDTH = 1280;

async function fileOf({ objectPath }: Photo): Promise<File | null> {
  try {
    const response = await fetch(`${objectPath}?w=${COPY_WIDTH}`, { credentials: 'same-origin' });
    if (!response.ok) return null;
    const picture = await response.blob();
    return new File([picture], `${objectPath.split('/').at(-1) ?? 'photo'}.webp`, { type: picture.type });
  } catch {
    return null;
  }
}

/**
 * Sends the pictures of an earlier listing once more, for a picture belongs to one listing. What cannot be had is left
 * out. Answers what resolves once they are among the uploads.
 */
export function usePhotoCopies(copies: readonly Photo[], uploads: PhotoUploads): () => Promise<void> {
  const adding = useRef<Promise<void> | null>(null);
  useEffect(() => {
    if (copies.length === 0) return;
    const add = async () => {
      const files = await Promise.all(copies.map(fileOf));
      uploads.add(files.filter((file) => file !== null));
      for (const { key, file } of uploads.items()) {
        const caption = copies[files.indexOf(file)]?.caption;
        if (file && caption) uploads.setCaption(key, caption);
      }
    };
    adding.current ??= add();
  }, [copies, uploads]);
  return () => adding.current ?? Promise.resolve();
}
