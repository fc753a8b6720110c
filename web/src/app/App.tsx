import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { makeQueryClient } from '#web/lib/query-client.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Routes } from './routes.tsx';

/** The whole web app. */
export function App() {
  const [queryClient] = useState(makeQueryClient);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <OfflineNotice />
        <Routes />
      </QueryClientProvider>
    </I18nProvider>
  );
}
