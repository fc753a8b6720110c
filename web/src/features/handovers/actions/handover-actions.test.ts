import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { HANDOVER_SIDES, HANDOVER_STATUSES } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { aHandover } from '#web/testing/samples.ts';
import {
  allowedActions,
  awaitedAction,
  briefActions,
  type OfferedAction,
  offeredActions,
} from './handover-actions.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

/** The start and end of the window, in hours from now. */
const WHEN = {
  'far before': [20, 24],
  'an hour before': [0.5, 4],
  'just begun': [-0.5, 4],
  'just over': [-5, -0.3],
  'over for 40 minutes': [-5, -0.67],
  'long over': [-5, -2],
} as const;
type When = keyof typeof WHEN;
type Said = 'no one' | 'I' | 'other';
type Side = Handover['side'];

/** Both were asked "On your way?" when the window was over; the address is revealed. */
function handoverAt(side: Side, when: When, said: Said = 'no one', more: Partial<Handover> = {}): Handover {
  const [from, until] = WHEN[when];
  const [mine, others] =
    side === 'giver'
      ? (['giverConfirmedAt', 'receiverConfirmedAt'] as const)
      : (['receiverConfirmedAt', 'giverConfirmedAt'] as const);
  return aHandover({
    side,
    createdAt: at(-30),
    windowFrom: at(from),
    windowUntil: at(until),
    askedAt: until < 0 ? at(until) : null,
    ownPlace: side === 'giver' ? 'revealed' : 'none',
    ...(said === 'I' && { [mine]: at(-0.1) }),
    ...(said === 'other' && { [others]: at(-0.1) }),
    ...more,
  });
}
/** The giver brings something to a request. */
const BROUGHT = { claimId: null, listingId: null, emergencyRequestId: aHandover().id } as const;
const matchAt = (side: Side, when: When, said: Said = 'no one', more: Partial<Handover> = {}): Handover =>
  handoverAt(side, when, said, {
    ...BROUGHT,
    ownPlace: side === 'giver' ? 'none' : 'hidden',
    ...more,
  });

type Row = readonly [
  side: Side,
  when: When,
  said: Said,
  primary: OfferedAction | null,
  others: readonly OfferedAction[],
  folded: readonly OfferedAction[],
];

const CLAIMS: readonly Row[] = [
  ['receiver', 'far before', 'no one', null, ['release'], ['confirm']],
  ['receiver', 'an hour before', 'no one', 'say_coming', ['release'], ['confirm']],
  ['receiver', 'just begun', 'no one', 'confirm', ['say_coming', 'release'], []],
  ['receiver', 'just over', 'no one', 'say_on_my_way', ['confirm', 'stop_waiting', 'release'], []],
  [
    'receiver',
    'over for 40 minutes',
    'no one',
    'say_on_my_way',
    ['confirm', 'stop_waiting', 'release'],
    ['report_no_food'],
  ],
  [
    'receiver',
    'long over',
    'no one',
    'confirm',
    ['stop_waiting', 'release'],
    ['say_on_my_way', 'report_no_food'],
  ],
  ['receiver', 'just begun', 'I', null, [], ['release']],
  ['receiver', 'long over', 'I', null, [], ['stop_waiting', 'release', 'report_no_food']],
  ['receiver', 'long over', 'other', 'confirm', ['dispute'], []],
  ['giver', 'far before', 'no one', null, ['complete_by_code'], ['confirm', 'release']],
  ['giver', 'an hour before', 'no one', null, ['complete_by_code', 'confirm'], ['release']],
  ['giver', 'just begun', 'no one', 'complete_by_code', ['confirm'], ['release']],
  [
    'giver',
    'over for 40 minutes',
    'no one',
    'complete_by_code',
    ['say_on_my_way', 'confirm', 'stop_waiting', 'release'],
    ['report_no_show'],
  ],
  [
    'giver',
    'long over',
    'no one',
    'confirm',
    ['stop_waiting', 'release'],
    ['say_on_my_way', 'complete_by_code', 'report_no_show'],
  ],
  ['giver', 'just begun', 'I', null, ['complete_by_code'], ['release']],
  ['giver', 'just begun', 'other', 'confirm', ['dispute'], []],
];

const MATCHES: readonly Row[] = [
  ['receiver', 'just begun', 'no one', null, ['confirm', 'release'], []],
  ['receiver', 'over for 40 minutes', 'no one', 'confirm', ['say_on_my_way', 'stop_waiting', 'release'], []],
  ['giver', 'just begun', 'no one', 'say_coming', ['complete_by_code', 'confirm', 'release'], []],
  [
    'giver',
    'over for 40 minutes',
    'no one',
    'say_on_my_way',
    ['complete_by_code', 'confirm', 'stop_waiting', 'release'],
    [],
  ],
  ['giver', 'just begun', 'other', 'confirm', ['dispute'], []],
];

