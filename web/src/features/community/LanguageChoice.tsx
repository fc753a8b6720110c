import { useLingui } from '@lingui/react/macro';
import { Globe } from 'lucide-react';
import { chooseVisitorLanguage, LANGUAGES, languageName } from '#web/lib/languages.ts';

/** The language of the pages for visitors; the app's, for a signed-in person, stands in the settings. */
export function LanguageChoice() {
  const { i18n, t } = useLingui();
  if (LANGUAGES.length < 2) return null;
  return (
    <span className="relative inline-flex items-center">
      <Globe aria-hidden="true" className="pointer-events-none absolute start-3 size-5" />
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(event) => {
          const chosen = LANGUAGES.find((one) => one === event.target.value);
          if (chosen) chooseVisitorLanguage(chosen);
        }}
        className="min-h-11 max-w-full cursor-pointer rounded-control bg-transparent ps-10 pe-2 font-semibold capitalize hover:bg-sunken"
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </span>
  );
}
