import { useStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/*
 * Whether the signed-in person keeps it discreet. The device remembers it, so that a title and an icon that tell nothing
 * are shown before the server has answered; the cookie is for the page itself, which is shown before any script runs.
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

/** Remembers whether the signed-in person keeps it discreet; false where nobody is signed in. Other tabs follow. */
export function setDiscreet(discreet: boolean): void {
  if (discreet !== isDiscreet()) remembered.set(discreet ? true : null);
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `discreet=1; path=/; max-age=${discreet ? YEAR_S : -1}; samesite=lax${secure}`;
}

/** Begins with what the device remembers, and forgets it where nobody can be signed in. Returns how to stop. */
export function startDiscreetMode({ mayHaveSession }: { readonly mayHaveSession: boolean }): () => void {
  if (!mayHaveSession) setDiscreet(false);
  showIcon();
  return remembered.subscribe(showIcon);
}

/** Whether titles tell nothing of food and requests. */
export const useDiscreet = (): boolean => useStore({ get: isDiscreet, subscribe: remembered.subscribe });
