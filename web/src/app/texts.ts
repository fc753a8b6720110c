import { i18n } from '@lingui/core';
import { loadAccountTexts } from '#web/features/accounts/account-texts.ts';
import { messages } from '#web/locales/en/door.po';

/** Loads the words of the first page. English is complete; another language is another pair of catalogues. */
export function loadTexts(): void {
  i18n.load('en', messages);
  i18n.activate('en');
}

/** Loads the words of what lies behind the door; they are there before its first screen is drawn. */
export async function loadHomeTexts(): Promise<void> {
  const home = await import('#web/locales/en/home.po');
  i18n.load('en', home.messages);
}

/** Loads the words of the sign-in page and of what is to be read there. */
export async function loadSignInTexts(): Promise<void> {
  const [signIn] = await Promise.all([import('#web/locales/en/sign-in.po'), loadAccountTexts()]);
  i18n.load('en', signIn.messages);
}
