import { Trans, useLingui } from '@lingui/react/macro';
import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
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
  const returnTo = safeReturnTo(search.get('returnTo'));
  useDocumentTitle(t`Sign In`);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh max-w-[58rem] flex-col">
        <header className="flex min-h-17 items-center px-gutter">
          <Link
            href={paths.landing}
            aria-label={t`${appName}, back to the first page`}
            className="rounded-small"
          >
            <WordMark />
          </Link>
        </header>
        <main className="px-gutter pt-4 pb-16 sm:pt-10">
          <h1 className="text-2xl sm:text-3xl">
            <Trans>Welcome to the table</Trans>
          </h1>
          <p className="mt-2 max-w-[46ch] text-muted">
            <Trans>Food for sharing, food for finding. It is free, and it stays between neighbors.</Trans>
          </p>
          <div className="mt-6 flex flex-col gap-6 wide:flex-row-reverse wide:items-start wide:gap-8">
            {demoAccounts.length > 0 && (
              <div className="min-w-0 max-w-md wide:w-88">
                <DemoAccounts accounts={demoAccounts} returnTo={returnTo} />
              </div>
            )}
            <Card className="min-w-0 max-w-md flex-1 wide:max-w-none">
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
        </main>
      </div>
    </QueryClientProvider>
  );
}
