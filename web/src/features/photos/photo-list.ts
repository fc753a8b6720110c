import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';

export type PhotoStatus = 'waiting' | 'sending' | 'done' | 'failed';

/** Whether sending the same again may go better: by itself once the line is back, when asked, or never. */
export type Again = 'when-online' | 'when-asked' | 'never';

/** What a person is told about a photo that failed, and what can be done. */
export type PhotoFailure = { readonly sentence: string; readonly again: Again };

/** One photo on its way, or arrived. */
export type PhotoItem = {
  readonly key: string;
  /** The file's name; empty for a photo that was stored before. */
  readonly name: string;
  /** Null for a photo that was stored before. */
  readonly file: File | null;
  /** Where its thumbnail is: in this page while it goes out, on the server for one stored before. */
  readonly previewUrl: string;
  readonly status: PhotoStatus;
  /** Share sent, 0 to 1; at 1 and not yet done, the server is at work on it. */
  readonly progress: number;
  readonly photo: Photo | null;
  readonly failure: PhotoFailure | null;
  /** What it shows, for people who cannot see it. */
  readonly caption: string;
};

export type PhotoAction =
  | { readonly type: 'add'; readonly items: readonly PhotoItem[] }
  | { readonly type: 'start' | 'retry' | 'remove'; readonly key: string }
  | { readonly type: 'progress'; readonly key: string; readonly share: number }
  | { readonly type: 'done'; readonly key: string; readonly photo: Photo }
  | { readonly type: 'fail'; readonly key: string; readonly failure: PhotoFailure }
  | { readonly type: 'caption'; readonly key: string; readonly caption: string }
  | { readonly type: 'move'; readonly key: string; readonly to: number }
  | { readonly type: 'put-back'; readonly item: PhotoItem; readonly to: number }
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

/** The list of photos after something happened to it. The first one is the one that the feed shows. */
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
    case 'put-back':
      return placed(items, action.item, action.to);
    default:
      return [];
  }
}

/** The stored paths of what has arrived, in the order shown. */
export function uploadedPaths(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo }) => (photo ? [photo.objectPath] : []));
}

/** What each of `uploadedPaths` shows, in the same order; empty where nothing was said. */
export function uploadedCaptions(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo, caption }) => (photo ? [caption.trim()] : []));
}

/** What has arrived, as it is shown, with what was said about it: enough to show it again in another form. */
export function uploadedPhotos(items: readonly PhotoItem[]): Photo[] {
  return items.flatMap(({ photo, caption }) => (photo ? [{ ...photo, caption: caption.trim() }] : []));
}

export const isUploadPending = ({ status }: PhotoItem): boolean =>
  status === 'waiting' || status === 'sending';
