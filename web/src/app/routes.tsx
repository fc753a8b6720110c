import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { AuthGate } from './AuthGate.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { loadHomeTexts } from './texts.ts';

const SignedIn = lazy(async () => {
  const [screen] = await Promise.all([import('./SignedIn.tsx'), loadHomeTexts()]);
  return { default: screen.SignedIn };
});
const Landing = lazy(async () => ({ default: (await import('#web/screens/landing/Landing.tsx')).Landing }));
const SignIn = lazy(async () => ({ default: (await import('#web/screens/sign-in/SignIn.tsx')).SignIn }));

/** Signed out, every page that is not open to all leads to the sign-in page, and from there back. */
function AskToSignIn() {
  const [location] = useLocation();
  const search = useSearch();
  useEffect(() => {
    window.location.replace(signInPath(search ? `${location}?${search}` : location));
  }, [location, search]);
  return <LoadingScreen />;
}

/** The screens in front of the door. */
function SignedOut() {
  return (
    <Switch>
      <Route path={paths.home} component={Landing} />
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
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        <AuthGate SignedIn={SignedIn} SignedOut={SignedOut} />
      </Suspense>
    </ErrorBoundary>
  );
}
