import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  statusAfterRelease,
  automaticMatchEnd,
  availableRequestActions,
  REQUEST_SIDES,
  REQUEST_STATUSES,
  type RequestFacts,
  requestActionRefusal,
} from './request-states.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const facts: RequestFacts = {
  status: 'pending',
  side: 'donor',
  requesterConfirmed: false,
  helperConfirmed: false,
  codeLocked: false,
  expiresAtMs: NOW_MS + HOUR_MS,
  nowMs: NOW_MS,
};

describe('requestActionRefusal', () => {
  test.each([
    ['pending', 'requester', ['cancel']],
    ['pending', 'donor', ['match']],
    ['matched', 'requester', ['share_place', 'fulfil', 'release', 'cancel']],
    ['matched', 'helper', ['fulfil_by_code', 'fulfil', 'release']],
    ['matched', 'donor', []],
  ] as const)('while the request is %s, for the %s', (status, side, moves) => {
    expect(availableRequestActions({ ...facts, status, side })).toEqual(moves);
  });

  test('allows nothing to anyone after the end', () => {
    for (const status of ['fulfilled', 'expired', 'cancelled'] as const)
      for (const side of REQUEST_SIDES)
        expect(availableRequestActions({ ...facts, status, side })).toEqual([]);
  });

  test('refuses a match past the request’s time, also before it is marked expired', () => {
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs - 1 })).toBeNull();
    expect(requestActionRefusal('match', { ...facts, nowMs: facts.expiresAtMs })).toBe('too-late');
    for (const status of REQUEST_STATUSES.filter((one) => one !== 'pending'))
      expect(requestActionRefusal('match', { ...facts, status })).toBe('not-pending');
  });

  test('refuses to cancel after a confirmation', () => {
    const matched = { ...facts, status: 'matched' } as const;
    const helped = { ...matched, helperConfirmed: true };
    expect(requestActionRefusal('cancel', { ...helped, side: 'requester' })).toBe('handover-said');
    expect(requestActionRefusal('release', { ...helped, side: 'requester' })).toBe('handover-said');
    expect(requestActionRefusal('fulfil', { ...helped, side: 'requester' })).toBeNull();
    expect(requestActionRefusal('fulfil', { ...helped, side: 'helper' })).toBe('already-done');
    const fed = { ...matched, requesterConfirmed: true };
    expect(requestActionRefusal('cancel', { ...fed, side: 'requester' })).toBe('handover-said');
    expect(requestActionRefusal('release', { ...fed, side: 'requester' })).toBeNull();
    expect(requestActionRefusal('release', { ...fed, side: 'helper' })).toBe('handover-said');
    expect(requestActionRefusal('fulfil_by_code', { ...matched, side: 'helper', codeLocked: true })).toBe(
      'code-locked',
    );
  });
});

describe('automaticMatchEnd', () => {
  const match = {
    matchedAtMs: NOW_MS,
    helperSpoke: false,
    requesterConfirmedAtMs: null,
    helperConfirmedAtMs: null,
    expiresAtMs: NOW_MS + 20 * HOUR_MS,
  };

  test('ends the match after two hours if the helper has not written', () => {
    expect(automaticMatchEnd(match)).toEqual({ outcome: 'silent', atMs: NOW_MS + 2 * HOUR_MS });
  });

  test('keeps the match beyond the request’s time once the helper has written', () => {
    expect(automaticMatchEnd({ ...match, helperSpoke: true })).toEqual({
      outcome: 'lapsed',
      atMs: match.expiresAtMs + 48 * HOUR_MS,
    });
  });

  test('fulfils the request two days after one side’s confirmation, silent or not', () => {
    const saidAtMs = NOW_MS + HOUR_MS;
    for (const said of [{ helperConfirmedAtMs: saidAtMs }, { requesterConfirmedAtMs: saidAtMs }])
      expect(automaticMatchEnd({ ...match, ...said })).toEqual({
        outcome: 'fulfilled',
        atMs: saidAtMs + 48 * HOUR_MS,
      });
  });

  test('reopens the request after a release only while its time lasts', () => {
    expect(statusAfterRelease({ expiresAtMs: NOW_MS + 1, nowMs: NOW_MS })).toBe('pending');
    expect(statusAfterRelease({ expiresAtMs: NOW_MS, nowMs: NOW_MS })).toBe('expired');
  });
});
