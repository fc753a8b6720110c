import { type ComponentType, createElement, type FC, lazy, useState } from 'react';
import { createEvent } from './store.ts';

/** As in `index.html`, which waits for the script. */
export const PART_LATE_AFTER_MS = 15_000;
const late = createEvent();

/** Calls the listener when a part that is to be shown has not come for a while. */
export const onPartLate = late.subscribe;

/** A component whose code is loaded when it first renders. */
export type LazyPart<P extends object> = FC<P> & {
  /** Loads it ahead: it then renders together with what is around it, and nothing flickers or moves. */
  readonly preload: () => Promise<void>;
};

/**
 * `const Sheet = lazyPart(async () => (await import('./Sheet.tsx')).Sheet)`, in the file that renders it: within a
 * `Suspense`, and within an `ErrorBoundary` that decides what stays if the file is missing.
 */
export function lazyPart<P extends object>(fetchPart: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  const Later = lazy(async () => {
    const timer = setTimeout(late.emit, PART_LATE_AFTER_MS);
    try {
      return { default: await fetchPart() };
    } finally {
      clearTimeout(timer);
    }
  });
  function Part(props: P) {
    // The same one from then on: another one would remount.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    preload: async (): Promise<void> => {
      loaded = await fetchPart();
    },
  });
}
