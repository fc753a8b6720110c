import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  CLAIM_SIDES,
  CLAIM_STATUSES,
  type ClaimFacts,
  type ClaimAction,
  claimActionRefusal,
  allowedClaimActions,
  automaticClaimEnd,
} from './claim-states.ts';

/** Claimed at hour 0, pickup from hour 2 to hour 10; now is hour 0.5. */
const open: ClaimFacts = {
  status: 'open',
  side: 'donor',
  donorConfirmed: false,
  claimerConfirmed: false,
  codeLocked: false,
  placeShared: false,
  saidComing: false,
  disputed: false,
  createdAtMs: 0,
  endedAtMs: null,
  availableFromMs: 2 * HOUR_MS,
  availableUntilMs: 10 * HOUR_MS,
  nowMs: 0.5 * HOUR_MS,
};
const at = (hours: number): Partial<ClaimFacts> => ({ nowMs: hours * HOUR_MS });
const claimer = { side: 'claimer' } as const;

describe('claimActionRefusal', () => {
  test.each<[string, Partial<ClaimFacts>, ClaimAction[]]>([
    ['the donor of an open claim', {}, ['share_place', 'complete_by_code', 'confirm', 'release']],
    ['its claimer', claimer, ['confirm', 'release']],
    ['the claimer once reminded', { ...claimer, ...at(1) }, ['say_coming', 'confirm', 'release']],
    ['the claimer who has answered', { ...claimer, ...at(1), saidComing: true }, ['confirm', 'release']],
    [
      'the claimer once pickup has begun',
      { ...claimer, ...at(2) },
      ['say_coming', 'confirm', 'report_no_food', 'release'],
    ],
    ['the claimer once pickup is over', { ...claimer, ...at(10) }, ['confirm', 'report_no_food', 'release']],
    [
      'the donor who has waited an hour',
      at(3),
      ['share_place', 'complete_by_code', 'confirm', 'report_no_show', 'release'],
    ],
    [
      'the donor whose claimer claimed late',
      { ...at(9), createdAtMs: 8.5 * HOUR_MS, placeShared: true },
      ['complete_by_code', 'confirm', 'release'],
    ],
    [
      'the donor who has revealed the address',
      { placeShared: true },
      ['complete_by_code', 'confirm', 'release'],
    ],
    ['the donor who has confirmed', { donorConfirmed: true }, ['share_place', 'complete_by_code', 'release']],
    [
      'the donor after the claimer confirmed',
      { claimerConfirmed: true, ...at(10) },
      ['share_place', 'complete_by_code', 'confirm', 'dispute'],
    ],
    ['the claimer who has confirmed', { ...claimer, claimerConfirmed: true }, ['release']],
    [
      'the claimer after the donor confirmed',
      { ...claimer, donorConfirmed: true, ...at(5) },
      ['confirm', 'dispute'],
    ],
    ['the donor with a locked code', { codeLocked: true }, ['share_place', 'confirm', 'release']],
    ['either after a handover', { status: 'completed', endedAtMs: 0, ...at(47) }, ['dispute']],
    ['either two days after', { status: 'completed', endedAtMs: 0, ...at(48) }, []],
    ['either side after a dispute', { status: 'completed', endedAtMs: 0, disputed: true, ...at(1) }, []],
    [
      'the claimer reported as a no-show',
      { ...claimer, status: 'no_show', endedAtMs: 0, ...at(47) },
      ['dispute'],
    ],
    ['the donor who reported the no-show', { status: 'no_show', endedAtMs: 0, ...at(47) }, []],
  ])('%s', (_, facts, moves) => {
    expect(allowedClaimActions({ ...open, ...facts })).toEqual(moves);
  });

  const over = ['released', 'lapsed', 'disputed'] as const;
  test.each(over)('allows nothing once the claim is %s', (status) => {
    for (const side of CLAIM_SIDES)
      expect(allowedClaimActions({ ...open, status, side, endedAtMs: 0 })).toEqual([]);
    expect(claimActionRefusal('release', { ...open, status })).toBe('claim-ended');
  });

  test('gives the reason', () => {
    expect(claimActionRefusal('share_place', { ...open, ...claimer })).toBe('not-yours');
    expect(claimActionRefusal('confirm', { ...open, donorConfirmed: true })).toBe('already-done');
    expect(claimActionRefusal('complete_by_code', { ...open, codeLocked: true })).toBe('code-locked');
    expect(claimActionRefusal('report_no_show', open)).toBe('too-early');
    expect(claimActionRefusal('report_no_food', { ...open, ...claimer })).toBe('too-early');
    expect(claimActionRefusal('release', { ...open, claimerConfirmed: true })).toBe('handover-said');
    expect(claimActionRefusal('dispute', open)).toBe('nothing-said');
    expect(CLAIM_STATUSES).toContain('disputed');
  });
});

describe('automaticClaimEnd', () => {
  test.each([
    ['no confirmation', null, null, 'lapsed', 58],
    ['confirmed by the donor only', 3, null, 'completed', 51],
    ['confirmed by the claimer only', null, 12, 'completed', 60],
  ])('%s', (_, donor, claimerSaid, outcome, hours) => {
    const ms = (hour: number | null) => (hour === null ? null : hour * HOUR_MS);
    expect(
      automaticClaimEnd({
        donorConfirmedAtMs: ms(donor),
        claimerConfirmedAtMs: ms(claimerSaid),
        availableUntilMs: 10 * HOUR_MS,
      }),
    ).toEqual({ outcome, atMs: hours * HOUR_MS });
  });
});
