import { MAX_RECONNECT_ATTEMPTS, RECONNECT_DELAY_MS } from '@openlarder/domain/live/live-protocol.ts';

/**
 * The delay before the next attempt, in milliseconds, after `failedAttempts` in a row: 1 s, doubling. Null
 * after five: then the user, the network or a visible page starts over.
 */
export function reconnectDelayMs(failedAttempts: number): number | null {
  return failedAttempts >= MAX_RECONNECT_ATTEMPTS ? null : RECONNECT_DELAY_MS * 2 ** failedAttempts;
}
