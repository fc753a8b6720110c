import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { setDiscreet } from '#web/lib/discreet-mode.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useAppName } from '#web/features/community/community-settings.ts';
import { SlowLoading } from '#web/ui/SlowLoading.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { fetchCurrentUser, hasNoSession } from '#web/features/accounts/fetch-current-user.ts';
import { setProfileLanguage } from './i18n/i18n.ts';
import { broadcastCurrentUser } from '#web/lib/tab-sync.ts';

type Visitor =
  | { state: 'asking' }
  | { state: 'known'; user: User | null }
  | { state: 'failed'; error: unknown };

async function findUser(signal: AbortSignal): Promise<User | null> {
  const user = await fetchCurrentUser(signal);
  // before a form is rendered, which reads its draft
  if (user) keepPersonalDataOf(user.id);
  setDiscreet(user?.discreet ?? false);
  await setProfileLanguage(user?.language ?? null);
  return user;
}

type AuthGateProps = { SignedIn: ComponentType<{ user: User }>; SignedOut: ComponentType };

export function AuthGate({ SignedIn, SignedOut }: AuthGateProps) {
  const [visitor, setVisitor] = useState<Visitor>(() =>
    hasNoSession() ? { state: 'known', user: null } : { state: 'asking' },
  );
  useEffect(() => {
    if (visitor.state === 'known') broadcastCurrentUser(visitor.user?.id ?? null);
    if (visitor.state !== 'asking') return undefined;
    const leaving = new AbortController();
    findUser(leaving.signal).then(
      // A transition: rendering a whole screen stays interruptible on a slow phone.
      (user) => startTransition(() => setVisitor({ state: 'known', user })),
      (error: unknown) => {
        if (!leaving.signal.aborted) setVisitor({ state: 'failed', error });
      },
    );
    return () => leaving.abort();
  }, [visitor]);

  if (visitor.state === 'asking') return <LoadingScreen />;
  if (visitor.state === 'failed') {
    return (
      <main className="mx-auto max-w-xl px-gutter py-16">
        <ErrorState
          title={<Trans>We couldn't load the page</Trans>}
          onRetry={() => setVisitor({ state: 'asking' })}
        >
          {errorMessage(visitor.error)}
        </ErrorState>
      </main>
    );
  }
  return visitor.user ? <SignedIn user={visitor.user} /> : <SignedOut />;
}

export function LoadingScreen() {
  const appName = useAppName();
  return (
    <output className="flex min-h-dvh flex-col items-center justify-center gap-4 text-muted">
      <Spinner className="size-9 text-brand" />
      <p>
        <Trans>Loading {appName}</Trans>
      </p>
      <SlowLoading />
    </output>
  );
}
