import type { Messages } from '@lingui/core';

/** The texts of the web app, or those of errors, which it shares with the server. */
export type Catalog = 'texts' | 'errors';

/** All languages but English, whose texts stand in the code (messages-plugin.ts). */
const texts = import.meta.glob<Messages>(['../../locales/*.po', '!../../locales/en.po'], {
  import: 'messages',
});
const errors = import.meta.glob<Messages>('../../../../domain/src/locales/*/errors.po', {
  import: 'messages',
});

export async function loadCatalog(language: string, catalog: Catalog): Promise<Messages> {
  const load =
    catalog === 'errors'
      ? errors[`../../../../domain/src/locales/${language}/errors.po`]
      : texts[`../../locales/${language}.po`];
  return (await load?.()) ?? {};
}
