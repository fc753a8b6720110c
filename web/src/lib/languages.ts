import type { Messages } from '@lingui/core';
import { type Language, languageAmong, languagesOf } from '@openlarder/domain/kernel/languages.ts';

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
