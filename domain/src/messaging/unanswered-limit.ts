import { DAY_MS } from '../kernel/time.ts';

/** Messages and proposals of a time in a row a person may send within 24 hours to one who does not reply. */
export const MAX_UNANSWERED_MESSAGES = 20;

/**
 * Seconds until the person may write again; null if now. `sentAtMs` are the times (epoch milliseconds, in any
 * order) of their messages since the other last wrote or acted in this conversation.
 */
export function unansweredWaitSeconds(sentAtMs: readonly number[], nowMs: number): number | null {
  const lately = sentAtMs.filter((atMs) => atMs > nowMs - DAY_MS).toSorted((a, b) => b - a);
  const firstThatCounts = lately[MAX_UNANSWERED_MESSAGES - 1];
  if (firstThatCounts === undefined) return null;
  return Math.max(1, Math.ceil((firstThatCounts + DAY_MS - nowMs) / 1000));
}
