import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CLAIM_SIDES, CLAIM_STATUSES, type ClaimAction } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { aClaim } from '#web/testing/samples.ts';
import { allowedActions, mainActions, needsReply, offeredActions } from './claim-actions.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

/** The start and end of the window, in hours from now. */
const WHEN = {
  'far before': [20, 24],
  'an hour before': [0.5, 4],
  'just begun': [-0.5, 4],
  'well begun': [-2, 4],
  after: [-5, -1],
} as const;
type When = keyof typeof WHEN;
type Said = 'nobody' | 'I' | 'other';

function claimAt(side: Claim['side'], when: When, said: Said, more: Partial<Claim> = {}): Claim {
  const [from, until] = WHEN[when];
  const mine = side === 'donor' ? 'donorConfirmedAt' : 'claimerConfirmedAt';
  const others = side === 'donor' ? 'claimerConfirmedAt' : 'donorConfirmedAt';
  return aClaim(
    {
      side,
      createdAt: at(-30),
      ...(said === 'I' && { [mine]: at(-0.1) }),
      ...(said === 'other' && { [others]: at(-0.1) }),
      ...more,
    },
    { availableFrom: at(from), availableUntil: at(until), placeShared: true },
  );
}

type Row = readonly [
  side: Claim['side'],
  when: When,
  said: Said,
  primary: ClaimAction | null,
  others: readonly ClaimAction[],
  folded: readonly ClaimAction[],
];

const CLAIMER: readonly Row[] = [
  ['claimer', 'far before', 'nobody', null, ['release'], ['confirm']],
  ['claimer', 'an hour before', 'nobody', 'say_coming', ['release'], ['confirm']],
  ['claimer', 'just begun', 'nobody', 'confirm', ['say_coming', 'report_no_food', 'release'], []],
  ['claimer', 'well begun', 'nobody', 'confirm', ['say_coming', 'report_no_food', 'release'], []],
  ['claimer', 'after', 'nobody', 'confirm', ['report_no_food', 'release'], []],
  ['claimer', 'far before', 'I', null, [], ['release']],
  ['claimer', 'just begun', 'I', null, [], ['report_no_food', 'release']],
  ['claimer', 'after', 'I', null, [], ['report_no_food', 'release']],
  ['claimer', 'far before', 'other', 'confirm', ['dispute'], []],
  ['claimer', 'just begun', 'other', 'confirm', ['dispute'], []],
  ['claimer', 'after', 'other', 'confirm', ['dispute'], []],
];

const DONOR: readonly Row[] = [
  ['donor', 'far before', 'nobody', null, ['release'], ['complete_by_code', 'confirm']],
  ['donor', 'an hour before', 'nobody', null, ['complete_by_code', 'confirm', 'release'], []],
  ['donor', 'just begun', 'nobody', 'complete_by_code', ['confirm', 'release'], []],
  ['donor', 'well begun', 'nobody', 'complete_by_code', ['confirm', 'report_no_show', 'release'], []],
  ['donor', 'after', 'nobody', 'confirm', ['report_no_show', 'release'], ['complete_by_code']],
  ['donor', 'just begun', 'I', null, ['complete_by_code'], ['release']],
  ['donor', 'after', 'I', null, ['complete_by_code'], ['report_no_show', 'release']],
  ['donor', 'just begun', 'other', 'confirm', ['dispute'], []],
  ['donor', 'after', 'other', 'confirm', ['dispute'], []],
];

