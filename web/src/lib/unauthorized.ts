import { t } from '@lingui/core/macro';
import { toast } from '#web/ui/toast-store.ts';
import { isUnauthorized } from './http-error.ts';
import { leaveForSignIn } from './session-navigation.ts';

/** Long enough to read why the page changes. */
const REDIRECT_AFTER_MS = 500;

/**
 * For errors of user actions: if the session has ended, shows a toast, goes to the sign-in page and returns
 * true, so that the caller shows nothing else: `if (handleUnauthorized(error)) return;`
 */
export function handleUnauthorized(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  toast({
    title: t`Unauthorized`,
    description: t`You are logged out. Logging in again...`,
    tone: 'destructive',
  });
  setTimeout(leaveForSignIn, REDIRECT_AFTER_MS);
  return true;
}
