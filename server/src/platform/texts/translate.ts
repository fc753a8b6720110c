import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { waitTexts } from '@openlarder/domain/kernel/error-texts.ts';
import { type Language, LANGUAGES, supportedLanguage } from '@openlarder/domain/kernel/languages.ts';
import {
  type TextParams,
  type TextTable,
  verbatim,
  waitOf,
  withWaits,
} from '@openlarder/domain/kernel/text-table.ts';
import { parsePo } from 'pofile-ts';

/** Translates a text of a table into one language; a text that its catalog lacks is in English. */
export type Translate = {
  <Key extends string>(table: TextTable<Key>, key: NoInfer<Key>, params?: TextParams): string;
  readonly language: Language;
};

const SOURCE_LANGUAGE: Language = LANGUAGES[0];

/** The catalogs of the server: its own, and the errors it shares with the browser. */
const catalogsOf = (language: Language): readonly (URL | string)[] => [
  new URL(`../../locales/${language}/server.po`, import.meta.url),
  createRequire(import.meta.url).resolve(`@openlarder/domain/locales/${language}/errors.po`),
];

function translationsOf(language: Language): ReadonlyMap<string, string> {
  // English stands in the tables themselves
  if (language === SOURCE_LANGUAGE) return new Map();
  const items = catalogsOf(language).flatMap((file) => parsePo(readFileSync(file, 'utf8')).items);
  return new Map(items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text] as const] : [])));
}

/** Translates texts by the translations of a language: messages by `<namespace>.<key>`. */
export function makeTranslate(language: Language, translations = translationsOf(language)): Translate {
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  const translate = <Key extends string>(
    table: TextTable<Key>,
    key: NoInfer<Key>,
    params: TextParams = {},
  ): string => {
    const id = `${table.namespace}.${key}`;
    if (!compiled.has(id)) {
      const message = compileMessage(translations.get(id) ?? table.messages[key]);
      compiled.set(id, message);
      i18n.load(language, { [id]: message });
    }
    return i18n._(id, verbatim(withWaits(params, (waitMs) => translateWait(waitMs))));
  };
  const translateWait = (waitMs: number): string => {
    const { unit, count } = waitOf(waitMs);
    return translate(waitTexts, unit, { count });
  };
  return Object.assign(translate, { language });
}

const BY_LANGUAGE = new Map(LANGUAGES.map((language) => [language, makeTranslate(language)]));

export const translateInto = (language: Language): Translate =>
  BY_LANGUAGE.get(language) ?? makeTranslate(language);

/**
 * The community's language, from the variable LANGUAGE. Desktops set it too, as a list like `de_AT.UTF-8:de:en`: the
 * first supported one, else English.
 */
export const communityLanguage = (wanted: string | undefined): Language =>
  supportedLanguage((wanted ?? '').split(':').map((tag) => tag.replace(/\..*$/, ''))) ?? LANGUAGES[0];
