import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';
import { MAX_UNANSWERED_MESSAGES, unansweredWaitSeconds } from './unanswered-limit.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
/** This many messages, one a minute, the last one just now. */
const said = (count: number, lastAtMs = NOW): number[] =>
  Array.from({ length: count }, (_, nth) => lastAtMs - nth * MINUTE_MS);

describe('unansweredWaitSeconds', () => {
  it('allows twenty messages', () => {
    expect(unansweredWaitSeconds([], NOW)).toBeNull();
    expect(unansweredWaitSeconds(said(MAX_UNANSWERED_MESSAGES - 1), NOW)).toBeNull();
    expect(unansweredWaitSeconds(said(MAX_UNANSWERED_MESSAGES), NOW)).not.toBeNull();
  });

  it('allows more once the oldest of the twenty is a day old, and says when that is', () => {
    const times = said(MAX_UNANSWERED_MESSAGES);
    const waitSeconds = unansweredWaitSeconds(times.toReversed(), NOW) ?? 0;
    expect(waitSeconds).toBe((DAY_MS - (MAX_UNANSWERED_MESSAGES - 1) * MINUTE_MS) / 1000);
    expect(unansweredWaitSeconds(times, NOW + waitSeconds * 1000 - 1)).toBe(1);
    expect(unansweredWaitSeconds(times, NOW + waitSeconds * 1000)).toBeNull();
  });

  it('does not count messages older than a day', () => {
    expect(
      unansweredWaitSeconds([...said(MAX_UNANSWERED_MESSAGES - 1), ...said(50, NOW - DAY_MS)], NOW),
    ).toBeNull();
  });
});
