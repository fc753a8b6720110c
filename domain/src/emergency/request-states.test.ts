import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  availableRequestActions,
  helpBeside,
  knownTurnEndMs,
  matchEnd,
  mayRejoin,
  REQUEST_SIDES,
  REQUEST_STATUSES,
  type RequestFacts,
  requestActionRefusal,
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

describe('a match', () => {
  const ANSWERED_MS = NOW_MS + 5 * MINUTE_MS;
  const match = {
    matchedAtMs: NOW_MS,
    isRejoin: false,
    isKnownHelper: true,
    helperSpoke: false,
    answeredAtMs: null,
    isAgreed: false,
    giverConfirmed: false,
    receiverConfirmed: false,
  };
  const [MINUTES_20, HOURS_2] = [20 * MINUTE_MS, 2 * HOUR_MS];
  const answered = { answeredAtMs: ANSWERED_MS };

  test.each([
    ['20 minutes without a word', {}, MINUTES_20, 'words'],
    ['two hours if only the helper wrote', { helperSpoke: true }, HOURS_2, 'words'],
    ['two hours if only the requester wrote', answered, HOURS_2, 'words'],
    ['20 minutes, rejoined and unanswered', { isRejoin: true, helperSpoke: true }, MINUTES_20, 'words'],
    ['two hours, rejoined for an answer', { isRejoin: true, ...answered }, HOURS_2, 'words'],
  ])('of a known helper lasts %s', (_how, words, lastsMs, needs) => {
    expect(matchEnd({ ...match, ...words })).toEqual({ atMs: NOW_MS + lastsMs, needs });
  });

  test.each([
    ['20 minutes, whatever the helper writes', { helperSpoke: true }, MINUTES_20, 'answer'],
    ['20 minutes, whatever the helper says was handed over', { giverConfirmed: true }, MINUTES_20, 'answer'],
    ['two hours after the requester wrote', answered, 5 * MINUTE_MS + HOURS_2, 'time'],
    ['no longer by the helper’s words', { helperSpoke: true, ...answered }, 5 * MINUTE_MS + HOURS_2, 'time'],
    [
      'two hours, rejoined for an earlier answer',
      { isRejoin: true, answeredAtMs: NOW_MS - HOUR_MS },
      HOURS_2,
      'time',
    ],
  ])('of another helper lasts %s', (_how, words, lastsMs, needs) => {
    expect(matchEnd({ ...match, isKnownHelper: false, ...words })).toEqual({ atMs: NOW_MS + lastsMs, needs });
  });

  test('stays once the two have agreed on a time, one has confirmed, or a known helper and the requester wrote', () => {
    for (const isKnownHelper of [true, false])
      for (const settled of [
        { isAgreed: true },
        { receiverConfirmed: true },
        { giverConfirmed: true, ...answered },
      ])
        expect(matchEnd({ ...match, isKnownHelper, ...settled })).toBeNull();
    expect(matchEnd({ ...match, giverConfirmed: true })).toBeNull();
    expect(matchEnd({ ...match, helperSpoke: true, ...answered })).toBeNull();
  });
});

describe('a request that helpers left', () => {
  const TURN_MS = 30 * MINUTE_MS;

  test.each([
    ['is everyone’s if none did', [], 0, null],
    ['is known donors’ alone for 30 minutes', [0], 0, TURN_MS],
    ['is everyone’s after them', [0], TURN_MS, null],
    ['is not known donors’ for longer if the next leaves in their turn', [0, TURN_MS - 1], TURN_MS, null],
    ['stays everyone’s for 30 minutes, who leaves or not', [0, TURN_MS + 1], TURN_MS + 2, null],
    ['is known donors’ again if one leaves after that', [0, 2 * TURN_MS], 2 * TURN_MS, 3 * TURN_MS],
  ])('%s', (_how, left, nowMs, untilMs) => {
    const leftAtMs = left.map((ms) => NOW_MS + ms);
    expect(knownTurnEndMs(leftAtMs, NOW_MS + nowMs)).toBe(untilMs === null ? null : NOW_MS + untilMs);
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

describe('helpBeside', () => {
  const beside = {
    isKnown: true,
    isKnownHelper: false,
    giverConfirmed: false,
    receiverConfirmed: false,
    offers: 2,
    earlier: undefined,
  };
  const offered = { count: 1, lastEndedInSilence: true, requesterAnswered: false };
  const answered = { ...offered, requesterAnswered: true };

  test.each([
    ['to offer', {}, 'offer'],
    ['to wait for her word', { earlier: offered }, 'offered'],
    ['to take the place of the other, answered', { earlier: answered }, 'replace'],
    ['to wait, if the other says that it is done', { earlier: answered, giverConfirmed: true }, 'offered'],
    ['nothing, once she says so', { receiverConfirmed: true }, null],
    ['nothing beside three others', { offers: 3 }, null],
    ['to take the place also beside three others', { offers: 3, earlier: answered }, 'replace'],
    ['nothing beside a known helper', { isKnownHelper: true }, null],
    ['nothing after letting go', { earlier: { ...answered, lastEndedInSilence: false } }, null],
  ])('allows a known donor %s', (_what, changed, may) => {
    expect(helpBeside({ ...beside, ...changed })).toBe(may);
  });

  test('allows nothing to anyone else', () => {
    for (const earlier of [undefined, offered, answered])
      expect(helpBeside({ ...beside, isKnown: false, earlier })).toBeNull();
  });
});

test('after a release the request is open again only while its time lasts', () => {
  expect(statusAfterRelease({ expiresAtMs: NOW_MS + 1, nowMs: NOW_MS })).toBe('pending');
  expect(statusAfterRelease({ expiresAtMs: NOW_MS, nowMs: NOW_MS })).toBe('expired');
});
