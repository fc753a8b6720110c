import { useSyncExternalStore } from 'react';

const watchVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** True while the tab is the one in front. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
