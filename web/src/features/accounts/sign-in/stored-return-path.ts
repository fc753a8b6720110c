import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { storedValue } from '#web/lib/stored-value.ts';

/*
 * A mailed link does not know where the person wanted to go when they asked for it. The browser stores that
 * path for as long as the link can work. Without storage they start at home.
 */
const KEPT_MS = VERIFY_LINK_HOURS * HOUR_MS;

const stored = storedValue<readonly [path: string, untilMs: number]>({
  key: 'return-to',
  parse(value) {
    if (!Array.isArray(value)) return null;
    const [path, untilMs]: unknown[] = value;
    return typeof path === 'string' && typeof untilMs === 'number' ? [path, untilMs] : null;
  },
});

export function storeReturnPath(returnTo: string, nowMs: number): void {
  if (returnTo !== '/') stored.set([returnTo, nowMs + KEPT_MS]);
}

export function readStoredReturnPath(nowMs: number): string {
  const [path, untilMs] = stored.get() ?? ['/', 0];
  return nowMs < untilMs ? safeReturnTo(path) : '/';
}

export const clearReturnPath = (): void => stored.set(null);
