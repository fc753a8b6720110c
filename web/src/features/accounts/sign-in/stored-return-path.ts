import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';

/*
 * A mailed link does not know where the person wanted to go when they asked for it. The browser stores that
 * path for as long as the link can work. Without storage they start at home.
 */
const KEY = 'return-to';
const KEPT_MS = VERIFY_LINK_HOURS * HOUR_MS;

/** Stores where to continue after a mailed link. */
export function keepReturnTo(returnTo: string, nowMs: number): void {
  if (returnTo === '/') return;
  try {
    localStorage.setItem(KEY, JSON.stringify([returnTo, nowMs + KEPT_MS]));
  } catch {
    // Without storage: see above.
  }
}

/** The stored path; `/` if there is none. */
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

/** Forgets the path once it was used. */
export function forgetReturnTo(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage: see above.
  }
}
