/** The tag of a language that stands in `locales/`: `pt-BR` is `pt-BR.po` and `pt-BR.vocabulary.json`. */
export type Language = string;

export const SOURCE_LANGUAGE: Language = 'en';

/** The languages whose catalogs are among these files, the source language first. */
export const languagesOf = (files: readonly string[]): readonly Language[] => [
  ...new Set([
    SOURCE_LANGUAGE,
    ...files.flatMap((file) => /([^/\\]+)\.po$/.exec(file)?.[1] ?? []).toSorted(),
  ]),
];

/** A tag as browsers, people and systems (`pt_BR@euro`) say it, with the script and region that it implies; null if none. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale((tag.split(/[;.@]/)[0] ?? '').replaceAll('_', '-')).maximize();
  } catch {
    return null;
  }
}

/** More than a browser or a system says; each tag takes a tenth of a millisecond. */
const MOST_TAGS = 20;
const localesOfCatalogs = new Map<Language, Intl.Locale | null>();
function localeOfCatalog(language: Language): Intl.Locale | null {
  const known = localesOfCatalogs.get(language);
  if (known !== undefined) return known;
  const locale = localeOf(language);
  localesOfCatalogs.set(language, locale);
  return locale;
}

/** Scripts of living languages that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  ...['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'],
]);

/** Whether a language is written from right to left. */
export const isRightToLeft = (language: Language): boolean =>
  RIGHT_TO_LEFT.has(localeOfCatalog(language)?.script ?? '');

/**
 * The first of the languages that someone reads, such as `['es-MX', 'en']`; null if none is there. Of another region it
 * is read too, the asked one first; of another script (`zh-Hant` for `zh-CN`) it is not.
 */
export function languageAmong(languages: readonly Language[], tags: readonly string[]): Language | null {
  for (const tag of tags.slice(0, MOST_TAGS)) {
    const asked = localeOf(tag);
    if (!asked) continue;
    const read = languages.flatMap((language) => {
      const locale = localeOfCatalog(language);
      const isRead = locale?.language === asked.language && locale.script === asked.script;
      return isRead ? [{ language, isNear: locale.region === asked.region }] : [];
    });
    const found =
      read.find(({ language }) => language.toLowerCase() === tag.toLowerCase()) ??
      read.find(({ isNear }) => isNear) ??
      read.find(({ language }) => !language.includes('-')) ??
      read[0];
    if (found) return found.language;
  }
  return null;
}
