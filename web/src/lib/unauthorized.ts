import { t } from '@lingui/core/macro';
import { toastFailure } from '#web/ui/toast-store.ts';
import { errorMessage, isUnauthorized } from './http-error.ts';
import { leaveForSignIn } from './session-navigation.ts';

/** Long enough to read why the page changes. */
const REDIRECT_AFTER_MS = 500;

/**
 * If the session has ended, shows a toast, goes to the sign-in page and returns true, so that the caller shows nothing
 * else. Mutations do this by themselves (`createQueryClient`).
 */
export function handleUnauthorized(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  toastFailure(t`Unauthorized`, t`You are logged out. Logging in again...`);
  setTimeout(leaveForSignIn, REDIRECT_AFTER_MS);
  return true;
}

/** Shows the error of an action in a toast, under a title if there is one; nothing if the session has ended. */
export function toastError(error: unknown, title?: string): void {
  if (isUnauthorized(error)) return;
  if (title === undefined) toastFailure(errorMessage(error));
  else toastFailure(title, errorMessage(error));
}
