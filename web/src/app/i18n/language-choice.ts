/** Language tags, such as `es-MX`; null where there is none, or none is known yet. */
export type LanguageWishes = {
  readonly profile: string | null;
  /** Chosen on this device without an account. */
  readonly visitor: string | null;
  readonly device: readonly string[];
  readonly community: string | null;
};

/**
 * The person's own choice, else that of this device's visitor, else the device's language, else the community's; null if
 * the app has none of them.
 */
export const chooseLanguage = <Language extends string>(
  { profile, visitor, device, community }: LanguageWishes,
  supported: (tags: readonly string[]) => Language | null,
): Language | null => supported([profile, visitor, ...device, community].filter((tag) => tag !== null));

/** Chromium names its language `en-US@posix` where the system has no locale; `Intl` throws on that. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * The locales to format by: the device's own of that language (`en-GB` for `en`); else the language as in the device's
 * region (`en-DE` for English on a German device); then the language.
 */
export function formatLocales(language: string, device: readonly string[]): string[] {
  const locales = device.filter(isLocale).map((tag) => new Intl.Locale(tag));
  const own = locales.filter((locale) => locale.language === language);
  const region = locales[0]?.maximize().region;
  const elsewhere = own.length === 0 && region ? [`${language}-${region}`] : [];
  return [...own.map(String), ...elsewhere, language];
}
