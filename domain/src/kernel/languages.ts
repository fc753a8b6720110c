/** The tag of a language that stands in `locales/`: `pt` is `pt.po` and `pt.vocabulary.json`. */
export type Language = string;

export const SOURCE_LANGUAGE: Language = 'en';

/** The languages whose catalogs are among these files, the source language first. */
export const languagesOf = (files: readonly string[]): readonly Language[] => [
  ...new Set([
    SOURCE_LANGUAGE,
    ...files.flatMap((file) => /([^/\\]+)\.po$/.exec(file)?.[1] ?? []).toSorted(),
  ]),
];

/** The first of the languages that someone reads, such as `['es-MX', 'en']`; null if none is there. */
export function languageAmong(languages: readonly Language[], tags: readonly string[]): Language | null {
  const primaries = tags.map((tag) => tag.toLowerCase().split(/[-_;]/)[0] ?? '');
  return primaries.find((primary) => languages.includes(primary)) ?? null;
}
