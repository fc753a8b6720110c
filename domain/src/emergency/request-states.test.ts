import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  availableRequestActions,
  mayRejoin,
  REQUEST_SIDES,
  REQUEST_STATUSES,
  type RequestFacts,
  requestActionRefusal,
  silentMatchEndMs,
  statusAfterRelease,
} from './request-states.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const facts: RequestFacts = {
  status: 'pending',
  side: 'donor',
  isConfirmed: false,
  expiresAtMs: NOW_MS + HOUR_MS,
  nowMs: NOW_MS,
};

describe('requestActionRefusal', () => {
  test.each([
    ['pending', 'requester', ['cancel']],
    ['pending', 'donor', ['match']],
    ['matched', 'requester', ['cancel']],
    ['matched', 'helper', []],
    ['matched', 'donor', []],
  ] as const)('while the request is %s, for the %s', (status, side, actions) => {
    expect(availableRequestActions({ ...facts, status, side })).toEqual(actions);
  });

  test('allows no action after the end', () => {
    for (const status of ['fulfilled', 'expired', 'cancelled'] as const)
      for (const side of REQUEST_SIDES)
        expect(availableRequestActions({ ...facts, status, side })).toEqual([]);
    const ended = { ...facts, status: 'fulfilled', side: 'requester' } as const;
    expect(requestActionRefusal('cancel', ended)).toBe('request-ended');
  });

  test('refuses a match past the request’s time, also before it is marked expired', () => {
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs - 1 })).toBeNull();
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs })).toBe('too-late');
    for (const status of REQUEST_STATUSES.filter((one) => one !== 'pending'))
      expect(requestActionRefusal('match', { ...facts, status })).toBe('not-pending');
  });

  test('refuses to cancel after a confirmation, and to all but the requester', () => {
    const matched = { ...facts, status: 'matched', side: 'requester' } as const;
    expect(requestActionRefusal('cancel', { ...matched, isConfirmed: true })).toBe('handover-said');
    expect(requestActionRefusal('cancel', { ...matched, side: 'helper' })).toBe('not-yours');
  });
});

describe('a match in silence', () => {
  const match = {
    matchedAtMs: NOW_MS,
    isRejoin: false,
    helperSpoke: false,
    requesterAnswered: false,
    isConfirmed: false,
  };
  const MINUTES_20 = 20 * MINUTE_MS;

  test.each([
    ['after 20 minutes without a word', {}, MINUTES_20],
    ['two hours after the match if only the helper wrote', { helperSpoke: true }, 2 * HOUR_MS],
    ['two hours after the match if only the requester wrote', { requesterAnswered: true }, 2 * HOUR_MS],
    ['never once both wrote', { helperSpoke: true, requesterAnswered: true }, null],
    ['never once one has confirmed', { isConfirmed: true }, null],
    [
      '20 minutes after the helper came back, if unanswered',
      { isRejoin: true, helperSpoke: true },
      MINUTES_20,
    ],
    [
      'two hours after the helper came back for an answer',
      { isRejoin: true, requesterAnswered: true },
      2 * HOUR_MS,
    ],
  ])('ends %s', (_when, words, afterMs) => {
    expect(silentMatchEndMs({ ...match, ...words })).toBe(afterMs === null ? null : NOW_MS + afterMs);
  });

  test('never lasts longer than the two hours that a silent helper had before', () => {
    for (const helperSpoke of [true, false])
      for (const requesterAnswered of [true, false])
        for (const isRejoin of [true, false]) {
          const endMs = silentMatchEndMs({ ...match, helperSpoke, requesterAnswered, isRejoin });
          if (endMs !== null) expect(endMs).toBeLessThanOrEqual(NOW_MS + 2 * HOUR_MS);
        }
  });
});

describe('mayRejoin', () => {
  test.each([
    ['after silence, once', { count: 1, lastEndedInSilence: true, requesterAnswered: false }, true],
    ['after silence again', { count: 2, lastEndedInSilence: true, requesterAnswered: false }, false],
    [
      'after silence again, once answered',
      { count: 2, lastEndedInSilence: true, requesterAnswered: true },
      true,
    ],
    ['after letting go', { count: 1, lastEndedInSilence: false, requesterAnswered: false }, false],
    [
      'after letting go, although answered',
      { count: 1, lastEndedInSilence: false, requesterAnswered: true },
      false,
    ],
  ])('%s', (_when, earlier, may) => {
    expect(mayRejoin(earlier)).toBe(may);
  });
});

test('after a release the request is open again only while its time lasts', () => {
  expect(statusAfterRelease({ expiresAtMs: NOW_MS + 1, nowMs: NOW_MS })).toBe('pending');
  expect(statusAfterRelease({ expiresAtMs: NOW_MS, nowMs: NOW_MS })).toBe('expired');
});
