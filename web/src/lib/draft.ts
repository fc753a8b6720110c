import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { useEffect, useState } from 'react';
import { personalDataOwner, personalKey } from './personal-storage.ts';
import { createStore, type ReadableStore, useStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/** What one person has written in a form and not sent, kept in this browser. Of two tabs, the last to write wins. */
export type Draft<T> = {
  /** The draft as stored now; null if there is none or it is too old. */
  readonly load: () => T | null;
  readonly save: (draft: T | null) => void;
  /** After sending or discarding it: removes the draft, unless another tab has written since, and saves nothing more. */
  readonly discard: () => void;
  readonly isDiscarded: () => boolean;
  /** Whether what is stored is what was last loaded or saved here. */
  readonly isLatest: () => boolean;
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

type Kept<T> = { readonly savedAtMs: number; readonly value: T };

/** A stored draft; null if it is not usable. */
function parseKept<T>(stored: unknown, parse: (value: unknown) => T | null): Kept<T> | null {
  if (!isValues(stored) || typeof stored['savedAtMs'] !== 'number') return null;
  const value = parse(stored['value']);
  return value === null ? null : { savedAtMs: stored['savedAtMs'], value };
}

export function createDraft<T>({ name, personId, parse, keptMs }: Options<T>): Draft<T> {
  const stored = storedValue({
    key: personalKey(name, personId),
    parse: (text) => parseKept(text, parse),
  });
  /** As last loaded or saved here. */
  let seen: Kept<T> | null = null;
  let isDiscarded = false;
  const isLatest = () => stored.get() === seen;
  return {
    load: () => {
      const draft = stored.get();
      if (draft && Date.now() - draft.savedAtMs >= keptMs) stored.set(null);
      seen = stored.get();
      return seen && seen.value;
    },
    save: (draft) => {
      if (isDiscarded) return;
      seen = draft === null ? null : { savedAtMs: Date.now(), value: draft };
      stored.set(seen);
    },
    discard: () => {
      isDiscarded = true;
      if (isLatest()) stored.set(null);
    },
    isDiscarded: () => isDiscarded,
    isLatest,
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

/** What is worth finishing. */
const KEPT_MS = 7 * DAY_MS;

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Whether a stored value has the shape of a known one; null is the shape of what nobody has said. */
const isLike = (stored: unknown, known: unknown): boolean =>
  stored === null ||
  known === null ||
  (typeof stored === typeof known && Array.isArray(stored) === Array.isArray(known));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function openDraft<T extends object>(name: string, initial: T) {
  const personId = personalDataOwner();
  const draft = createDraft<Values>({
    name,
    personId: personId ?? '',
    keptMs: KEPT_MS,
    parse: (stored) => (isValues(stored) ? stored : null),
  });
  const known: Values = Object.fromEntries(Object.entries(initial));
  const kept = Object.entries((personId && draft.load()) || {}).filter(
    ([field, value]) => field in known && isLike(value, known[field]),
  );
  const values = createStore<T>({ ...initial, ...Object.fromEntries(kept) });
  let isForgotten = false;
  const save = () => {
    if (personId === null || isForgotten) return;
    const changed = Object.entries(values.get()).filter(([field, value]) => !isSame(value, known[field]));
    draft.save(changed.length > 0 ? Object.fromEntries(changed) : null);
  };
  let saving: ReturnType<typeof saveWhileWriting> | undefined;
  return {
    name,
    values,
    change: (changes: Partial<T>): void => {
      isForgotten = false;
      values.set({ ...values.get(), ...changes });
      saving?.changed();
    },
    forget: (): void => {
      isForgotten = true;
      draft.save(null);
    },
    keep: () => {
      saving = saveWhileWriting(save);
      return saving.stop;
    },
  };
}

/**
 * A form's values that survive a reload, a lost session and a crash: what the person has changed of `initial` is stored
 * while they write, until they sign out, or until `forget`, after sending or discarding it. `name` says which form, and
 * what it is about.
 */
export function useFormDraft<T extends object>(
  name: string,
  initial: T,
): readonly [values: T, change: (changes: Partial<T>) => void, forget: () => void] {
  const [opened, setOpened] = useState(() => openDraft(name, initial));
  const draft = opened.name === name ? opened : openDraft(name, initial);
  if (draft !== opened) setOpened(draft);
  useEffect(() => draft.keep(), [draft]);
  return [useStore(draft.values), draft.change, draft.forget];
}
