import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  availableRequestActions,
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
    ['matched', 'requester', ['name_meeting_point', 'cancel']],
    ['matched', 'helper', []],
    ['matched', 'donor', []],
  ] as const)('while the request is %s, for the %s', (status, side, actions) => {
    expect(availableRequestActions({ ...facts, status, side })).toEqual(actions);
  });

  test('allows nothing to anyone after the end', () => {
    for (const status of ['fulfilled', 'expired', 'cancelled'] as const)
      for (const side of REQUEST_SIDES)
        expect(availableRequestActions({ ...facts, status, side })).toEqual([]);
    const ended = { ...facts, status: 'fulfilled', side: 'requester' } as const;
    expect(requestActionRefusal('cancel', ended)).toBe('request-ended');
    expect(requestActionRefusal('name_meeting_point', ended)).toBe('request-ended');
  });

  test('refuses a match past the request’s time, also before it is marked expired', () => {
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs - 1 })).toBeNull();
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs })).toBe('too-late');
    for (const status of REQUEST_STATUSES.filter((one) => one !== 'pending'))
      expect(requestActionRefusal('match', { ...facts, status })).toBe('not-pending');
  });

  test('refuses to cancel after a confirmation, and to anyone but the requester', () => {
    const matched = { ...facts, status: 'matched', side: 'requester' } as const;
    expect(requestActionRefusal('cancel', { ...matched, isConfirmed: true })).toBe('handover-said');
    expect(requestActionRefusal('name_meeting_point', { ...matched, isConfirmed: true })).toBeNull();
    for (const action of ['cancel', 'name_meeting_point'] as const)
      expect(requestActionRefusal(action, { ...matched, side: 'helper' })).toBe('not-yours');
  });
});

describe('the match of a silent helper', () => {
  const match = { matchedAtMs: NOW_MS, helperSpoke: false, isConfirmed: false };

  test('ends after two hours', () => {
    expect(silentMatchEndMs(match)).toBe(NOW_MS + 2 * HOUR_MS);
  });

  test('does not end once the helper has written, or either side has confirmed', () => {
    expect(silentMatchEndMs({ ...match, helperSpoke: true })).toBeNull();
    expect(silentMatchEndMs({ ...match, isConfirmed: true })).toBeNull();
  });
});

test('after a release the request is open again only while its time lasts', () => {
  expect(statusAfterRelease({ expiresAtMs: NOW_MS + 1, nowMs: NOW_MS })).toBe('pending');
  expect(statusAfterRelease({ expiresAtMs: NOW_MS, nowMs: NOW_MS })).toBe('expired');
});
