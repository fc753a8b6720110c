import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  afterLetGo,
  matchSettlementOf,
  openRequestMoves,
  REQUEST_SIDES,
  REQUEST_STATUSES,
  type RequestFacts,
  requestMoveRefusal,
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

describe('what may be done to a request', () => {
  test.each([
    ['pending', 'requester', ['cancel']],
    ['pending', 'donor', ['match']],
    ['matched', 'requester', ['share_place', 'fulfil', 'release', 'cancel']],
    ['matched', 'helper', ['fulfil_by_code', 'fulfil', 'release']],
    ['matched', 'donor', []],
  ] as const)('while it is %s, by the %s', (status, side, moves) => {
    expect(openRequestMoves({ ...facts, status, side })).toEqual(moves);
  });

  test('is nothing once it has ended, by nobody', () => {
    for (const status of ['fulfilled', 'expired', 'cancelled'] as const)
      for (const side of REQUEST_SIDES) expect(openRequestMoves({ ...facts, status, side })).toEqual([]);
  });

  test('is no match once its time is over, also before anybody has noticed', () => {
    expect(requestMoveRefusal('match', { ...facts, nowMs: facts.expiresAtMs - 1 })).toBeNull();
    expect(requestMoveRefusal('match', { ...facts, nowMs: facts.expiresAtMs })).toBe('too-late');
    for (const status of REQUEST_STATUSES.filter((one) => one !== 'pending'))
      expect(requestMoveRefusal('match', { ...facts, status })).toBe('not-pending');
  });

  test('cannot be taken back behind a word that the food changed hands', () => {
    const matched = { ...facts, status: 'matched' } as const;
    const helped = { ...matched, helperConfirmed: true };
    expect(requestMoveRefusal('cancel', { ...helped, side: 'requester' })).toBe('handover-said');
    expect(requestMoveRefusal('release', { ...helped, side: 'requester' })).toBe('handover-said');
    expect(requestMoveRefusal('fulfil', { ...helped, side: 'requester' })).toBeNull();
    expect(requestMoveRefusal('fulfil', { ...helped, side: 'helper' })).toBe('already-done');
    const fed = { ...matched, requesterConfirmed: true };
    expect(requestMoveRefusal('cancel', { ...fed, side: 'requester' })).toBe('handover-said');
    expect(requestMoveRefusal('release', { ...fed, side: 'requester' })).toBeNull();
    expect(requestMoveRefusal('release', { ...fed, side: 'helper' })).toBe('handover-said');
    expect(requestMoveRefusal('fulfil_by_code', { ...matched, side: 'helper', codeLocked: true })).toBe(
      'code-locked',
    );
  });
});

describe('a match', () => {
  const match = {
    matchedAtMs: NOW_MS,
    helperSpoke: false,
    requesterConfirmedAtMs: null,
    helperConfirmedAtMs: null,
    expiresAtMs: NOW_MS + 20 * HOUR_MS,
  };

  test('ends two hours after it began when the helper has said nothing', () => {
    expect(matchSettlementOf(match)).toEqual({ outcome: 'silent', atMs: NOW_MS + 2 * HOUR_MS });
  });

  test('outlives the request’s own time once the helper has spoken: what was agreed is not taken apart', () => {
    expect(matchSettlementOf({ ...match, helperSpoke: true })).toEqual({
      outcome: 'lapsed',
      atMs: match.expiresAtMs + 48 * HOUR_MS,
    });
  });

  test('is fulfilled by one side’s word after two days, silent or not', () => {
    const saidAtMs = NOW_MS + HOUR_MS;
    for (const said of [{ helperConfirmedAtMs: saidAtMs }, { requesterConfirmedAtMs: saidAtMs }])
      expect(matchSettlementOf({ ...match, ...said })).toEqual({
        outcome: 'fulfilled',
        atMs: saidAtMs + 48 * HOUR_MS,
      });
  });

  test('that is let go leaves the request open to others only while its time lasts', () => {
    expect(afterLetGo({ expiresAtMs: NOW_MS + 1, nowMs: NOW_MS })).toBe('pending');
    expect(afterLetGo({ expiresAtMs: NOW_MS, nowMs: NOW_MS })).toBe('expired');
  });
});
