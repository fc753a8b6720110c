import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { waitTexts } from '@openlarder/domain/kernel/error-texts.ts';
import {
  type Language,
  languageAmong,
  languagesOf,
  SOURCE_LANGUAGE,
} from '@openlarder/domain/kernel/languages.ts';
import {
  type TextParams,
  type TextTable,
  valuesAsTyped,
  waitOf,
  withWaits,
} from '@openlarder/domain/kernel/text-table.ts';
import { tileTitleOf, tileTitleTexts } from '@openlarder/domain/kernel/tile-title-texts.ts';
import { parsePo } from 'pofile-ts';
import { readdirSync, readFileSync } from 'node:fs';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';

const FOLDER = new URL('../../../../locales/', import.meta.url);

/** The languages that are there, English first. */
export const LANGUAGES = languagesOf(readdirSync(FOLDER));

export const supportedLanguage = (tags: readonly string[]): Language | null => languageAmong(LANGUAGES, tags);

export function requireLanguage(language: Language | undefined): void {
  if (language !== undefined && !LANGUAGES.includes(language))
    throw unprocessable({ language: errorText('required.choice') });
}

/** Reads what is made of a file of a language once, when it is first used. */
export function fromLanguageFile<Value>(
  ending: string,
  make: (content: string, language: Language) => Value,
) {
  const made = new Map<Language, Value>();
  return (language: Language): Value => {
    const known =
      made.get(language) ?? make(readFileSync(new URL(`${language}${ending}`, FOLDER), 'utf8'), language);
    made.set(language, known);
    return known;
  };
}

/** Translates a text of a table into one language; a text that its catalog lacks is in English. */
export type Translate = {
  <Key extends string>(table: TextTable<Key>, key: NoInfer<Key>, params?: TextParams): string;
  readonly language: Language;
};

/** Translates texts by the translations of a language: messages by `<namespace>.<key>`. */
export function makeTranslate(language: Language, translations: ReadonlyMap<string, string>): Translate {
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
    return i18n._(
      id,
      valuesAsTyped(
        withWaits(params, (waitMs) => translateWait(waitMs)),
        language,
      ),
    );
  };
  const translateWait = (waitMs: number): string => {
    const { unit, count } = waitOf(waitMs);
    return translate(waitTexts, unit, { count });
  };
  return Object.assign(translate, { language });
}

/** English stands in the tables themselves. */
const english = makeTranslate(SOURCE_LANGUAGE, new Map());
const fromCatalog = fromLanguageFile('.po', (content, language) =>
  makeTranslate(
    language,
    new Map(parsePo(content).items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text]] : []))),
  ),
);

export const translateInto = (language: Language): Translate =>
  language === SOURCE_LANGUAGE ? english : fromCatalog(language);

/** A title as its reader has it: an offered one in their language, all others in the words of who wrote them. */
export function shownTitle(translate: Translate, title: string): string {
  const name = tileTitleOf(title);
  return name === null ? title : translate(tileTitleTexts, name);
}

/**
 * The community's language, from the variable LANGUAGE; null if none that it names is there. Desktops set it too, as a
 * list like `de_AT.UTF-8:de:en`.
 */
export const askedCommunityLanguage = (wanted: string): Language | null =>
  supportedLanguage(wanted.split(':').map((tag) => tag.replace(/\..*$/, '')));

/** The same, else English. */
export const communityLanguage = (wanted = ''): Language => askedCommunityLanguage(wanted) ?? SOURCE_LANGUAGE;
