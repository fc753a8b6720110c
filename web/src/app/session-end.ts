import { fetchCurrentUser } from '#web/features/accounts/fetch-current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { hasForgotten } from '#web/lib/personal-storage.ts';
import { isEndingSession, leaveForSignIn } from '#web/lib/session-navigation.ts';

/**
 * Time within which the cookie of a replacing session arrives, for example from a mailed link in another tab.
 */
const ANOTHER_SESSION_WITHIN_MS = 1000;

let leaving: Promise<void> | null = null;

/**
 * Handles the end of the session, here or elsewhere: asks to sign in again, and leads back to where the person was. If
 * another tab has signed in meanwhile, the page reloads into that session instead.
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
  else if (hasForgotten()) window.location.assign(paths.home);
  else leaveForSignIn();
}
