import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { Direction } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useAddress } from '#web/lib/address.ts';
import { waitingCalls } from '#web/lib/call.ts';
import { useStore } from '#web/lib/store.ts';
import { useOnline } from '#web/lib/browser-state.ts';
import { retryTexts, setCommunityLanguage } from './i18n/i18n.ts';
import { retryMissingCatalogs } from './i18n/retry-catalogs.ts';
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

/** How high the strip is; what sticks to the top of the page sticks below it. */
const HEIGHT = '--connection-strip';

/** At the top of the page while the device is offline, which a conversation says itself, or while calls wait. */
export function ConnectionStrip() {
  const online = useOnline();
  const [{ tab, conversation }] = useAddress();
  const isWaiting = useStore(waitingCalls, (count) => count > 0);
  const isTalking = tab === 'messages' && conversation !== null;
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!strip) return undefined;
    const { style } = document.documentElement;
    const measure = () => style.setProperty(HEIGHT, `${strip.offsetHeight}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      style.removeProperty(HEIGHT);
    };
  }, [strip]);
  return (
    <output className="sticky top-0 z-60 block">
      {(online ? isWaiting : !isTalking) && (
        <p
          ref={setStrip}
          className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-medium text-bg forced-colors:border-b"
        >
          {!online && <WifiOff className="size-4 shrink-0" />}
          {online ? (
            <Trans>This takes a little longer than usual. We keep trying for you.</Trans>
          ) : (
            <Trans>You're offline. This may be out of date, and you can't send anything.</Trans>
          )}
        </p>
      )}
    </output>
  );
}
