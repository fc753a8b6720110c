import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';

export type UploadStatus = 'waiting' | 'sending' | 'done' | 'failed';

export type PhotoRetry = 'when-online' | 'on-request' | 'never';

export type PhotoFailure = { readonly message: string; readonly retry: PhotoRetry };

export type PhotoItem = {
  readonly key: string;
  /** The file's name; empty for a stored photo. */
  readonly name: string;
  /** Null for a stored photo. */
  readonly file: File | null;
  /** The thumbnail's address: an object URL, or the server's for a stored photo. */
  readonly previewUrl: string;
  readonly status: UploadStatus;
  /** Share uploaded, 0 to 1; at 1 and not yet done, the server is processing it. */
  readonly progress: number;
  readonly photo: Photo | null;
  readonly failure: PhotoFailure | null;
  readonly caption: string;
};

/** Files of an earlier page, each with the key of its photo there. */
export type KeptFiles = ReadonlyMap<File, string>;

export type PhotoAction =
  | { readonly type: 'add'; readonly items: readonly PhotoItem[] }
  | { readonly type: 'start' | 'retry' | 'remove'; readonly key: string }
  | { readonly type: 'progress'; readonly key: string; readonly share: number }
  | { readonly type: 'done'; readonly key: string; readonly photo: Photo }
  | { readonly type: 'fail'; readonly key: string; readonly failure: PhotoFailure }
  | { readonly type: 'caption'; readonly key: string; readonly caption: string }
  | { readonly type: 'move'; readonly key: string; readonly to: number }
  | { readonly type: 'restore'; readonly item: PhotoItem; readonly to: number }
  | { readonly type: 'clear' };

const change = (
  items: readonly PhotoItem[],
  key: string,
  changes: Partial<PhotoItem>,
): readonly PhotoItem[] => items.map((item) => (item.key === key ? { ...item, ...changes } : item));

function placed(items: readonly PhotoItem[], item: PhotoItem, to: number): readonly PhotoItem[] {
  return items.toSpliced(Math.max(0, Math.min(items.length, to)), 0, item);
}

function moved(items: readonly PhotoItem[], key: string, to: number): readonly PhotoItem[] {
  const item = items.find((one) => one.key === key);
  if (!item) return items;
  return placed(
    items.filter((one) => one !== item),
    item,
    to,
  );
}

/** Applies an action to the photos of a form. The first photo is the one on the listing's card. */
export function photoListReducer(items: readonly PhotoItem[], action: PhotoAction): readonly PhotoItem[] {
  switch (action.type) {
    case 'add':
      return [...items, ...action.items];
    case 'start':
      return change(items, action.key, { status: 'sending', progress: 0, failure: null });
    case 'retry':
      return change(items, action.key, { status: 'waiting', progress: 0, failure: null });
    case 'progress':
      return change(items, action.key, { progress: action.share });
    case 'done':
      return change(items, action.key, { status: 'done', progress: 1, photo: action.photo, failure: null });
    case 'fail':
      return change(items, action.key, { status: 'failed', photo: null, failure: action.failure });
    case 'caption':
      return change(items, action.key, { caption: action.caption });
    case 'remove':
      return items.filter(({ key }) => key !== action.key);
    case 'move':
      return moved(items, action.key, action.to);
    case 'restore':
      return placed(items, action.item, action.to);
    default:
      return [];
  }
}

/** The stored paths of the uploaded photos, in display order. */
export function uploadedPaths(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo }) => (photo ? [photo.objectPath] : []));
}

/** The captions of `uploadedPaths`, in the same order; empty where there is none. */
export function uploadedCaptions(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo, caption }) => (photo ? [caption.trim()] : []));
}

export function uploadedPhotos(items: readonly PhotoItem[]): Photo[] {
  return items.flatMap(({ photo, caption }) => (photo ? [{ ...photo, caption: caption.trim() }] : []));
}

export const isUploadPending = ({ status }: PhotoItem): boolean =>
  status === 'waiting' || status === 'sending';

export const mayStillArrive = ({ file, status, failure }: PhotoItem): boolean =>
  file !== null && status !== 'done' && failure?.retry !== 'never';
