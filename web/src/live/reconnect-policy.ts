import { MAX_RECONNECT_ATTEMPTS, RECONNECT_DELAY_MS } from '@openlarder/domain/live/live-protocol.ts';

/**
 * How long to wait before the next attempt, in milliseconds, after `failedAttempts` in a row: 1 s, doubling. Null
 * once five have failed: from then on only a person, a network or a page seen again starts anew.
 */
export function reconnectDelayMs(failedAttempts: number): number | null {
  return failedAttempts >= MAX_RECONNECT_ATTEMPTS ? null : RECONNECT_DELAY_MS * 2 ** failedAttempts;
}
