import { DAY_MS } from '../kernel/time.ts';

/** How many messages in a row one person may send another who does not answer, within 24 hours. */
export const MAX_UNANSWERED = 20;

/**
 * How many seconds somebody waits before they may write again; null when they may now. `sentAtMs` are the times (epoch
 * milliseconds, in any order) of what they wrote since the other last said or did something here.
 */
export function unansweredWaitSeconds(sentAtMs: readonly number[], nowMs: number): number | null {
  const lately = sentAtMs.filter((atMs) => atMs > nowMs - DAY_MS).toSorted((a, b) => b - a);
  const firstThatCounts = lately[MAX_UNANSWERED - 1];
  if (firstThatCounts === undefined) return null;
  return Math.max(1, Math.ceil((firstThatCounts + DAY_MS - nowMs) / 1000));
}
