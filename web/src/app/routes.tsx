import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch, useSearchParams } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { safeReturnTo } from '#web/lib/return-to.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { AuthGate } from './AuthGate.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { SignedInParts } from './SignedInParts.tsx';

const Home = lazy(async () => ({ default: (await import('#web/screens/home/Home.tsx')).Home }));
const Landing = lazy(async () => ({ default: (await import('#web/screens/landing/Landing.tsx')).Landing }));
const NotFound = lazy(async () => ({
  default: (await import('#web/screens/not-found/NotFound.tsx')).NotFound,
}));
const SignIn = lazy(async () => ({ default: (await import('#web/screens/sign-in/SignIn.tsx')).SignIn }));
const SignOut = lazy(async () => ({ default: (await import('#web/screens/sign-out/SignOut.tsx')).SignOut }));

/** Signed in, the sign-in page has nothing to ask: on to where it would have led. */
function LeadOn() {
  const [search] = useSearchParams();
  return <Redirect to={safeReturnTo(search.get('returnTo'), window.location.origin)} replace />;
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

/** The screens of both sides of the door. */
export function Routes() {
  const [location] = useLocation();
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={<LoadingScreen />}>
        <AuthGate
          signedIn={
            <SignedInParts>
              <Switch>
                <Route path={paths.home} component={Home} />
                <Route path={paths.signIn} component={LeadOn} />
                <Route path={paths.signOut} component={SignOut} />
                <Route component={NotFound} />
              </Switch>
            </SignedInParts>
          }
          signedOut={
            <Switch>
              <Route path={paths.home} component={Landing} />
              <Route path={paths.landing} component={Landing} />
              <Route path={paths.signIn} component={SignIn} />
              <Route path={paths.signOut}>
                <Redirect to={paths.home} replace />
              </Route>
              <Route component={AskToSignIn} />
            </Switch>
          }
        />
      </Suspense>
    </ErrorBoundary>
  );
}
