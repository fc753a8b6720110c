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

// Set while what ends the session is under way on purpose: the socket may hear of the end before the call is answered.
let isOnTheWayOut = false;

/** Whether the page itself is ending its session, and knows where to go. */
export const isLeavingOnPurpose = (): boolean => isOnTheWayOut;

/** Ends the session by `end` and goes to `path`. Raises what `end` raises; the page then stays. */
export async function leavingTo(path: string, end: () => Promise<unknown>): Promise<void> {
  isOnTheWayOut = true;
  try {
    await end();
  } catch (error) {
    isOnTheWayOut = false;
    throw error;
  }
  window.location.assign(path);
}
