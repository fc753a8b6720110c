import { Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { hasNoSession } from '#web/features/accounts/fetch-current-user.ts';
import { isOfHome, readAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { isPublicSignInLink } from '#web/screens/sign-in/mailed-link.ts';
import { AuthGate, LoadingScreen } from './AuthGate.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const fetchSignedIn = async () => {
  const feed = import('#web/screens/home/home-prefetch.ts').then(({ prefetchHome }) => prefetchHome());
  const [screen] = await Promise.all([import('./SignedIn.tsx'), feed]);
  return screen.SignedIn;
};
const SignedIn = lazyPart(fetchSignedIn);
// The page may show these before any script runs: `loadScreenInPage` has them take its place within a frame.
const Landing = lazyPart(async () => (await import('#web/screens/landing/Landing.tsx')).Landing);
const Volunteer = lazyPart(async () => (await import('#web/screens/volunteer/Volunteer.tsx')).Volunteer);
const START_SCREENS = new Map(Object.entries({ landing: Landing, volunteer: Volunteer }));

/** Loads the screen that the server has put into the page, if any. Never rejects: the screen is fetched again. */
export async function loadScreenInPage(root: HTMLElement): Promise<void> {
  const name = root.querySelector<HTMLElement>('[data-screen]')?.dataset['screen'];
  await START_SCREENS.get(name ?? '')
    ?.preload()
    .catch(() => {});
}

const SetUp = lazyPart(async () => (await import('#web/screens/set-up/SetUp.tsx')).SetUp);
const SignIn = lazyPart(async () => (await import('#web/screens/sign-in/SignIn.tsx')).SignIn);
const Support = lazyPart(async () => (await import('#web/screens/support/Support.tsx')).Support);
const AccountClosedNotice = lazyPart(
  async () => (await import('#web/screens/sign-in/AccountClosedNotice.tsx')).AccountClosedNotice,
);

/** Prefetches home where a session may exist, while it is being checked. */
export function prepareHome(): void {
  if (hasNoSession()) return;
  // An error here is ignored: the screen fetches again.
  void fetchSignedIn().catch(() => {});
  // A browser takes long to format its first number: it does so while the files are on their way.
  setTimeout(() => new Intl.NumberFormat());
}

/** Signed out, every page that is not public redirects to the sign-in page and back afterwards. */
function AskToSignIn() {
  const [location] = useLocation();
  const search = useSearch();
  useEffect(() => {
    window.location.replace(signInPath(search ? `${location}?${search}` : location));
  }, [location, search]);
  return <LoadingScreen />;
}

/**
 * The landing page, below a notice for a person who has just closed their account. A link to a signed-in page
 * checks the session and continues there.
 */
function FirstPage() {
  const search = useSearch();
  if (isOfHome(search)) return <AskToSignIn />;
  return (
    <>
      {readAddress(search).closed !== null && (
        <Suspense>
          <AccountClosedNotice />
        </Suspense>
      )}
      <Landing />
    </>
  );
}

function SignedOut() {
  return (
    <Switch>
      <Route path={paths.home} component={FirstPage} />
      <Route path={paths.landing} component={Landing} />
      <Route path={paths.volunteer} component={Volunteer} />
      <Route path={paths.donate} component={Support} />
      <Route path={paths.signIn} component={SignIn} />
      <Route path={paths.signOut}>
        <Redirect to={paths.home} replace />
      </Route>
      <Route path="/privacy">
        <Redirect to={paths.privacy} replace />
      </Route>
      <Route path="/terms">
        <Redirect to={paths.terms} replace />
      </Route>
      <Route component={AskToSignIn} />
    </Switch>
  );
}

export function Routes() {
  const [location] = useLocation();
  const search = useSearch();
  // A mailed link does not check the session. Its token leaves the address bar immediately; its purpose
  // stays.
  const [openedForAnybody] = useState(() => isPublicSignInLink(search));
  const isOpen = location === paths.signIn && (openedForAnybody || isPublicSignInLink(search));
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        {location === paths.setup ? (
          <SetUp />
        ) : isOpen ? (
          <SignIn />
        ) : (
          <AuthGate SignedIn={SignedIn} SignedOut={SignedOut} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
