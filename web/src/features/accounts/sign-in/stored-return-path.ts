import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/sign-in-rules.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';

/*
 * A mailed link knows nothing of where somebody wanted to be when they asked for it, such as the listing a friend
 * had sent them. Their browser remembers, for as long as the link can work. Storage can be switched off or full: then
 * they begin at the start.
 */
const KEY = 'return-to';
const KEPT_MS = VERIFY_LINK_HOURS * HOUR_MS;

/** Remembers where to go once a mailed link has led back. */
export function keepReturnTo(returnTo: string, nowMs: number): void {
  if (returnTo === '/') return;
  try {
    localStorage.setItem(KEY, JSON.stringify([returnTo, nowMs + KEPT_MS]));
  } catch {
    // see above
  }
}

/** Where somebody wanted to be who comes back by a mailed link; `/` when nobody knows. */
export function readStoredReturnPath(nowMs: number): string {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!Array.isArray(kept)) return '/';
    const [returnTo, untilMs]: unknown[] = kept;
    const isGood = typeof returnTo === 'string' && typeof untilMs === 'number' && nowMs < untilMs;
    return isGood ? safeReturnTo(returnTo) : '/';
  } catch {
    return '/';
  }
}

/** Forgets it, once it was gone to. */
export function forgetReturnTo(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // see above
  }
}
