import { type Language, LANGUAGES, supportedLanguage } from '@openlarder/domain/kernel/languages.ts';

/**
 * The community's language, from the variable LANGUAGE. Desktops set it too, as a list like `de_AT.UTF-8:de:en`: the
 * first supported one, else English.
 */
export const communityLanguage = (wanted: string | undefined): Language =>
  supportedLanguage((wanted ?? '').split(':').map((tag) => tag.replace(/\..*$/, ''))) ?? LANGUAGES[0];
