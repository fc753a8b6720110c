import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient } from '#web/lib/query-client.ts';
import { ToastViewport } from '#web/ui/ToastViewport.tsx';

type Settings = {
  /** The browser's address, for example `/?tab=share`. */
  at?: string;
  queryClient?: QueryClient;
};

/** Renders a component with the app's providers: texts, data, address, toasts. */
export function renderPart(part: ReactNode, { at = '/', queryClient = createQueryClient() }: Settings = {}) {
  const [path = '/', search = ''] = at.split('?');
  const location = memoryLocation({ path, searchPath: search, record: true });
  const screen = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          {part}
          <ToastViewport />
        </Router>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { ...screen, user: userEvent.setup(), queryClient, location };
}
