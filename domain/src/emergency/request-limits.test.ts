import { describe, expect, test } from 'vitest';
import { countsTowardsDay, requestLimitRefusal, requestsPerDay } from './request-limits.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const may = { openRequests: 0, requestsInLastDay: 0, slowedUntilMs: null, nowMs: NOW_MS };

describe('requestLimitRefusal', () => {
  test('is null without an open request and with fewer than three today', () => {
    expect(requestLimitRefusal(may)).toBeNull();
    expect(requestLimitRefusal({ ...may, requestsInLastDay: 2 })).toBeNull();
  });

  test.each([
    [{ openRequests: 1 }, 'request-open'],
    [{ requestsInLastDay: 3 }, 'requests-today'],
    [{ slowedUntilMs: NOW_MS + 1, requestsInLastDay: 1 }, 'requests-today'],
  ])('refuses %o', (facts, refusal) => {
    expect(requestLimitRefusal({ ...may, ...facts })).toBe(refusal);
  });

  test('allows one request a day while requests are slowed', () => {
    expect(requestLimitRefusal({ ...may, slowedUntilMs: NOW_MS + 1 })).toBeNull();
    expect(requestsPerDay(NOW_MS + 1, NOW_MS)).toBe(1);
    expect(requestsPerDay(NOW_MS, NOW_MS)).toBe(3);
    expect(requestLimitRefusal({ ...may, slowedUntilMs: NOW_MS, requestsInLastDay: 2 })).toBeNull();
  });
});

describe('countsTowardsDay', () => {
  const lapsed = { status: 'lapsed', endedBy: null, reason: 'silent' } as const;
  const by = (endedBy: 'giver' | 'receiver', reason: 'taken_back' | 'no_answer' | 'cannot_make_it' | null) =>
    ({ status: 'released', endedBy, reason }) as const;
  const open = { status: 'open', endedBy: null, reason: null } as const;
  const done = { status: 'completed', endedBy: null, reason: null } as const;

  test.each([
    // of a helper who is not known, of a known one who says nothing, of a known one who has written
    ['open', open, [true, true, false]],
    ['completed', done, [true, false, false]],
    ['disputed', { status: 'disputed', endedBy: 'receiver', reason: null } as const, [true, false, false]],
    ['ended in silence', lapsed, [true, true, false]],
    ['an offer beside another', { ...lapsed, reason: 'beside' } as const, [true, false, false]],
    ['cancelled by the requester', by('receiver', 'taken_back'), [false, false, false]],
    ['ended by the requester, without a reason', by('receiver', null), [false, false, false]],
    ['ended by the requester, since there was no answer', by('receiver', 'no_answer'), [true, false, false]],
    ['ended by the helper', by('giver', 'cannot_make_it'), [true, true, true]],
    ['ended by the helper, since there was no answer', by('giver', 'no_answer'), [true, false, false]],
  ])('of a match that is %s', (_name, match, counts) => {
    expect(
      [
        { isKnownHelper: false, helperSpoke: true },
        { isKnownHelper: true, helperSpoke: false },
        { isKnownHelper: true, helperSpoke: true },
      ].map((helper) => countsTowardsDay({ ...match, ...helper })),
    ).toEqual(counts);
  });
});
