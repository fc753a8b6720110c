import { fetchCurrentUser } from '#web/features/accounts/fetch-current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { isEndingSession } from '#web/lib/session-navigation.ts';

/**
 * Time within which the cookie of a replacing session arrives, for example from a mailed link in another tab.
 */
const ANOTHER_SESSION_WITHIN_MS = 1000;

let leaving: Promise<void> | null = null;

/**
 * Handles the end of the session, here or elsewhere: goes through sign-out, so that the browser drops its
 * cookie. If another tab has signed in meanwhile, signing out would end that session, so the page reloads
 * into it instead.
 */
export function handleSessionEnd(): Promise<void> {
  // The socket, another tab and a call may all report it.
  leaving ??= leave().finally(() => {
    leaving = null;
  });
  return leaving;
}

async function leave(): Promise<void> {
  if (isEndingSession()) return;
  await new Promise((resolve) => setTimeout(resolve, ANOTHER_SESSION_WITHIN_MS));
  const user = await fetchCurrentUser().catch(() => null);
  if (user) window.location.reload();
  else window.location.assign(paths.signOut);
}
