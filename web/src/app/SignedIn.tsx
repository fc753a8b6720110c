import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useSearchParams } from 'wouter';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { Home } from '#web/screens/home/Home.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';
import { forgetHomeQueryClient, homeQueryClient } from './home-prefetch.ts';
import { LiveRefresh } from './LiveRefresh.tsx';
import { onCurrentUserBroadcast } from './tab-sync.ts';
import { leaveAfterSession } from './session-end.ts';

const NotFound = lazy(async () => ({
  default: (await import('#web/screens/not-found/NotFound.tsx')).NotFound,
}));
const SignOut = lazy(async () => ({ default: (await import('#web/screens/sign-out/SignOut.tsx')).SignOut }));

/** Signed in, the sign-in page has nothing to ask: on to where it would have led. */
function LeadOn() {
  const [search] = useSearchParams();
  return <Redirect to={safeReturnTo(search.get('returnTo'))} replace />;
}

const onSessionEnd = () => void leaveAfterSession();

/** Behind the door: the screens, with the data, the live socket and toasts around them. */
export function SignedIn({ user }: { user: User }) {
  const [queryClient] = useState(() => {
    const client = homeQueryClient();
    client.setQueryData(currentUserQuery.queryKey, user);
    return client;
  });
  useEffect(forgetHomeQueryClient, []);
  // the socket tells it too, unless the line is down
  useEffect(
    () =>
      onCurrentUserBroadcast((personId) => {
        if (personId !== user.id) onSessionEnd();
      }),
    [user.id],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider onSignedOut={onSessionEnd}>
        <LiveRefresh />
        <Switch>
          <Route path={paths.home} component={Home} />
          <Route path={paths.signIn} component={LeadOn} />
          <Route path={paths.signOut} component={SignOut} />
          <Route component={NotFound} />
        </Switch>
        <Toaster />
      </LiveProvider>
    </QueryClientProvider>
  );
}
