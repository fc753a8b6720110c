import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useOnline } from '#web/lib/use-online.ts';
import { Routes } from './routes.tsx';

/** The whole web app. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <OfflineNotice />
      <Routes />
    </I18nProvider>
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
          <Trans>You are offline. What you see may be old, and nothing can be sent.</Trans>
        </p>
      )}
    </output>
  );
}
