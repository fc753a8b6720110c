import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '#web/features/accounts/account.queries.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';

type AuthGateProps = { signedIn: ReactNode; signedOut: ReactNode };

/** Finds out who is there and shows one side of the door or the other. */
export function AuthGate({ signedIn, signedOut }: AuthGateProps) {
  const me = useQuery(meQuery);
  if (me.isPending) return <LoadingScreen />;
  if (me.data === undefined) {
    return (
      <main className="mx-auto max-w-xl px-gutter py-16">
        <ErrorState
          title={<Trans>We could not open the door</Trans>}
          onRetry={() => void me.refetch()}
          retrying={me.isFetching}
        >
          {sentenceOf(me.error)}
        </ErrorState>
      </main>
    );
  }
  return me.data ? signedIn : signedOut;
}
