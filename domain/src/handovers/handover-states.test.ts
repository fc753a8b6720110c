import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  allowedHandoverActions,
  automaticHandoverEnd,
  HANDOVER_SIDES,
  type HandoverAction,
  type HandoverActionRefusal,
  handoverActionRefusal,
  type HandoverFacts,
  reasonShownTo,
  RELEASE_REASONS,
  servingsTaken,
  releaseActionOf,
  releaseReasonsOf,
  returnsServings,
} from './handover-states.ts';

/** The giver's side of a claim made at hour 0, to be picked up from hour 2 to hour 10; now is hour 0.5. */
const claim: HandoverFacts = {
  status: 'open',
  side: 'giver',
  giverConfirmed: false,
  receiverConfirmed: false,
  codeLocked: false,
  ownPlace: 'hidden',
  placeKnown: true,
  hasListing: true,
  answersRequest: false,
  saidComing: false,
  proposal: null,
  disputed: false,
  createdAtMs: 0,
  endedAtMs: null,
  windowFromMs: 2 * HOUR_MS,
  windowUntilMs: 10 * HOUR_MS,
  agreedTimeMs: null,
  agreedAtMs: null,
  askedAtMs: null,
  giverOnMyWayAtMs: null,
  receiverOnMyWayAtMs: null,
  nowMs: 0.5 * HOUR_MS,
};
/** The helper's side of a request that is answered with something of their own. */
const match: HandoverFacts = {
  ...claim,
  ownPlace: 'none',
  hasListing: false,
  answersRequest: true,
  windowFromMs: 0,
};

const at = (hours: number): Partial<HandoverFacts> => ({ nowMs: hours * HOUR_MS });
const minutesAfter = (minutes: number): Partial<HandoverFacts> => at(10 + minutes / 60);
const asked = { askedAtMs: 10 * HOUR_MS };
const receiver = { side: 'receiver', ownPlace: 'none' } as const;
const requester = { side: 'receiver', ownPlace: 'hidden' } as const;
const proposed = (by: HandoverFacts['side'], hour = 4) => ({ proposal: { timeMs: hour * HOUR_MS, by } });

/** What either side may do from the beginning. */
const BEFORE = ['propose_time', 'confirm', 'release'] as const;

describe('the actions of a claim:', () => {
  test.each<[string, Partial<HandoverFacts>, readonly HandoverAction[]]>([
    ['its giver', {}, ['reveal_address', 'propose_time', 'complete_by_code', 'confirm', 'release']],
    ['its receiver', receiver, BEFORE],
    ['the receiver once reminded', { ...receiver, ...at(1) }, ['say_coming', ...BEFORE]],
    ['the receiver who has answered', { ...receiver, ...at(1), saidComing: true }, BEFORE],
    [
      'the giver who has revealed the address',
      { ownPlace: 'revealed' },
      ['propose_time', 'complete_by_code', 'confirm', 'release'],
    ],
    [
      'the receiver to whom a time is proposed',
      { ...receiver, ...proposed('giver') },
      ['accept_time', ...BEFORE],
    ],
    ['the receiver who proposes one', { ...receiver, ...proposed('receiver') }, BEFORE],
    [
      'the receiver at the end of the window',
      { ...receiver, ...minutesAfter(0) },
      ['say_on_my_way', ...BEFORE],
    ],
    [
      'the receiver a quarter of an hour later',
      { ...receiver, ...minutesAfter(15) },
      ['say_on_my_way', 'propose_time', 'confirm', 'stop_waiting', 'release'],
    ],
    [
      'the receiver half an hour later, both asked in time',
      { ...receiver, ...asked, ...minutesAfter(30) },
      ['say_on_my_way', 'propose_time', 'confirm', 'stop_waiting', 'report_no_food', 'release'],
    ],
    [
      'the giver half an hour later, both asked in time',
      { ...asked, ...minutesAfter(30), ownPlace: 'revealed' },
      [
        'say_on_my_way',
        'propose_time',
        'complete_by_code',
        'confirm',
        'stop_waiting',
        'report_no_show',
        'release',
      ],
    ],
    [
      'the giver who has confirmed',
      { giverConfirmed: true },
      ['reveal_address', 'complete_by_code', 'release'],
    ],
    [
      'the giver after the receiver confirmed',
      { receiverConfirmed: true, ...asked, ...minutesAfter(60) },
      ['reveal_address', 'complete_by_code', 'confirm', 'dispute'],
    ],
    ['the receiver who has confirmed', { ...receiver, receiverConfirmed: true }, ['release']],
    [
      'the receiver after the giver confirmed',
      { ...receiver, giverConfirmed: true, ...proposed('giver'), ...at(5) },
      ['confirm', 'dispute'],
    ],
    ['the giver with a locked code', { codeLocked: true }, ['reveal_address', ...BEFORE]],
    [
      'either two days less a moment after it',
      { status: 'completed', endedAtMs: 0, ...at(47.9) },
      ['dispute'],
    ],
    ['either two days after it', { status: 'completed', endedAtMs: 0, ...at(48) }, []],
    ['either after a dispute of it', { status: 'completed', endedAtMs: 0, disputed: true, ...at(1) }, []],
    [
      'the receiver reported as a no-show',
      { ...receiver, status: 'no_show', endedAtMs: 0, ...at(47) },
      ['dispute'],
    ],
    ['the giver who reported the no-show', { status: 'no_show', endedAtMs: 0, ...at(47) }, []],
  ])('%s', (_, facts, actions) => {
    expect(allowedHandoverActions({ ...claim, ...facts })).toEqual(actions);
  });
});

