import { mayStore } from './personal-storage.ts';
import { createEvent, type Store } from './store.ts';

type Origin = 'this-page' | 'other-tab';

/** `key` is null after another tab has cleared the whole storage. */
const changes = createEvent<{ readonly key: string | null; readonly origin: Origin }>(() => {
  const onStorage = ({ key }: StorageEvent) => changes.emit({ key, origin: 'other-tab' });
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
});

export type StoredValue<T> = Omit<Store<T | null>, 'subscribe'> & {
  readonly subscribe: (listener: (origin: Origin) => void) => () => void;
};

type Options<T> = {
  readonly key: string;
  /** Checks the shape of what was stored, perhaps by an older version; null if it is not usable. */
  readonly parse: (stored: unknown) => T | null;
  /** `session`: as long as this tab is open, and in no other. */
  readonly lasts?: 'long' | 'session';
};

/**
 * A value in the browser's storage, as JSON. `get` returns null for nothing and for what `parse` refuses, and
 * the same object until the stored text changes. `set(null)` removes it. Where storage is switched off or full, the
 * value lives as long as this object. Subscribers hear of changes in this page and in other tabs.
 */
export function storedValue<T>({ key, parse, lasts = 'long' }: Options<T>): StoredValue<T> {
  const storage = () => (lasts === 'session' ? window.sessionStorage : window.localStorage);
  let cached: { readonly text: string | null; readonly value: T | null } = { text: null, value: null };
  let unstored: { readonly text: string | null } | null = null;

  const readText = (): string | null => {
    if (unstored) return unstored.text;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const parseText = (text: string | null): T | null => {
    try {
      return text === null ? null : parse(JSON.parse(text));
    } catch {
      return null;
    }
  };

  return {
    get: () => {
      const text = readText();
      if (text !== cached.text) cached = { text, value: parseText(text) };
      return cached.value;
    },
    set: (value) => {
      const text = value === null ? null : JSON.stringify(value);
      cached = { text, value };
      try {
        if (text === null) storage().removeItem(key);
        else if (mayStore(key)) storage().setItem(key, text);
        unstored = null;
      } catch {
        unstored = { text };
      }
      changes.emit({ key, origin: 'this-page' });
    },
    subscribe: (listener) =>
      changes.subscribe((change) => {
        if (change.key === key || change.key === null) listener(change.origin);
      }),
  };
}
