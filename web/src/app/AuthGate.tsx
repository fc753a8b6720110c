import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { askWhoIsThere, hasNoSession } from '#web/features/accounts/who-is-there.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { tellOtherTabs } from './other-tabs.ts';

type Visitor =
  | { state: 'asking' }
  | { state: 'known'; user: User | null }
  | { state: 'failed'; error: unknown };

type AuthGateProps = { SignedIn: ComponentType<{ user: User }>; SignedOut: ComponentType };

/** Finds out who is there and shows one side of the door or the other. */
export function AuthGate({ SignedIn, SignedOut }: AuthGateProps) {
  const [visitor, setVisitor] = useState<Visitor>(() =>
    hasNoSession() ? { state: 'known', user: null } : { state: 'asking' },
  );
  useEffect(() => {
    if (visitor.state === 'known') tellOtherTabs(visitor.user?.id ?? null);
    if (visitor.state !== 'asking') return undefined;
    const leaving = new AbortController();
    askWhoIsThere(leaving.signal).then(
      // a whole screen comes: drawn in pieces, so that a slow phone answers in between
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
          title={<Trans>We could not open the door</Trans>}
          onRetry={() => setVisitor({ state: 'asking' })}
        >
          {sentenceOf(visitor.error)}
        </ErrorState>
      </main>
    );
  }
  return visitor.user ? <SignedIn user={visitor.user} /> : <SignedOut />;
}
