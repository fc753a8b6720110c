import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { isUnderWay, type PhotoAction, type PhotoItem, photoList, storedItem } from './photo-list.ts';
import { type Sorted, sortPhotos } from './photo-checks.ts';
import type { PutSettings } from './put-file.ts';

/** Two at a time: one alone leaves the line idle while the server answers, five starve each other. */
const AT_ONCE = 2;

/** What the uploads need from the browser. */
export type UploadParts = {
  readonly downscale: (file: File) => Promise<Blob>;
  readonly upload: (file: Blob, settings: PutSettings) => Promise<Photo>;
  readonly sentenceOf: (error: unknown) => string;
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
  readonly retry: (key: string) => void;
  /** Takes a photo away, and stops sending it. */
  readonly remove: (key: string) => void;
  readonly move: (key: string, to: number) => void;
  /** Resolves when nothing is under way any more. */
  readonly settled: () => Promise<void>;
  /** Forgets everything and stops what is under way. */
  readonly clear: () => void;
};

/** The photos of a new form; `stored` are the pictures it begins with. */
export function makePhotoUploads(parts: UploadParts, stored: readonly Photo[] = []): PhotoUploads {
  let items: readonly PhotoItem[] = stored.map((photo) => storedItem(photo, parts.makeKey()));
  const listeners = new Set<() => void>();
  const underWay = new Map<string, AbortController>();
  let waitingForAll: (() => void)[] = [];

  const act = (action: PhotoAction) => {
    items = photoList(items, action);
    for (const listener of listeners) listener();
    if (items.some(isUnderWay)) return;
    const told = waitingForAll;
    waitingForAll = [];
    for (const tell of told) tell();
  };

  const send = async ({ key, file }: PhotoItem, controller: AbortController): Promise<void> => {
    const { signal } = controller;
    if (!file) return;
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
      if (!signal.aborted) act({ type: 'fail', key, sentence: parts.sentenceOf(error) });
    } finally {
      if (underWay.get(key) === controller) underWay.delete(key);
      startNext();
    }
  };

  const startNext = (): void => {
    while (underWay.size < AT_ONCE) {
      const next = items.find(({ status }) => status === 'waiting');
      if (!next) return;
      const controller = new AbortController();
      underWay.set(next.key, controller);
      act({ type: 'start', key: next.key });
      void send(next, controller);
    }
  };

  const stop = (item: PhotoItem): void => {
    underWay.get(item.key)?.abort();
    underWay.delete(item.key);
    parts.dropPreview(item.previewUrl);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    items: () => items,
    add: (files) => {
      const { taken, refused } = sortPhotos(files, items.length);
      if (taken.length > 0) {
        act({
          type: 'add',
          items: taken.map((file) => ({
            key: parts.makeKey(),
            name: file.name,
            file,
            caption: '',
            previewUrl: parts.showPreview(file),
            status: 'waiting',
            progress: 0,
            photo: null,
            sentence: null,
          })),
        });
        startNext();
      }
      return refused;
    },
    retry: (key) => {
      act({ type: 'retry', key });
      startNext();
    },
    remove: (key) => {
      const item = items.find((one) => one.key === key);
      if (!item) return;
      stop(item);
      act({ type: 'remove', key });
      startNext();
    },
    move: (key, to) => act({ type: 'move', key, to }),
    settled: () =>
      items.some(isUnderWay)
        ? new Promise((resolve) => {
            waitingForAll.push(resolve);
          })
        : Promise.resolve(),
    clear: () => {
      for (const item of items) stop(item);
      act({ type: 'clear' });
    },
  };
}
