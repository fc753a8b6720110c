import { useSyncExternalStore } from 'react';

type Unsubscribe = () => void;

/** What a component can read and watch: `get` returns the same value until it changes. */
export type ReadableStore<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => Unsubscribe;
};

export type Store<T> = ReadableStore<T> & {
  readonly set: (next: T) => void;
};

export type EventChannel<T> = {
  readonly emit: (event: T) => void;
  readonly subscribe: (listener: (event: T) => void) => Unsubscribe;
};

/**
 * A list of listeners without a value. `whileWatched` runs when the first one subscribes; what it returns runs when
 * the last one has left.
 */
export function createEvent<T = void>(whileWatched?: () => Unsubscribe): EventChannel<T> {
  const listeners = new Set<{ readonly listener: (event: T) => void }>();
  let stop: Unsubscribe | undefined;
  return {
    emit: (event) => {
      for (const { listener } of listeners) listener(event);
    },
    subscribe: (listener) => {
      if (listeners.size === 0) stop = whileWatched?.();
      const entry = { listener };
      listeners.add(entry);
      return () => {
        if (!listeners.delete(entry) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** A value outside React that components and other modules watch. `whileWatched` is as in `createEvent`. */
export function createStore<T>(initial: T, whileWatched?: () => Unsubscribe): Store<T> {
  let value = initial;
  const changed = createEvent(whileWatched);
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      changed.emit();
    },
    subscribe: changed.subscribe,
  };
}

/** The store's value, or a part of it. The selected part has to be the same object until it changes. */
export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part;
export function useStore<T>(store: ReadableStore<T>, select?: (value: T) => unknown): unknown {
  const read = () => (select ? select(store.get()) : store.get());
  // the third argument is for prerendering at build time
  return useSyncExternalStore(store.subscribe, read, read);
}
