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

/**
 * Returns true if the dark theme is active, by the device or by `data-theme`. For canvases, which CSS cannot
 * style.
 */
export const useDarkTheme = (): boolean => useSyncExternalStore(subscribe, isDark);
