import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { Direction } from 'radix-ui';
import { useEffect } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { retryMissingCatalogs } from './i18n/retry-catalogs.ts';
import { retryTexts, setCommunityLanguage } from './i18n/i18n.ts';
import { Routes } from './routes.tsx';
import { START_PROBLEMS_ID } from './StartProblems.tsx';

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <Page />
    </I18nProvider>
  );
}

/** Renders everything again in another language. */
function Page() {
  // the direction of the page follows its language
  useLingui();
  const language = useCommunity()?.language;
  useEffect(() => {
    if (language !== undefined) void setCommunityLanguage(language);
  }, [language]);
  useEffect(() => retryMissingCatalogs(retryTexts), []);
  useEffect(() => document.getElementById(START_PROBLEMS_ID)?.remove(), []);
  return (
    <Direction.Provider dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <ConnectionStrip />
      <Routes />
    </Direction.Provider>
  );
}
