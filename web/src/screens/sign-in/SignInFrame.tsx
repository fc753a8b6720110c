import { useLingui } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { makeQueryClient } from '#web/lib/query-client.ts';

/** The head and the width of the sign-in pages. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const appName = useAppName();
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh max-w-[58rem] flex-col">
        <header className="flex min-h-17 items-center px-gutter print:hidden">
          <a href={paths.home} aria-label={t`${appName}, back to the first page`} className="rounded-small">
            <WordMark />
          </a>
        </header>
        <main className="px-gutter pt-4 pb-16 sm:pt-10">{children}</main>
      </div>
    </QueryClientProvider>
  );
}
