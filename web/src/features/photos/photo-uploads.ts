import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import {
  isUploadPending,
  type PhotoAction,
  type PhotoFailure,
  type PhotoItem,
  photoListReducer,
} from './photo-list.ts';
import { type Sorted, partitionPhotos } from './photo-checks.ts';
import type { PutSettings } from './upload-photo.ts';

/** Two at a time: one alone leaves the line idle while the server answers, five starve each other. */
const AT_ONCE = 2;

/** What the uploads need from the browser. */
export type UploadParts = {
  readonly downscale: (file: File) => Promise<Blob>;
  readonly upload: (file: Blob, settings: PutSettings) => Promise<Photo>;
  readonly uploadFailureOf: (error: unknown) => PhotoFailure;
  /** Of a photo that was stored before and is there no more. */
  readonly lostSentence: () => string;
  readonly makeKey: () => string;
  readonly showPreview: (file: File) => string;
  readonly dropPreview: (url: string) => void;
};

/** The photos of one form. They go out while the form is being filled, whether or not the dialog is open. */
export type PhotoUploads = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly items: () => readonly PhotoItem[];
  /** Takes what fits and starts sending; answers what was not taken, and why. */
  readonly add: (files: readonly File[]) => Sorted<File>['refused'];
  /** Takes photos that are stored already, as many as fit. */
  readonly addUploaded: (photos: readonly Photo[]) => void;
  readonly retry: (key: string) => void;
  /** Sends again what got no answer. */
  readonly retryOffline: () => void;
  /** Takes a photo away, and stops sending it. */
  readonly remove: (key: string) => void;
  /** The photo that was taken away last, while it can be put back: until another goes or one comes. */
  readonly removed: () => PhotoItem | null;
  readonly putBack: () => void;
  /** What was taken away last cannot be put back any more. */
  readonly forgetRemoved: () => void;
  readonly move: (key: string, to: number) => void;
  readonly setCaption: (key: string, caption: string) => void;
  /** A photo that was stored before is not there any more. */
  readonly lose: (key: string) => void;
  /** Resolves when nothing is under way any more. */
  readonly settled: () => Promise<void>;
  /** Forgets everything and stops what is under way. */
  readonly clear: () => void;
};

const WAITING = { status: 'waiting', progress: 0, photo: null, failure: null } as const;
const ARRIVED = { name: '', file: null, status: 'done', progress: 1, failure: null } as const;

export function createPhotoUploads(parts: UploadParts, stored: readonly Photo[] = []): PhotoUploads {
  let items: readonly PhotoItem[] = [];
  let removed: { readonly item: PhotoItem; readonly place: number } | null = null;
  const listeners = new Set<() => void>();
  const underWay = new Map<string, AbortController>();
  let waitingForAll: (() => void)[] = [];

  const act = (action: PhotoAction) => {
    items = photoListReducer(items, action);
    for (const listener of listeners) listener();
    if (items.some(isUploadPending)) return;
    const told = waitingForAll;
    waitingForAll = [];
    for (const tell of told) tell();
  };

  const send = async (key: string, file: File, controller: AbortController): Promise<void> => {
    const { signal } = controller;
    try {
      const smaller = await parts.downscale(file);
      signal.throwIfAborted();
      const photo = await parts.upload(smaller, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) act({ type: 'progress', key, share });
        },
      });
      if (!signal.aborted) act({ type: 'done', key, photo });
    } catch (error) {
      if (!signal.aborted) act({ type: 'fail', key, failure: parts.uploadFailureOf(error) });
    } finally {
      if (underWay.get(key) === controller) underWay.delete(key);
      startNext();
    }
  };

  const startNext = (): void => {
    while (underWay.size < AT_ONCE) {
      const next = items.find(({ status }) => status === 'waiting');
      if (!next?.file) return;
      const controller = new AbortController();
      underWay.set(next.key, controller);
      act({ type: 'start', key: next.key });
      void send(next.key, next.file, controller);
    }
  };

  const stop = ({ key }: PhotoItem): void => {
    underWay.get(key)?.abort();
    underWay.delete(key);
  };
  const dropPreview = (item: PhotoItem): void => {
    if (item.file) parts.dropPreview(item.previewUrl);
  };
  const dropRemoved = (): void => {
    if (removed) dropPreview(removed.item);
    removed = null;
  };

  const addUploaded = (photos: readonly Photo[]): void => {
    const fresh = photos.filter(({ objectPath }) => !items.some(({ key }) => key === objectPath));
    act({
      type: 'add',
      items: fresh.slice(0, MAX_PHOTOS_PER_LISTING - items.length).map((photo) => ({
        ...ARRIVED,
        key: photo.objectPath,
        previewUrl: `${photo.objectPath}?w=640`,
        photo,
        caption: photo.caption,
      })),
    });
  };
  addUploaded(stored);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    items: () => items,
    add: (files) => {
      const { taken, refused } = partitionPhotos(files, items.length);
      if (taken.length > 0) {
        dropRemoved();
        act({
          type: 'add',
          items: taken.map((file) => ({
            ...WAITING,
            key: parts.makeKey(),
            name: file.name,
            file,
            previewUrl: parts.showPreview(file),
            caption: '',
          })),
        });
        startNext();
      }
      return refused;
    },
    addUploaded,
    retry: (key) => {
      act({ type: 'retry', key });
      startNext();
    },
    retryOffline: () => {
      for (const { key, failure } of items) if (failure?.again === 'when-online') act({ type: 'retry', key });
      startNext();
    },
    remove: (key) => {
      const place = items.findIndex((one) => one.key === key);
      const item = items[place];
      if (!item) return;
      stop(item);
      dropRemoved();
      removed = { item, place };
      act({ type: 'remove', key });
      startNext();
    },
    removed: () => removed?.item ?? null,
    putBack: () => {
      if (!removed || items.length >= MAX_PHOTOS_PER_LISTING) return;
      const { item, place } = removed;
      removed = null;
      // what was on its way when it was taken away begins anew
      act({ type: 'put-back', item: isUploadPending(item) ? { ...item, ...WAITING } : item, to: place });
      startNext();
    },
    forgetRemoved: () => {
      dropRemoved();
      for (const listener of listeners) listener();
    },
    move: (key, to) => act({ type: 'move', key, to }),
    setCaption: (key, caption) => act({ type: 'caption', key, caption }),
    lose: (key) => act({ type: 'fail', key, failure: { sentence: parts.lostSentence(), again: 'never' } }),
    settled: () =>
      items.some(isUploadPending)
        ? new Promise((resolve) => {
            waitingForAll.push(resolve);
          })
        : Promise.resolve(),
    clear: () => {
      for (const item of items) {
        stop(item);
        dropPreview(item);
      }
      dropRemoved();
      act({ type: 'clear' });
    },
  };
}
