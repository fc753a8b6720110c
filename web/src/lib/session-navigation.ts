import { isNetworkError, isUnauthorized } from './http-error.ts';
import { forgetPersonalData } from './personal-storage.ts';
import { broadcastSignOut } from './tab-sync.ts';

/** Public pages: a 401 is an ordinary error there; elsewhere it leads to the sign-in page. */
const PUBLIC_PAGES: readonly string[] = ['/', '/landing', '/volunteer', '/api/login', '/api/logout'];

export function isPublicPage(pathname: string): boolean {
  return PUBLIC_PAGES.includes(pathname);
}

/** The sign-in page that leads back to `returnTo`, a path of this product. */
export function signInPath(returnTo?: string): string {
  if (!returnTo || returnTo === '/') return '/api/login';
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Goes to the sign-in page, which says why, and leads back to the current page. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location;
  const path = signInPath(pathname + search);
  window.location.assign(`${path}${path.includes('?') ? '&' : '?'}ended`);
}

/** The person signs out of this browser: none of its tabs keeps anything of them. */
function forgetPerson(): void {
  forgetPersonalData();
  broadcastSignOut();
}

/**
 * On the click that leads to the sign-out. Where the browser asks first, for something unsent, the person may stay: then
 * only the server's answer clears what is stored.
 */
export function forgetPersonWhoLeaves(): void {
  const mayStay = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  if (!mayStay) forgetPerson();
}

// Set while the user ends the session: the socket may be closed before the call is answered.
let isEnding = false;

/** True if the page itself is ending the session and navigates on its own. */
export const isEndingSession = (): boolean => isEnding;

let isUnanswered = false;

/**
 * Ends the session by `end` and goes to `path`, also if only the answer is lost: `findUser` then finds nobody. Rejects with
 * the error of `end`; the page then stays.
 */
export async function endSessionAndGo(
  path: string,
  end: () => Promise<unknown>,
  findUser: () => Promise<unknown>,
): Promise<void> {
  isEnding = true;
  try {
    await end();
  } catch (error) {
    isUnanswered ||= isNetworkError(error);
    const mayHaveEnded = isNetworkError(error) || (isUnanswered && isUnauthorized(error));
    const hasEnded = mayHaveEnded && (await findUser().catch(() => undefined)) === null;
    if (!hasEnded) {
      isEnding = false;
      throw error;
    }
  }
  isUnanswered = false;
  forgetPerson();
  window.location.assign(path);
}
