import { afterEach, expect, it } from 'vitest';
import { chooseTheme, chosenTheme } from './theme.ts';

afterEach(() => chooseTheme(null));

it('keeps a theme on this device, past the storage that signing out empties, until the device decides again', () => {
  const shown = () => document.documentElement.dataset['theme'];
  expect([chosenTheme(), shown()]).toEqual([null, undefined]);
  chooseTheme('dark');
  window.localStorage.clear();
  expect([chosenTheme(), shown()]).toEqual(['dark', 'dark']);
  chooseTheme('light');
  expect([chosenTheme(), shown()]).toEqual(['light', 'light']);
  chooseTheme(null);
  expect([chosenTheme(), shown()]).toEqual([null, undefined]);
});
