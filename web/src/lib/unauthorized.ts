import { t } from '@lingui/core/macro';
import { toast } from '#web/ui/toast-store.ts';
import { isUnauthorized } from './http-error.ts';
import { leaveForSignIn } from './session-navigation.ts';

/** Long enough to read why the page changes. */
const REDIRECT_AFTER_MS = 500;

/**
 * For what a person set off: when the session is gone, says so and goes to the sign-in page. Answers whether it
 * did, so that the caller says nothing else: `if (handleUnauthorized(error)) return;`
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
