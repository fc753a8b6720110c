import { t } from '@lingui/core/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useContext, useEffect, useState } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { currentUserQuery, useCurrentUser } from '#web/features/accounts/current-user.ts';
import { fetchCurrentUser } from '#web/features/accounts/fetch-current-user.ts';
import { useForgetRequestAddress } from '#web/features/emergency/request-address.ts';
import { applyLiveStatus } from '#web/features/listings/listings.queries.ts';
import { useAddress } from '#web/lib/address.ts';
import { setDiscreet } from '#web/lib/discreet-mode.ts';
import { lazyPart, onPartLate } from '#web/lib/lazy-part.ts';
import { onMutationSettled } from '#web/lib/mutations.ts';
import { paths } from '#web/lib/paths.ts';
import { onCurrentUserBroadcast } from '#web/lib/tab-sync.ts';
import { LiveContext, useConnectionLost } from '#web/live/live-context.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { forgetHomeQueryClient, homePartsReady, homeQueryClient } from '#web/screens/home/home-prefetch.ts';
import { Home } from '#web/screens/home/Home.tsx';
import { isNotLoaded, reloadWhenReachable } from '#web/ui/ErrorBoundary.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { setProfileLanguage } from './i18n/i18n.ts';
import {
  CHANGE_MESSAGE_TYPES,
  refreshAfterMessage,
  refreshAfterOwnMutation,
  refreshFromServer,
} from './live-refresh.ts';
import { createRefetchThrottle } from './refetch-throttle.ts';
import { handleSessionEnd } from './session-end.ts';

const NotFound = lazyPart(async () => (await import('#web/screens/not-found/NotFound.tsx')).NotFound);
const AcceptInvitation = lazyPart(
  async () => (await import('#web/features/accounts/AcceptInvitation.tsx')).AcceptInvitation,
);
const Donate = lazyPart(async () => (await import('#web/screens/donate/Donate.tsx')).Donate);
const SignOut = lazyPart(async () => (await import('#web/screens/sign-out/SignOut.tsx')).SignOut);

/** Signed in, the sign-in page redirects to where it would have led. */
function LeadOn() {
  const [{ returnTo }] = useAddress();
  return <Redirect to={safeReturnTo(returnTo)} replace />;
}

/** Long enough to read it and to reload. */
const MISSING_PART_NOTICE_MS = 20_000;

const onSessionEnd = () => void handleSessionEnd();

export function SignedIn({ user }: { user: User }) {
  // kept: another promise would suspend the whole app again when the address changes
  const [parts] = useState(() => homePartsReady(user));
  use(parts);
  return <SignedInApp user={user} />;
}

function SignedInApp({ user }: { user: User }) {
  const [queryClient] = useState(() => {
    const client = homeQueryClient();
    client.setQueryData(currentUserQuery.queryKey, user);
    return client;
  });
  useEffect(forgetHomeQueryClient, []);
  useMissingPartNotice();
  // The socket reports this too, unless it is disconnected.
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
        <ProfileSettings />
        <Invitation />
        <Switch>
          <Route path={paths.home} component={Home} />
          <Route path={paths.donate} component={Donate} />
          <Route path={paths.signIn} component={LeadOn} />
          <Route path={paths.signOut} component={SignOut} />
          <Route component={NotFound} />
        </Switch>
        <Toaster />
      </LiveProvider>
    </QueryClientProvider>
  );
}

/** The part that accepts an invitation is loaded only for one. */
function Invitation() {
  const [{ invitation }] = useAddress();
  const [isInvited, setInvited] = useState(false);
  // it leaves the address before it is accepted
  if (invitation !== null && !isInvited) setInvited(true);
  return isInvited ? (
    <Suspense fallback={null}>
      <AcceptInvitation />
    </Suspense>
  ) : null;
}

/**
 * Shows the page as the profile wants it, also when it changes: in its language, and discreetly. Forgets what this
 * browser keeps for requests that have ended. Renders nothing.
 */
function ProfileSettings() {
  const { id, language, discreet } = useCurrentUser();
  useForgetRequestAddress(id);
  useEffect(() => void setProfileLanguage(language), [language]);
  useEffect(() => setDiscreet(discreet), [discreet]);
  return null;
}

/** Says so when a part of the app is missing or does not come. Screens that are missing have their `ErrorBoundary`. */
function useMissingPartNotice(): void {
  useEffect(() => {
    const say = () =>
      toast({
        title: t`This page didn't finish loading. Check your connection, then reload it.`,
        action: { label: t`Reload the page`, onSelect: () => void reloadWhenReachable() },
        tone: 'destructive',
        durationMs: MISSING_PART_NOTICE_MS,
      });
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (isNotLoaded(reason)) say();
    };
    const stop = onPartLate(say);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      stop();
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
}

/** Refetches queries when this tab or, over the live line, someone else has changed something. Renders nothing. */
export function LiveRefresh() {
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  useLiveFallbackPolling();
  useEffect(() => {
    if (!live) return undefined;
    const throttle = createRefetchThrottle(queryClient);
    live.adoptPositionsWhen(throttle.isIdle);
    const onMessage = (message: ServerMessage): void => {
      if (
        (message.type === 'new_food_listing' || message.type === 'heat_map_update') &&
        'listingId' in message.data
      )
        applyLiveStatus(queryClient, message.data);
      refreshAfterMessage(queryClient, message, throttle.refetch);
    };
    const stops = [
      throttle.stop,
      onMutationSettled((mutation) => refreshAfterOwnMutation(queryClient, mutation, throttle.refetch)),
      ...CHANGE_MESSAGE_TYPES.map((type) => live.on(type, onMessage)),
      // what could not be fetched when it changed
      live.on('alive', () =>
        throttle.refetch({ queryKey: [], predicate: ({ state }) => state.isInvalidated }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, queryClient]);
  return null;
}

/** Polling interval while the socket is disconnected. */
const POLL_INTERVAL_MS = 30_000;

/**
 * Keeps what is on screen fresh while the socket is disconnected: refetches on disconnect, at an interval,
 * and when the page becomes visible. Checks the session first, because its end could not be reported either;
 * without an answer, the fetched data stays.
 */
function useLiveFallbackPolling(): void {
  const isLost = useConnectionLost();
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isLost || !live) return undefined;
    const unmount = new AbortController();
    const { signal } = unmount;
    let isPolling = false;

    const poll = async () => {
      const me = queryClient.getQueryData<User>(currentUserQuery.queryKey);
      const user = await fetchCurrentUser(signal);
      if (signal.aborted) return;
      if (!user || user.id !== me?.id) {
        await handleSessionEnd();
        return;
      }
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      if (await refreshFromServer(queryClient)) live.onDataFetched();
    };
    const pollOnce = () => {
      if (isPolling || document.visibilityState === 'hidden') return;
      isPolling = true;
      poll()
        .catch(() => {})
        .finally(() => {
          isPolling = false;
        });
    };

    const timer = setInterval(pollOnce, POLL_INTERVAL_MS);
    window.addEventListener('focus', pollOnce, { signal });
    document.addEventListener('visibilitychange', pollOnce, { signal });
    pollOnce();
    return () => {
      clearInterval(timer);
      unmount.abort();
    };
  }, [isLost, live, queryClient]);
}
