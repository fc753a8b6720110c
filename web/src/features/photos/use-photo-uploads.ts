import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { makeFormPhotos } from './form-photos.ts';
import type { PhotoItem } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';

type FormPhotos = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  /** Keeps them until this is done, even when the form goes before: what is being shared is shared with its photos. */
  readonly keepFor: (work: Promise<unknown>) => void;
};

/**
 * The photos of the form that calls this; they stop and are forgotten when it goes. `stored` are those it begins
 * with, of a listing or a draft: only the first value counts.
 */
export function usePhotoUploads(stored: readonly Photo[] = []): FormPhotos {
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const [uploads] = useState(() => makeFormPhotos(stored));
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => {
    window.addEventListener('online', uploads.retryUnanswered);
    return () => window.removeEventListener('online', uploads.retryUnanswered);
  }, [uploads]);
  useEffect(() => () => void work.current.finally(uploads.clear), [uploads]);
  const keepFor = (promise: Promise<unknown>) => {
    work.current = promise;
  };
  return { uploads, items, keepFor };
}
