import { personalKey } from './personal-storage.ts';
import type { ReadableStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/** What one person has written in a form and not sent, kept in this browser. Of two tabs, the last to write wins. */
export type Draft<T> = {
  /** The draft as stored now; null if there is none or it is too old. */
  readonly load: () => T | null;
  /** Stores a draft, or removes it; does nothing after `discard`. */
  readonly save: (draft: T | null) => void;
  /** After sending or discarding it: removes the draft, unless another tab has written since, and saves nothing more. */
  readonly discard: () => void;
  readonly isDiscarded: () => boolean;
  /** Whether it was removed elsewhere since it was last loaded or saved here: it is sent or discarded. */
  readonly isGone: ReadableStore<boolean>;
};

type Options<T> = {
  readonly name: string;
  readonly personId: string;
  /** Checks the shape of what was stored, perhaps by an older version; null if it is not usable. */
  readonly parse: (stored: unknown) => T | null;
  readonly keptMs: number;
};

export function createDraft<T extends { readonly savedAtMs: number }>({
  name,
  personId,
  parse,
  keptMs,
}: Options<T>): Draft<T> {
  const stored = storedValue({ key: personalKey(name, personId), parse });
  /** As last loaded or saved here. */
  let seen: T | null = null;
  let isDiscarded = false;
  return {
    load: () => {
      const draft = stored.get();
      if (draft && Date.now() - draft.savedAtMs >= keptMs) stored.set(null);
      seen = stored.get();
      return seen;
    },
    save: (draft) => {
      if (isDiscarded) return;
      seen = draft;
      stored.set(draft);
    },
    discard: () => {
      isDiscarded = true;
      if (stored.get() === seen) stored.set(null);
    },
    isDiscarded: () => isDiscarded,
    isGone: {
      get: () => seen !== null && !isDiscarded && stored.get() === null,
      subscribe: stored.subscribe,
    },
  };
}

/** Not on every key press, and at most a word is lost. */
const SAVE_AFTER_MS = 400;

/** Saves what is being written soon after each change, and at the latest when the page is hidden, left or `stop`ped. */
export function saveWhileWriting(save: () => void): {
  readonly changed: () => void;
  readonly stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', flush);
  return {
    changed: () => {
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_AFTER_MS);
    },
    stop: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      flush();
    },
  };
}