describe('the actions of an answered request:', () => {
  test.each<[string, Partial<HandoverFacts>, readonly HandoverAction[]]>([
    ['its helper', {}, ['propose_time', 'complete_by_code', 'confirm', 'release']],
    ['its requester', requester, ['reveal_address', ...BEFORE]],
    // the helper travels
    [
      'the helper once reminded',
      at(9),
      ['say_coming', 'propose_time', 'complete_by_code', 'confirm', 'release'],
    ],
    ['the requester once reminded', { ...requester, ...at(9) }, ['reveal_address', ...BEFORE]],
    [
      'the helper long after: a requester is never counted',
      { ...asked, ...minutesAfter(120) },
      ['say_on_my_way', 'propose_time', 'complete_by_code', 'confirm', 'stop_waiting', 'release'],
    ],
    [
      'the requester long after: there are no servings to withdraw',
      { ...requester, ...asked, ...minutesAfter(120) },
      ['say_on_my_way', 'reveal_address', 'propose_time', 'confirm', 'stop_waiting', 'release'],
    ],
    [
      'the requester long after, of food from a listing',
      { ...requester, hasListing: true, ...asked, ...minutesAfter(120) },
      [
        'say_on_my_way',
        'reveal_address',
        'propose_time',
        'confirm',
        'stop_waiting',
        'report_no_food',
        'release',
      ],
    ],
  ])('%s', (_, facts, actions) => {
    expect(allowedHandoverActions({ ...match, ...facts })).toEqual(actions);
  });
});

test.each(['released', 'lapsed', 'disputed'] as const)('nothing is allowed once it is %s', (status) => {
  for (const kind of [claim, match])
    for (const side of HANDOVER_SIDES)
      expect(allowedHandoverActions({ ...kind, status, side, endedAtMs: 0 })).toEqual([]);
  expect(handoverActionRefusal('release', { ...claim, status })).toBe('handover-ended');
});

