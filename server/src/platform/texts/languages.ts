import { readdirSync, readFileSync } from 'node:fs';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { type Language, languageAmong, languagesOf } from '@openlarder/domain/kernel/languages.ts';

const FOLDER = new URL('../../../../locales/', import.meta.url);

/** The languages that are there, English first. */
export const LANGUAGES = languagesOf(readdirSync(FOLDER));

export const supportedLanguage = (tags: readonly string[]): Language | null => languageAmong(LANGUAGES, tags);

/** Refuses a language that isn't there. */
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
