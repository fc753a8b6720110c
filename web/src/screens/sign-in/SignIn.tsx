import { Trans, useLingui } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { DemoAccounts } from '#web/features/accounts/DemoAccounts.tsx';
import { SignInForm } from '#web/features/accounts/SignInForm.tsx';
import { SignUpForm } from '#web/features/accounts/SignUpForm.tsx';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { makeQueryClient } from '#web/lib/query-client.ts';
import { safeReturnTo } from '#web/lib/return-to.ts';
import { Card } from '#web/ui/Card.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/** The sign-in and sign-up page; afterwards on to `returnTo`. */
export function SignIn() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const [queryClient] = useState(makeQueryClient);
  const [way, setWay] = useState<'sign-in' | 'sign-up'>('sign-in');
  const appName = useAppName();
  const demoAccounts = useCommunity()?.demoAccounts ?? [];
  const returnTo = safeReturnTo(search.get('returnTo'), window.location.origin);
  useDocumentTitle(t`Sign In`);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <header className="page-width flex min-h-17 items-center px-gutter">
          <Link
            href={paths.landing}
            aria-label={t`${appName}, back to the first page`}
            className="rounded-small"
          >
            <WordMark />
          </Link>
        </header>
        <main className="page-width grid flex-1 content-start justify-center gap-6 px-gutter pt-4 pb-16 sm:pt-10 wide:grid-cols-[minmax(0,28rem)_minmax(0,24rem)] wide:items-start wide:gap-10">
          <div className="w-full min-w-0 max-w-md wide:max-w-none">
            <h1 className="text-2xl sm:text-3xl">
              <Trans>Welcome to the table</Trans>
            </h1>
            <p className="mt-2 mb-6 text-muted">
              <Trans>Food for sharing, food for finding. It is free, and it stays between neighbors.</Trans>
            </p>
            <Card>
              <Tabs
                label={t`Sign in or create an account`}
                value={way}
                onValueChange={setWay}
                tabs={[
                  { value: 'sign-in', label: t`Sign in`, content: <SignInForm returnTo={returnTo} /> },
                  { value: 'sign-up', label: t`Create account`, content: <SignUpForm returnTo={returnTo} /> },
                ]}
              />
            </Card>
          </div>
          {demoAccounts.length > 0 && (
            <div className="w-full min-w-0 max-w-md wide:pt-2">
              <DemoAccounts accounts={demoAccounts} returnTo={returnTo} />
            </div>
          )}
        </main>
      </div>
    </QueryClientProvider>
  );
}