test.each<[HandoverAction, Partial<HandoverFacts>, HandoverActionRefusal]>([
  ['reveal_address', receiver, 'not-yours'],
  ['say_coming', {}, 'not-yours'],
  ['say_coming', receiver, 'too-early'],
  ['say_coming', { ...receiver, ...at(10) }, 'too-late'],
  ['say_coming', { ...receiver, saidComing: true, ...at(10) }, 'already-done'],
  ['say_on_my_way', {}, 'too-early'],
  ['say_on_my_way', { agreedTimeMs: 4 * HOUR_MS, giverOnMyWayAtMs: 4 * HOUR_MS, ...at(5) }, 'already-done'],
  ['propose_time', { receiverConfirmed: true }, 'handover-said'],
  ['accept_time', {}, 'nothing-proposed'],
  ['accept_time', proposed('giver'), 'nothing-proposed'],
  ['accept_time', { ...proposed('receiver'), ...at(4.1) }, 'too-early'],
  ['accept_time', proposed('receiver', 34.1), 'too-late'],
  ['accept_time', { ...proposed('receiver'), receiverConfirmed: true }, 'handover-said'],
  ['complete_by_code', receiver, 'not-yours'],
  ['complete_by_code', { codeLocked: true }, 'code-locked'],
  ['confirm', { giverConfirmed: true }, 'already-done'],
  ['stop_waiting', minutesAfter(14), 'too-early'],
  ['stop_waiting', { ...minutesAfter(60), receiverConfirmed: true }, 'handover-said'],
  ['report_no_show', receiver, 'not-yours'],
  ['report_no_show', minutesAfter(29), 'too-early'],
  ['report_no_show', { ...minutesAfter(120), receiverConfirmed: true }, 'handover-said'],
  ['report_no_show', { ...minutesAfter(120), answersRequest: true }, 'not-counted'],
  ['report_no_show', { ...minutesAfter(120), placeKnown: false }, 'place-unknown'],
  ['report_no_food', {}, 'not-yours'],
  ['report_no_food', { ...receiver, ...minutesAfter(29) }, 'too-early'],
  ['report_no_food', { ...receiver, ...minutesAfter(120), hasListing: false }, 'not-counted'],
  ['release', { receiverConfirmed: true }, 'handover-said'],
  ['dispute', {}, 'nothing-said'],
  ['dispute', { giverConfirmed: true }, 'nothing-said'],
  ['dispute', { status: 'completed', disputed: true }, 'already-done'],
  ['dispute', { status: 'no_show' }, 'not-yours'],
  ['dispute', { status: 'completed', endedAtMs: 0, ...at(48) }, 'too-late'],
])('%s is refused: %o', (action, facts, refusal) => {
  expect(handoverActionRefusal(action, { ...claim, ...facts })).toBe(refusal);
});

describe('reasons to release', () => {
  test('each side has its own, and every reason belongs to a side or is automatic', () => {
    const offered = [true, false].flatMap((answersRequest) =>
      HANDOVER_SIDES.flatMap((side) => releaseReasonsOf({ side, answersRequest })),
    );
    expect(RELEASE_REASONS.filter((reason) => !offered.includes(reason))).toEqual([
      'taken_back',
      'silent',
      'beside',
    ]);
    expect(releaseReasonsOf({ side: 'giver', answersRequest: false })).not.toContain('cannot_come');
    expect(releaseReasonsOf({ side: 'receiver', answersRequest: true })).not.toContain('not_genuine');
  });

  test('a complaint is not shown to the person it is about', () => {
    const hidden = RELEASE_REASONS.filter((reason) => reasonShownTo('receiver', reason) !== reason);
    expect(hidden).toEqual(['not_genuine']);
    for (const reason of RELEASE_REASONS) expect(reasonShownTo('giver', reason)).toBe(reason);
    expect(reasonShownTo('receiver', 'not_genuine')).toBeNull();
  });

  test('two are separate actions, and two do not return the servings', () => {
    expect([null, ...RELEASE_REASONS].filter((reason) => releaseActionOf(reason) !== 'release')).toEqual([
      'no_food',
      'stopped_waiting',
    ]);
    expect([null, ...RELEASE_REASONS].filter((reason) => !returnsServings(reason))).toEqual([
      'food_gone',
      'no_food',
    ]);
  });
});

describe('automaticHandoverEnd', () => {
  test.each([
    ['no confirmation', null, null, null, 'lapsed', 58],
    ['no confirmation, agreed on a time in the window', null, null, 5, 'lapsed', 58],
    ['no confirmation, agreed on a time after it', null, null, 12, 'lapsed', 60],
    ['confirmed by the giver only', 3, null, null, 'completed', 51],
    ['confirmed by the receiver only', null, 12, 20, 'completed', 60],
  ])('%s', (_, giver, receiverSaid, agreed, outcome, hours) => {
    const ms = (hour: number | null) => (hour === null ? null : hour * HOUR_MS);
    expect(
      automaticHandoverEnd({
        giverConfirmedAtMs: ms(giver),
        receiverConfirmedAtMs: ms(receiverSaid),
        windowUntilMs: 10 * HOUR_MS,
        agreedTimeMs: ms(agreed),
      }),
    ).toEqual({ outcome, atMs: hours * HOUR_MS });
  });
});

test.each<[number, (number | null)[], number]>([
  [4, [null, null], 4],
  [4, [3, null], 3],
  [4, [null, 2], 2],
  [4, [3, 2], 2],
  [4, [4, 3], 3],
  [3, [4, 4], 3],
  [0, [null, null], 0],
])('of %i promised servings, of which the sides say %j, %i changed hands', (promised, said, taken) => {
  expect(servingsTaken(promised, said)).toBe(taken);
});
