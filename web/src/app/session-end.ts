import { fetchCurrentUser } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { isLeavingOnPurpose } from '#web/lib/session-navigation.ts';

/** By when the cookie of a session that took this one's place has come, such as by a mailed link in another tab. */
const ANOTHER_SESSION_WITHIN_MS = 1000;

let leaving: Promise<void> | null = null;

/**
 * The session has ended, here or elsewhere: by way of signing out the browser forgets its cookie too, and the page
 * starts anew on the other side of the door. (Here, the socket hears of it before the page does.) Where another tab
 * has come in anew, signing out would end that session: this page then starts anew with it.
 */
export function leaveAfterSession(): Promise<void> {
  // the socket, another tab and a call may all say so
  leaving ??= leave().finally(() => {
    leaving = null;
  });
  return leaving;
}

async function leave(): Promise<void> {
  if (isLeavingOnPurpose()) return;
  await new Promise((resolve) => setTimeout(resolve, ANOTHER_SESSION_WITHIN_MS));
  const somebody = await fetchCurrentUser().catch(() => null);
  if (somebody) window.location.reload();
  else window.location.assign(paths.signOut);
}
