import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import { type PartitionedPhotos, partitionPhotos } from './photo-checks.ts';
import {
  isUploadPending,
  type KeptFiles,
  type PhotoAction,
  type PhotoFailure,
  type PhotoItem,
  photoListReducer,
} from './photo-list.ts';
import type { PutSettings } from './upload-photo.ts';

/** One at a time leaves the connection idle while the server processes a photo; five compete for it. */
const MAX_CONCURRENT_UPLOADS = 2;

export type UploadFunctions = {
  readonly downscale: (file: File) => Promise<Blob>;
  readonly upload: (file: Blob, settings: PutSettings) => Promise<Photo>;
  readonly failureOf: (error: unknown) => PhotoFailure;
  readonly tooBigMessage: (name: string) => string;
  /** The message for a stored photo that does not exist any more. */
  readonly missingMessage: () => string;
  readonly makeKey: () => string;
  readonly createPreview: (file: File) => string;
  readonly revokePreview: (url: string) => void;
};

export type UploadState = {
  readonly items: readonly PhotoItem[];
  /** The last removed photo, while it can be restored: until another one is removed or added. */
  readonly lastRemoved: PhotoItem | null;
};

/** The photos of one form. Uploads run while the form is being filled in, also with the dialog closed. */
export type PhotoUploads = {
  readonly state: ReadableStore<UploadState>;
  readonly items: () => readonly PhotoItem[];
  /** Accepts what fits and starts uploading; returns the rejected files. */
  readonly add: (files: readonly File[]) => PartitionedPhotos<File>['rejected'];
  /** Adds what an earlier page has kept, under the keys that its photos had there. */
  readonly addKept: (files: Promise<KeptFiles>) => void;
  /** Adds stored photos, as many as fit. */
  readonly addUploaded: (photos: readonly Photo[]) => void;
  readonly retry: (key: string) => void;
  /** Uploads again what failed without a response. */
  readonly retryOffline: () => void;
  readonly remove: (key: string) => void;
  readonly undoRemove: () => void;
  readonly dropRemoved: () => void;
  readonly move: (key: string, to: number) => void;
  readonly setCaption: (key: string, caption: string) => void;
  /** Marks a stored photo that does not exist any more as failed. */
  readonly markMissing: (key: string) => void;
  /** Resolves when no upload is pending, and what was kept is here. */
  readonly settled: () => Promise<void>;
  readonly clear: () => void;
};

const WAITING = { status: 'waiting', progress: 0, photo: null, failure: null } as const;
const ARRIVED = { name: '', file: null, status: 'done', progress: 1, failure: null } as const;

