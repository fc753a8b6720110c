import { useCallback, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** True if there is room for two columns: the breakpoint `wide`. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 62.5rem)');

/** The behavior for scrolling on a user action: `auto` (immediate) if reduced motion is preferred. */
export const scrollBehavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/**
 * Whether the last call had a reply, since the browser last lost its network. Behind a tunnel or a virtual network some say
 * that they are offline while everything arrives.
 */
export const answered = createStore(false);
const forgetReply = () => answered.set(false);
/** Notes whether a call had a reply. */
export function noteReply(came: boolean): void {
  window.addEventListener('offline', forgetReply);
  answered.set(came);
}

/** Calls the listener when `isOnline` may have changed, until the function that it returns is called. */
function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  const unsubscribe = answered.subscribe(listener);
  return () => {
    unsubscribe();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const isOnline = (): boolean => navigator.onLine || answered.get();

export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, isOnline);

const watchVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** True while the tab is the one in front. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
