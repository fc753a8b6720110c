import type { Messages } from '@lingui/core';
import { type Language, languageAmong, languagesOf } from '@openlarder/domain/kernel/languages.ts';
import { createEvent } from './store.ts';

/** The texts of the web app, or those of errors, which it shares with the server. */
export type Catalog = 'texts' | 'errors';

/** All languages but English, whose texts stand in the code (messages-plugin.ts). */
const texts = import.meta.glob<Messages>(['../../../locales/*.po', '!../../../locales/en.po'], {
  query: '?texts',
  import: 'default',
});
const errors = import.meta.glob<Messages>('../../../locales/*.po', { query: '?errors', import: 'default' });

/** The languages that are there, English first. */
export const LANGUAGES = languagesOf(Object.keys(texts));

export const supportedLanguage = (tags: readonly string[]): Language | null => languageAmong(LANGUAGES, tags);

export async function loadCatalog(language: Language, catalog: Catalog): Promise<Messages> {
  const load = (catalog === 'errors' ? errors : texts)[`../../../locales/${language}.po`];
  return (await load?.()) ?? {};
}

/** In the language itself. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** Tells that the visitor chose a language. */
export const visitorLanguageChosen = createEvent();

/** A cookie, which the server reads too: it puts the first screen into the page. */
const COOKIE = /(?:^|; )language=([a-z]{2,3})(?:;|$)/;
const YEAR_S = 365 * 24 * 60 * 60;

/** The language chosen on this device without an account; null where none was. */
export const visitorLanguage = (): Language | null =>
  supportedLanguage(COOKIE.exec(document.cookie)?.slice(1) ?? []);

export function chooseVisitorLanguage(language: Language): void {
  document.cookie = `language=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  visitorLanguageChosen.emit();
}
