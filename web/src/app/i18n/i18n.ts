import { i18n } from '@lingui/core';
import { hasNoSession } from '#web/features/accounts/fetch-current-user.ts';
import { errorI18n } from '#web/lib/http-error.ts';
import {
  LANGUAGES,
  loadCatalog,
  supportedLanguage,
  visitorLanguage,
  visitorLanguageChosen,
} from '#web/lib/languages.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { showValuesAsTyped } from '#web/lib/values-as-typed.ts';
import { createLanguagePreference } from './language-preference.ts';
import { createI18n } from './create-i18n.ts';

const deviceLanguages = (): readonly string[] => navigator.languages;

const texts = createI18n({
  i18n: showValuesAsTyped(i18n),
  errorI18n,
  loadCatalog,
  deviceLanguages,
});

const preference = createLanguagePreference({
  show: texts.show,
  supported: supportedLanguage,
  deviceLanguages,
  visitorLanguage,
  remembered: storedValue<string>({
    key: 'openlarder.language',
    parse: (stored) => (typeof stored === 'string' && LANGUAGES.includes(stored) ? stored : null),
  }),
});

/** Fetched after the first screen, which is quicker without them. */
export const loadErrorTexts = texts.addErrors;

export const retryTexts = texts.retry;

/** Shows the texts in the language of the last visit, without asking the server. */
export const startTexts = (): Promise<void> => preference.start({ mayHaveSession: !hasNoSession() });

export const { setProfileLanguage, setCommunityLanguage } = preference;

visitorLanguageChosen.subscribe(() => void preference.showVisitorLanguage());
