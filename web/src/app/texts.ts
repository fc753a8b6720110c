import { i18n } from '@lingui/core';
import { messages } from '../locales/en/door.po';

/** Loads the words of the first page. English is complete; another language is another pair of catalogues. */
export function loadTexts(): void {
  i18n.load('en', messages);
  i18n.activate('en');
}

/** Loads the words of what lies behind the door; they are there before its first screen is drawn. */
export async function loadHomeTexts(): Promise<void> {
  const home = await import('../locales/en/home.po');
  i18n.load('en', home.messages);
}
