/** The languages of the app, the source language first. Each has its catalogs in `locales/<language>`. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: string): tag is Language => LANGUAGES.some((one) => one === tag);

/** The first supported of the languages someone reads, such as `['es-MX', 'en']`; null if there is none. */
export function supportedLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const [primary = ''] = tag.toLowerCase().split(/[-_;]/);
    if (isLanguage(primary)) return primary;
  }
  return null;
}