describe('an open claim', () => {
  it.each([...CLAIMER, ...DONOR])('%s, %s, confirmed by %s', (side, when, said, primary, others, folded) => {
    expect(offeredActions(claimAt(side, when, said), NOW_MS)).toEqual({ primary, others, folded });
  });

  it('puts revealing the address first as long as it is not revealed', () => {
    const unshared = (when: When, said: Said = 'nobody') => {
      const claim = claimAt('donor', when, said);
      return offeredActions({ ...claim, listing: { ...claim.listing, placeShared: false } }, NOW_MS);
    };
    expect(unshared('far before').primary).toBe('share_place');
    expect(unshared('just begun')).toEqual({
      primary: 'share_place',
      others: ['complete_by_code', 'confirm', 'release'],
      folded: [],
    });
    expect(unshared('after').folded).toEqual(['share_place', 'complete_by_code']);
    expect(unshared('just begun', 'other')).toEqual({
      primary: 'confirm',
      others: ['dispute'],
      folded: ['share_place'],
    });
    expect(unshared('just begun', 'I').folded).toEqual(['share_place', 'release']);
  });

  it('offers the confirmation of both sides if the code is locked', () => {
    const { primary, others } = offeredActions(
      claimAt('donor', 'just begun', 'nobody', { codeLocked: true }),
      NOW_MS,
    );
    expect(primary).toBe('confirm');
    expect(others).not.toContain('complete_by_code');
  });

  it('asks only once whether the claimer is coming', () => {
    expect(
      offeredActions(claimAt('claimer', 'an hour before', 'nobody', { comingAt: at(-0.1) }), NOW_MS),
    ).toEqual({
      primary: null,
      others: ['release'],
      folded: ['confirm'],
    });
  });
});

describe('a claim that has ended', () => {
  const ended = (status: Claim['status'], side: Claim['side'], hoursAgo: number) =>
    offeredActions(claimAt(side, 'after', 'nobody', { status, endedAt: at(-hoursAgo) }), NOW_MS).others;

  it.each([
    ['completed', 'donor', 47, ['dispute']],
    ['completed', 'claimer', 47, ['dispute']],
    ['completed', 'claimer', 49, []],
    ['no_show', 'claimer', 47, ['dispute']],
    ['no_show', 'claimer', 49, []],
    ['no_show', 'donor', 1, []],
    ['released', 'claimer', 1, []],
    ['lapsed', 'donor', 1, []],
    ['disputed', 'claimer', 1, []],
  ] as const)('%s, to the %s, %d hours ago', (status, side, hoursAgo, others) => {
    expect(ended(status, side, hoursAgo)).toEqual(others);
  });
});

it('offers every allowed action, except the code after the other side’s confirmation', () => {
  for (const side of CLAIM_SIDES)
    for (const when of Object.keys(WHEN) as When[])
      for (const said of ['nobody', 'I', 'other'] as const)
        for (const status of CLAIM_STATUSES) {
          const claim = claimAt(side, when, said, status === 'open' ? {} : { status, endedAt: at(-1) });
          const { primary, others, folded } = offeredActions(claim, NOW_MS);
          const offered = [...(primary ? [primary] : []), ...others, ...folded];
          const allowed = allowedActions(claim, NOW_MS).filter(
            (move) => !(said === 'other' && move === 'complete_by_code'),
          );
          expect(offered.toSorted()).toEqual(allowed.toSorted());
        }
});

it.each([
  ['a question before the pickup', claimAt('claimer', 'an hour before', 'nobody'), true],
  ['a pickup under way', claimAt('claimer', 'just begun', 'nobody'), false],
  ['a pickup that is over', claimAt('donor', 'after', 'nobody'), true],
  ['what the other said', claimAt('donor', 'just begun', 'other'), true],
  ['what one said oneself', claimAt('claimer', 'after', 'I'), false],
  [
    'being called a no-show',
    claimAt('claimer', 'after', 'nobody', { status: 'no_show', endedAt: at(-1) }),
    true,
  ],
  ['a handover', claimAt('claimer', 'after', 'nobody', { status: 'completed', endedAt: at(-1) }), false],
])('%s: needs a reply or not', (_, claim, waits) => {
  expect(needsReply(claim, NOW_MS)).toBe(waits);
});

it('the short form keeps the dispute beside the confirmation, else the first action', () => {
  const inShort = (claim: Claim) => mainActions(offeredActions(claim, NOW_MS));
  expect(inShort(claimAt('donor', 'just begun', 'other'))).toEqual({
    primary: 'confirm',
    others: ['dispute'],
    folded: [],
  });
  expect(inShort(claimAt('claimer', 'far before', 'nobody'))).toEqual({
    primary: null,
    others: ['release'],
    folded: [],
  });
});
