/** Pages that anyone may read: there a 401 is an ordinary error, elsewhere it leads to the sign-in page. */
const PUBLIC_PAGES: readonly string[] = ['/', '/landing', '/api/login', '/api/logout'];

export function isPublicPage(pathname: string): boolean {
  return PUBLIC_PAGES.includes(pathname);
}

/** The sign-in page that leads back to `returnTo`, a path of ours. */
export function signInPath(returnTo?: string): string {
  if (!returnTo || returnTo === '/') return '/api/login';
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Goes to the sign-in page, and from there back to where the person is now. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(signInPath(pathname + search));
}
