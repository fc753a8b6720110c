import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { hasNoSession } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { isForAnybody } from '#web/screens/sign-in/mailed-link.ts';
import { AuthGate, LoadingScreen } from './AuthGate.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { loadHomeTexts, loadSignInTexts } from './texts.ts';

const fetchSignedIn = async () => {
  const feed = import('./home-prefetch.ts').then(({ prefetchFeed }) => prefetchFeed());
  const [screen] = await Promise.all([import('./SignedIn.tsx'), loadHomeTexts(), feed]);
  return { default: screen.SignedIn };
};
const SignedIn = lazy(fetchSignedIn);
const Landing = lazy(async () => ({ default: (await import('#web/screens/landing/Landing.tsx')).Landing }));
const SignIn = lazy(async () => {
  const [screen] = await Promise.all([import('#web/screens/sign-in/SignIn.tsx'), loadSignInTexts()]);
  return { default: screen.SignIn };
});
const AccountClosedNotice = lazy(async () => {
  const [screen] = await Promise.all([
    import('#web/screens/sign-in/AccountClosedNotice.tsx'),
    loadSignInTexts(),
  ]);
  return { default: screen.AccountClosedNotice };
});

/** Begins with home where there may be a session, while it is being asked whose it is. */
export function prepareHome(): void {
  // whoever comes in asks again for what did not come
  if (!hasNoSession()) void fetchSignedIn().catch(() => {});
}

/** Signed out, every page that is not open to all leads to the sign-in page, and from there back. */
function AskToSignIn() {
  const [location] = useLocation();
  const search = useSearch();
  useEffect(() => {
    window.location.replace(signInPath(search ? `${location}?${search}` : location));
  }, [location, search]);
  return <LoadingScreen />;
}

/** What a link that somebody passed on, or that came by mail, can name: a listing, a tab, or what is looked for. */
const BEHIND_THE_DOOR = ['listing', 'tab', 'q', 'freshness', 'category', 'diet', 'without', 'within'];

/**
 * The first page, after a last word to somebody who has just closed their account. A link to something behind the
 * door asks who is there, and leads on to it.
 */
function FirstPage() {
  const search = new URLSearchParams(useSearch());
  if (BEHIND_THE_DOOR.some((name) => search.has(name))) return <AskToSignIn />;
  return (
    <>
      {search.has('closed') && (
        <Suspense>
          <AccountClosedNotice />
        </Suspense>
      )}
      <Landing />
    </>
  );
}

/** The screens in front of the door. */
function SignedOut() {
  return (
    <Switch>
      <Route path={paths.home} component={FirstPage} />
      <Route path={paths.landing} component={Landing} />
      <Route path={paths.signIn} component={SignIn} />
      <Route path={paths.signOut}>
        <Redirect to={paths.home} replace />
      </Route>
      <Route component={AskToSignIn} />
    </Switch>
  );
}

/** The screens of both sides of the door. */
export function Routes() {
  const [location] = useLocation();
  const search = useSearch();
  // A mailed link does not ask who is there. Its token leaves the address at once; what it was opened for stays.
  const [openedForAnybody] = useState(() => isForAnybody(search));
  const isOpen = location === paths.signIn && (openedForAnybody || isForAnybody(search));
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        {isOpen ? <SignIn /> : <AuthGate SignedIn={SignedIn} SignedOut={SignedOut} />}
      </Suspense>
    </ErrorBoundary>
  );
}
