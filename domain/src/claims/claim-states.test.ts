import { describe, expect, test } from 'vitest';
import { CLAIM_STATUSES, type ClaimFacts, type ClaimMove, moveRefusal, openMoves } from './claim-states.ts';

const open: ClaimFacts = {
  status: 'open',
  side: 'donor',
  donorConfirmed: false,
  claimerConfirmed: false,
  codeLocked: false,
  placeShared: false,
};

describe('what may be done to a claim', () => {
  test.each<[string, Partial<ClaimFacts>, ClaimMove[]]>([
    ['the donor of an open claim', {}, ['release', 'confirm', 'complete_by_code', 'share_place']],
    ['its claimer', { side: 'claimer' }, ['release', 'confirm']],
    ['the donor who has shared', { placeShared: true }, ['release', 'confirm', 'complete_by_code']],
    ['the donor who has confirmed', { donorConfirmed: true }, ['release', 'complete_by_code', 'share_place']],
    [
      'the donor whose claimer has',
      { claimerConfirmed: true },
      ['release', 'confirm', 'complete_by_code', 'share_place'],
    ],
    ['the claimer who has confirmed', { side: 'claimer', claimerConfirmed: true }, ['release']],
    ['the donor with a locked code', { codeLocked: true }, ['release', 'confirm', 'share_place']],
  ])('%s', (_, facts, moves) => {
    expect(openMoves({ ...open, ...facts })).toEqual(moves);
  });

  test.each(CLAIM_STATUSES.filter((status) => status !== 'open'))('nothing once it is %s', (status) => {
    for (const side of ['donor', 'claimer'] as const)
      expect(openMoves({ ...open, status, side })).toEqual([]);
    expect(moveRefusal('release', { ...open, status })).toBe('claim-ended');
  });

  test('a refusal says why', () => {
    expect(moveRefusal('share_place', { ...open, side: 'claimer' })).toBe('not-yours');
    expect(moveRefusal('confirm', { ...open, donorConfirmed: true })).toBe('already-done');
    expect(moveRefusal('complete_by_code', { ...open, codeLocked: true })).toBe('code-locked');
  });
});
