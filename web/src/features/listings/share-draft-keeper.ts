import { readDraft, type ShareDraft } from './share-draft.ts';

/** What became of the draft outside this form: somebody wrote on in another tab, or it was shared or cleared there. */
export type Elsewhere = 'written' | 'cleared' | null;

/** Keeps one person's draft in the browser, and never writes over what another tab wrote since it was read here. */
export type DraftKeeper = {
  /** The draft as it is kept now; what is written here follows from it. */
  readonly read: () => ShareDraft | null;
  /** Keeps this, or nothing; while `elsewhere` says something, it is not kept. */
  readonly keep: (draft: ShareDraft | null) => void;
  /** Whatever another tab wrote: from now on what is written here counts. */
  readonly takeOver: () => void;
  /** It is shared, or thrown away: nothing more is kept from here, and other forms that show it are told. */
  readonly forget: () => void;
  readonly isOver: () => boolean;
  readonly elsewhere: () => Elsewhere;
  readonly subscribe: (listener: () => void) => () => void;
};

type Parts = {
  readonly personId: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly nowMs: () => number;
};

export const draftKey = (personId: string): string => `openlarder.share-draft.${personId}`;

/** Forms of this page that show a draft: a page hears of its own changes to the storage by nobody else. */
const shown = new Set<{ readonly key: string; readonly hear: (written: string | null) => void }>();

/** A browser without storage, or with a full one, keeps nothing; writing goes on all the same. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export function makeDraftKeeper({ personId, storage, nowMs }: Parts): DraftKeeper {
  const key = draftKey(personId);
  const listeners = new Set<() => void>();
  /** The text as it was last read or written here. */
  let seen: string | null = null;
  let elsewhere: Elsewhere = null;
  let isOver = false;

  const stored = (): string | null => attempt(() => storage.getItem(key), null);
  const tell = (what: Elsewhere): void => {
    if (elsewhere === what) return;
    elsewhere = what;
    for (const listener of listeners) listener();
  };
  const me = {
    key,
    // Who shows nothing kept has nothing that could be lost; that is looked at when something is written here.
    hear: (written: string | null) => {
      if (written !== seen && seen !== null) tell(written === null ? 'cleared' : 'written');
    },
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key) me.hear(event.newValue);
  };

  return {
    read: () => {
      seen = stored();
      tell(null);
      return readDraft(seen, nowMs());
    },
    keep: (draft) => {
      if (isOver) return;
      const now = stored();
      if (now !== seen) tell(now === null ? 'cleared' : 'written');
      if (elsewhere !== null) return;
      const text = draft && JSON.stringify(draft);
      const kept = attempt(() => {
        if (text === null) storage.removeItem(key);
        else storage.setItem(key, text);
        return true;
      }, false);
      if (kept) seen = text;
    },
    takeOver: () => {
      seen = stored();
      tell(null);
    },
    forget: () => {
      if (stored() === seen) attempt(() => storage.removeItem(key), undefined);
      seen = null;
      isOver = true;
      tell(null);
      for (const other of shown) if (other !== me && other.key === key) other.hear(null);
    },
    isOver: () => isOver,
    elsewhere: () => elsewhere,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        shown.add(me);
        window.addEventListener('storage', onStorage);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        shown.delete(me);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}
