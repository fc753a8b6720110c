import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(DARK);
  media.addEventListener('change', listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    media.removeEventListener('change', listener);
    observer.disconnect();
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? window.matchMedia(DARK).matches : chosen === 'dark';
}

/** By the device or `data-theme`, for canvases, which CSS cannot style. */
export const useDarkTheme = (): boolean => useSyncExternalStore(subscribe, isDark);