export function createPhotoUploads(functions: UploadFunctions, stored: readonly Photo[] = []): PhotoUploads {
  const state = createStore<UploadState>({ items: [], lastRemoved: null });
  /** Where `lastRemoved` was in the list. */
  let lastRemovedIndex = 0;
  const running = new Map<string, AbortController>();
  let settledCallbacks: (() => void)[] = [];
  let reading: Promise<unknown> = Promise.resolve();

  const items = () => state.get().items;
  const dispatch = (action: PhotoAction, lastRemoved = state.get().lastRemoved) => {
    state.set({ items: photoListReducer(items(), action), lastRemoved });
    if (items().some(isUploadPending)) return;
    const callbacks = settledCallbacks;
    settledCallbacks = [];
    for (const callback of callbacks) callback();
  };

  const send = async (key: string, file: File, controller: AbortController): Promise<void> => {
    const { signal } = controller;
    try {
      const smaller = await functions.downscale(file);
      signal.throwIfAborted();
      if (smaller.size > MAX_PHOTO_BYTES) {
        dispatch({
          type: 'fail',
          key,
          failure: { message: functions.tooBigMessage(file.name), retry: 'never' },
        });
        return;
      }
      const photo = await functions.upload(smaller, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) dispatch({ type: 'progress', key, share });
        },
      });
      if (!signal.aborted) dispatch({ type: 'done', key, photo });
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'fail', key, failure: functions.failureOf(error) });
    } finally {
      if (running.get(key) === controller) running.delete(key);
      startNext();
    }
  };

  const startNext = (): void => {
    while (running.size < MAX_CONCURRENT_UPLOADS) {
      const next = items().find(({ status }) => status === 'waiting');
      if (!next?.file) return;
      const controller = new AbortController();
      running.set(next.key, controller);
      dispatch({ type: 'start', key: next.key });
      void send(next.key, next.file, controller);
    }
  };

  const stop = ({ key }: PhotoItem): void => {
    running.get(key)?.abort();
    running.delete(key);
  };
  const revokePreview = (item: PhotoItem | null): void => {
    if (item?.file) functions.revokePreview(item.previewUrl);
  };

  const addUploaded = (photos: readonly Photo[]): void => {
    const here = new Set(items().map(({ photo }) => photo?.objectPath));
    const fresh = photos.filter(({ objectPath }) => !here.has(objectPath));
    dispatch({
      type: 'add',
      items: fresh.slice(0, MAX_PHOTOS_PER_LISTING - items().length).map((photo) => ({
        ...ARRIVED,
        key: photo.objectPath,
        previewUrl: `${photo.objectPath}?w=640`,
        photo,
        caption: photo.caption,
      })),
    });
  };
  addUploaded(stored);

  const add = (files: readonly File[], kept?: KeptFiles): PartitionedPhotos<File>['rejected'] => {
    const { accepted, rejected } = partitionPhotos(files, items().length);
    if (accepted.length > 0) {
      revokePreview(state.get().lastRemoved);
      const added = accepted.map((file) => ({
        ...WAITING,
        key: kept?.get(file) ?? functions.makeKey(),
        name: file.name,
        file,
        previewUrl: functions.createPreview(file),
        caption: '',
      }));
      dispatch({ type: 'add', items: added }, null);
      startNext();
    }
    return rejected;
  };

  return {
    state,
    items,
    add: (files) => add(files),
    addKept: (files) => {
      reading = files.then((kept) => add([...kept.keys()], kept));
    },
    addUploaded,
    retry: (key) => {
      dispatch({ type: 'retry', key });
      startNext();
    },
    retryOffline: () => {
      for (const { key, failure } of items())
        if (failure?.retry === 'when-online') dispatch({ type: 'retry', key });
      startNext();
    },
    remove: (key) => {
      const index = items().findIndex((one) => one.key === key);
      const item = items()[index];
      if (!item) return;
      stop(item);
      revokePreview(state.get().lastRemoved);
      lastRemovedIndex = index;
      dispatch({ type: 'remove', key }, item);
      startNext();
    },
    undoRemove: () => {
      const { lastRemoved: item } = state.get();
      if (!item || items().length >= MAX_PHOTOS_PER_LISTING) return;
      // an upload that was aborted starts again
      const restored = isUploadPending(item) ? { ...item, ...WAITING } : item;
      dispatch({ type: 'restore', item: restored, to: lastRemovedIndex }, null);
      startNext();
    },
    dropRemoved: () => {
      revokePreview(state.get().lastRemoved);
      state.set({ items: items(), lastRemoved: null });
    },
    move: (key, to) => dispatch({ type: 'move', key, to }),
    setCaption: (key, caption) => dispatch({ type: 'caption', key, caption }),
    markMissing: (key) =>
      dispatch({ type: 'fail', key, failure: { message: functions.missingMessage(), retry: 'never' } }),
    settled: async () => {
      await reading;
      if (items().some(isUploadPending)) await new Promise<void>((resolve) => settledCallbacks.push(resolve));
    },
    clear: () => {
      for (const item of items()) {
        stop(item);
        revokePreview(item);
      }
      revokePreview(state.get().lastRemoved);
      dispatch({ type: 'clear' }, null);
    },
  };
}
