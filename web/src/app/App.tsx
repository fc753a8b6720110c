import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { OfflineNotice } from './OfflineNotice.tsx';
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
