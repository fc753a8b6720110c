import { useCallback, useSyncExternalStore } from 'react';

/** Whether a CSS media query holds now. */
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

/** Whether there is room for two columns: the breakpoint `wide` of the styles. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 62.5rem)');

/** How the page moves to a place that a press asked for: at once for whoever asks their device for less motion. */
export const scrollBehavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
