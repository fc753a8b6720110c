import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';

export type PhotoStatus = 'waiting' | 'sending' | 'done' | 'failed';

/** One photo on its way, or arrived. */
export type PhotoItem = {
  readonly key: string;
  readonly name: string;
  /** Null for a picture that was stored before this form opened. */
  readonly file: File | null;
  /** What it shows, for who cannot see it; may be empty. */
  readonly caption: string;
  /** An address of the file in this page, or of the stored picture, for its thumbnail. */
  readonly previewUrl: string;
  readonly status: PhotoStatus;
  /** Share sent, 0 to 1. */
  readonly progress: number;
  readonly photo: Photo | null;
  /** What a person is told about a failure. */
  readonly sentence: string | null;
};

export type PhotoAction =
  | { readonly type: 'add'; readonly items: readonly PhotoItem[] }
  | { readonly type: 'start' | 'retry' | 'remove'; readonly key: string }
  | { readonly type: 'progress'; readonly key: string; readonly share: number }
  | { readonly type: 'done'; readonly key: string; readonly photo: Photo }
  | { readonly type: 'fail'; readonly key: string; readonly sentence: string }
  | { readonly type: 'move'; readonly key: string; readonly to: number }
  | { readonly type: 'clear' };

const change = (
  items: readonly PhotoItem[],
  key: string,
  changes: Partial<PhotoItem>,
): readonly PhotoItem[] => items.map((item) => (item.key === key ? { ...item, ...changes } : item));

function moved(items: readonly PhotoItem[], key: string, to: number): readonly PhotoItem[] {
  const item = items.find((one) => one.key === key);
  if (!item) return items;
  const rest = items.filter((one) => one !== item);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, item);
}

/** The list of photos after something happened to it. The first one is the one that the feed shows. */
export function photoList(items: readonly PhotoItem[], action: PhotoAction): readonly PhotoItem[] {
  switch (action.type) {
    case 'add':
      return [...items, ...action.items];
    case 'start':
      return change(items, action.key, { status: 'sending', progress: 0, sentence: null });
    case 'retry':
      return change(items, action.key, { status: 'waiting', progress: 0, sentence: null });
    case 'progress':
      return change(items, action.key, { progress: action.share });
    case 'done':
      return change(items, action.key, { status: 'done', progress: 1, photo: action.photo, sentence: null });
    case 'fail':
      return change(items, action.key, { status: 'failed', sentence: action.sentence });
    case 'remove':
      return items.filter(({ key }) => key !== action.key);
    case 'move':
      return moved(items, action.key, action.to);
    default:
      return [];
  }
}

/** The stored paths of what has arrived, in the order shown. */
export function arrivedPaths(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo }) => (photo ? [photo.objectPath] : []));
}

/** What the arrived ones show, in the order of `arrivedPaths`. */
export function arrivedCaptions(items: readonly PhotoItem[]): string[] {
  return items.flatMap(({ photo, caption }) => (photo ? [caption] : []));
}

/** A stored picture as an arrived item, so that a form can begin with it. */
export function storedItem(photo: Photo, key: string): PhotoItem {
  return {
    key,
    name: '',
    file: null,
    caption: photo.caption,
    previewUrl: `${photo.objectPath}?w=640`,
    status: 'done',
    progress: 1,
    photo,
    sentence: null,
  };
}

export const isUnderWay = ({ status }: PhotoItem): boolean => status === 'waiting' || status === 'sending';
