import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { refreshAfterOwnMutation } from '#web/app/live-refresh.ts';
import { createRefetchThrottle } from '#web/app/refetch-throttle.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { onMutationSettled } from '#web/lib/mutations.ts';
import { ToastViewport } from '#web/ui/ToastViewport.tsx';

type Settings = {
  /** The browser's address, for example `/?tab=share`. */
  at?: string;
  queryClient?: QueryClient;
};

/** Refetches what the component's own calls make stale, as the app does. */
function OwnMutations() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const throttle = createRefetchThrottle(queryClient);
    const stopListening = onMutationSettled((mutation) =>
      refreshAfterOwnMutation(queryClient, mutation, throttle.refetch),
    );
    return () => {
      stopListening();
      throttle.stop();
    };
  }, [queryClient]);
  return null;
}

/** Renders a component with the app's providers: texts, data, changes, address, toasts. */
export function renderWithProviders(
  part: ReactNode,
  { at = '/', queryClient = createQueryClient() }: Settings = {},
) {
  const [path = '/', search = ''] = at.split('?');
  const location = memoryLocation({ path, searchPath: search, record: true });
  const screen = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          <OwnMutations />
          {part}
          <ToastViewport />
        </Router>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { ...screen, user: userEvent.setup(), queryClient, location };
}
