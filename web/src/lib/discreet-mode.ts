import { useStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/*
 * Whether the signed-in person uses discreet mode. It is stored on the device, so that a neutral title and icon are
 * shown before the server has answered; the cookie is for the page itself, which is shown before any script runs.
 */
const remembered = storedValue<true>({
  key: 'openlarder.discreet',
  parse: (stored) => (stored === true ? true : null),
});

const YEAR_S = 31_536_000;
const ICON = '/favicon.svg';
const DISCREET_ICON = '/plain.svg';

const isDiscreet = (): boolean => remembered.get() === true;

function showIcon(): void {
  const icon = document.querySelector('link[rel="icon"]');
  icon?.setAttribute('href', isDiscreet() ? DISCREET_ICON : ICON);
}

/** Stores whether discreet mode is on; false if signed out. Other tabs follow. */
export function setDiscreet(discreet: boolean): void {
  if (discreet !== isDiscreet()) remembered.set(discreet ? true : null);
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  try {
    document.cookie = `discreet=1; path=/; max-age=${discreet ? YEAR_S : -1}; samesite=lax${secure}`;
  } catch {
    // cookies are refused: there is no session either
  }
}

/** Starts with the stored mode, and clears it if no session can exist. Returns a function that stops. */
export function startDiscreetMode({ mayHaveSession }: { readonly mayHaveSession: boolean }): () => void {
  if (!mayHaveSession) setDiscreet(false);
  showIcon();
  return remembered.subscribe(showIcon);
}

/** Whether titles hide food and requests. */
export const useDiscreet = (): boolean => useStore({ get: isDiscreet, subscribe: remembered.subscribe });