describe('an open handover', () => {
  it.each(CLAIMS)('of a claim: %s, %s, confirmed by %s', (side, when, said, primary, others, folded) => {
    expect(offeredActions(handoverAt(side, when, said), NOW_MS)).toEqual({ primary, others, folded });
  });

  it.each(MATCHES)('of a match: %s, %s, confirmed by %s', (side, when, said, primary, others, folded) => {
    // the window of a request ends an hour from now, so that the helper is reminded
    const soon = when === 'just begun' ? { windowUntil: at(0.9) } : {};
    expect(offeredActions(matchAt(side, when, said, soon), NOW_MS)).toEqual({ primary, others, folded });
  });

  it('puts revealing the address first as long as it is not revealed', () => {
    const hidden = (when: When, said?: Said) =>
      offeredActions(handoverAt('giver', when, said, { ownPlace: 'hidden' }), NOW_MS);
    expect(hidden('far before').primary).toBe('reveal_address');
    expect(hidden('just over').primary).toBe('reveal_address');
    expect(hidden('long over').folded).toContain('reveal_address');
    expect(hidden('just begun', 'other')).toMatchObject({ primary: 'confirm', folded: ['reveal_address'] });
  });

  it('offers the confirmation of both sides if the code is locked', () => {
    const { primary, others } = offeredActions(
      handoverAt('giver', 'just begun', 'no one', { codeLocked: true }),
      NOW_MS,
    );
    expect(primary).toBe('confirm');
    expect(others).not.toContain('complete_by_code');
  });

  it('follows the agreed time', () => {
    const agreed = (hours: number, more: Partial<Handover> = {}) =>
      offeredActions(
        handoverAt('receiver', 'just begun', 'no one', { agreedTime: at(hours), ...more }),
        NOW_MS,
      );
    expect(agreed(3)).toEqual({ primary: null, others: ['release'], folded: ['confirm'] });
    expect(agreed(0.5)).toEqual({ primary: 'say_coming', others: ['confirm', 'release'], folded: [] });
    expect(agreed(-0.1).primary).toBe('say_on_my_way');
    expect(agreed(-0.1, { receiverOnMyWayAt: at(0) }).primary).toBe('confirm');
    expect(agreed(-0.67, { askedAt: at(-0.67) }).folded).toEqual(['report_no_food']);
    expect(agreed(-0.67, { askedAt: at(-0.67), giverOnMyWayAt: at(-0.1) }).folded).toEqual([]);
  });

  it('has no other primary action while a proposed time waits', () => {
    const proposal = { time: at(2), by: 'giver' } as const;
    const waiting = handoverAt('receiver', 'an hour before', 'no one', { proposal });
    expect(offeredActions(waiting, NOW_MS)).toMatchObject({
      primary: null,
      others: ['say_coming', 'release'],
    });
    expect(awaitedAction(waiting, NOW_MS)).toBe('accept_time');
    expect(briefActions(waiting, NOW_MS)).toEqual({ primary: null, others: [], folded: [] });
  });
});

describe('a handover that has ended', () => {
  const ended = (status: Handover['status'], side: Side, hoursAgo: number) =>
    offeredActions(handoverAt(side, 'long over', 'no one', { status, endedAt: at(-hoursAgo) }), NOW_MS)
      .others;

  it.each([
    ['completed', 'giver', 47, ['dispute']],
    ['completed', 'receiver', 49, []],
    ['no_show', 'receiver', 47, ['dispute']],
    ['no_show', 'receiver', 49, []],
    ['no_show', 'giver', 1, []],
    ['released', 'receiver', 1, []],
    ['disputed', 'receiver', 1, []],
  ] as const)('%s, to the %s, %d hours ago', (status, side, hoursAgo, others) => {
    expect(ended(status, side, hoursAgo)).toEqual(others);
  });
});

it('offers every allowed action, except the time’s, and the code after the other side’s confirmation', () => {
  for (const make of [handoverAt, matchAt])
    for (const side of HANDOVER_SIDES)
      for (const when of Object.keys(WHEN) as When[])
        for (const said of ['no one', 'I', 'other'] as const)
          for (const status of HANDOVER_STATUSES) {
            const handover = make(side, when, said, status === 'open' ? {} : { status, endedAt: at(-1) });
            const { primary, others, folded } = offeredActions(handover, NOW_MS);
            const offered = [...(primary ? [primary] : []), ...others, ...folded];
            const allowed = allowedActions(handover, NOW_MS).filter(
              (action) =>
                action !== 'propose_time' &&
                !(said === 'other' && action === 'complete_by_code') &&
                // a requester's address is the request's own
                !(action === 'reveal_address' && side === 'receiver'),
            );
            expect(offered.toSorted()).toEqual(allowed.toSorted());
          }
});

it.each([
  ['a question before the pickup', handoverAt('receiver', 'an hour before'), 'say_coming'],
  ['a pickup under way', handoverAt('receiver', 'just begun'), null],
  ['the hour after its time', handoverAt('receiver', 'just over'), 'say_on_my_way'],
  ['the hour after its time, to the giver', handoverAt('giver', 'just over'), null],
  ['a pickup that is over', handoverAt('giver', 'long over'), 'confirm'],
  [
    'an address that is not revealed',
    handoverAt('giver', 'just begun', 'no one', { ownPlace: 'hidden' }),
    'reveal_address',
  ],
  ['what the other said', handoverAt('giver', 'just begun', 'other'), 'confirm'],
  ['what one said oneself', handoverAt('receiver', 'long over', 'I'), null],
  [
    'a miss',
    handoverAt('receiver', 'long over', 'no one', { status: 'no_show', endedAt: at(-1) }),
    'dispute',
  ],
  [
    'a completed one',
    handoverAt('receiver', 'long over', 'no one', { status: 'completed', endedAt: at(-1) }),
    null,
  ],
])('%s: the awaited step', (_, handover, awaited) => {
  expect(awaitedAction(handover, NOW_MS)).toBe(awaited);
});

it('keeps the dispute beside the awaited confirmation in the short form', () => {
  expect(briefActions(handoverAt('giver', 'just begun', 'other'), NOW_MS)).toEqual({
    primary: 'confirm',
    others: ['dispute'],
    folded: [],
  });
});
