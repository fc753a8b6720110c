import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { Direction } from 'radix-ui';
import { useEffect } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { retryMissingTexts } from './missing-texts.ts';
import { retryTexts, setCommunityLanguage } from './reader-language.ts';
import { Routes } from './routes.tsx';

/** The whole web app. */
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
  useEffect(() => retryMissingTexts(retryTexts), []);
  return (
    <Direction.Provider dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <OfflineNotice />
      <Routes />
    </Direction.Provider>
  );
}

/** A strip at the top while the device is offline. */
function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-medium text-bg">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <Trans>You're offline. This may be out of date, and you can't send anything.</Trans>
        </p>
      )}
    </output>
  );
}
