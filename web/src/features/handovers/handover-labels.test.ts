import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { unbroken } from '#web/lib/format.ts';
import { aHandover } from '#web/testing/samples.ts';
import { actionLabels, foldedActionsLabel, releaseReasonOptions } from './actions/action-labels.ts';
import {
  handoverTimeLabel,
  handoverQuestion,
  handoverSentence,
  missedHours,
  proposalCaution,
  upcomingSentences,
} from './handover-labels.ts';

const NOW_MS = new Date(2026, 10, 21, 12).getTime();
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

/** June receives from Ana; the window began an hour ago and ends in two. */
function handover(side: Handover['side'], said: Partial<Handover> = {}, from = -1, until = 2): Handover {
  return aHandover({
    side,
    createdAt: at(-30),
    windowFrom: at(from),
    windowUntil: at(until),
    askedAt: until < 0 ? at(until) : null,
    ...said,
  });
}
/** Ana brings something to June's request. */
const BROUGHT = { claimId: null, listingId: null, emergencyRequestId: aHandover().id } as const;
const DUE = { agreedTime: at(-0.1) } as const;

it('shows the claimed servings and the total', () => {
  const sentence = (claimed: number) => handoverSentence(handover('giver'), NOW_MS, { claimed, shared: 6 });
  expect([4, 6].map(sentence)).toEqual([
    'June wants to pick up 4 of 6 servings.',
    'June wants to pick this up.',
  ]);
});

describe('the status sentence of each side', () => {
  const over = { endedAt: at(-1) };
  it.each([
    [{}, 'Saved for you', 'June wants to pick this up.'],
    [BROUGHT, 'Ana is helping you.', "You're helping June."],
    [{ comingAt: at(-1) }, "You said you're coming.", 'June can still make it.'],
    [{ ...BROUGHT, comingAt: at(-1) }, 'Ana can still make it.', "You said you're coming."],
    [{ agreedTime: at(1) }, 'Pick up today, 1 PM', 'June is coming today, 1 PM'],
    [{ ...BROUGHT, agreedTime: at(1) }, 'Ana is coming today, 1 PM', 'Bring it today, 1 PM'],
    [{ agreedTime: at(1), comingAt: at(0) }, "You said you're coming.", 'June can still make it.'],
    [DUE, "It's time to meet.", "It's time to meet."],
    [{ ...DUE, receiverOnMyWayAt: at(0) }, "You said you're on your way.", 'June is on the way.'],
    [{ ...DUE, giverOnMyWayAt: at(0) }, 'Ana is there.', "You said you're there."],
    [{ ...DUE, ...BROUGHT, giverOnMyWayAt: at(0) }, 'Ana is on the way.', "You said you're on your way."],
    [
      { giverConfirmedAt: at(-1) },
      'Ana says you got it. Did you?',
      'You said you handed it over. June still has to confirm.',
    ],
    [
      { receiverConfirmedAt: at(-1) },
      'You said you have it. Ana still has to confirm.',
      'June says they have it. Is that right?',
    ],
    [
      { ...over, status: 'completed', completedBy: 'code' },
      'You got it from Ana',
      'You handed it over to June',
    ],
    [
      { ...over, status: 'completed', completedBy: 'one_side', giverConfirmedAt: at(-50) },
      "Ana said you got it, and you didn't disagree.",
      "You said you handed it over, and June didn't disagree.",
    ],
    [
      { ...over, status: 'completed', completedBy: 'one_side', receiverConfirmedAt: at(-50) },
      "You said you got it, and Ana didn't disagree.",
      "June said they got it, and you didn't disagree.",
    ],
    [
      { ...over, status: 'no_show', endedBy: 'giver' },
      'Ana marked this as missed.',
      'You marked this as missed.',
    ],
    [
      { ...over, status: 'no_show', endedBy: 'giver', disputedAt: at(-0.5), disputedBy: 'receiver' },
      'You said you were there. An organizer will take a look.',
      'June says they were there. An organizer will take a look.',
    ],
    [
      { ...over, status: 'disputed', disputedAt: at(-0.5), disputedBy: 'receiver' },
      "You said something isn't right. An organizer will take a look.",
      "June says something isn't right. An organizer will take a look.",
    ],
    [
      { ...over, status: 'lapsed' },
      'No one confirmed this pickup, so we closed it.',
      'No one confirmed this pickup, so we closed it.',
    ],
    [
      { ...over, status: 'released', endedBy: 'receiver', releaseReason: 'cannot_come' },
      "You couldn't make it this time.",
      "June couldn't make it this time.",
    ],
    [
      { ...over, status: 'released', endedBy: 'receiver', releaseReason: 'no_food' },
      "You came, and the food wasn't there.",
      "June came, and the food wasn't there.",
    ],
    [
      { ...over, status: 'released', endedBy: 'giver', releaseReason: 'stopped_waiting' },
      "Ana stopped waiting. It won't count against anyone.",
      'You stopped waiting.',
    ],
    [{ ...over, status: 'released', endedBy: 'giver' }, 'Ana canceled this.', 'You canceled this.'],
    [{ ...over, status: 'released' }, 'This was canceled.', 'This was canceled.'],
  ] satisfies [Partial<Handover>, string, string][])('%o', (said, toReceiver, toGiver) => {
    expect(handoverSentence(handover('receiver', said), NOW_MS)).toBe(toReceiver);
    expect(handoverSentence(handover('giver', said), NOW_MS)).toBe(toGiver);
  });
});

it('shows the agreed time before the window, and no window of a request', () => {
  expect(handoverTimeLabel(handover('giver'), NOW_MS)).toBe('today, until 2 PM');
  expect(handoverTimeLabel(handover('giver', { agreedTime: at(1) }), NOW_MS)).toBe('today, 1 PM · agreed');
  expect(handoverTimeLabel(handover('giver', BROUGHT), NOW_MS)).toBeNull();
});

describe('automatic changes', () => {
  it('names to both sides when a one-sided confirmation becomes final', () => {
    const said = { giverConfirmedAt: at(-2) };
    expect(upcomingSentences(handover('giver', said), NOW_MS)).toEqual([
      'It counts as handed over Monday, 10 AM unless June disagrees.',
    ]);
    expect(upcomingSentences(handover('receiver', said), NOW_MS)).toEqual([
      'It counts as handed over Monday, 10 AM unless you disagree.',
    ]);
  });

  it('says when it lapses, once its time is over', () => {
    expect(upcomingSentences(handover('receiver', {}, -5, -2), NOW_MS)).toEqual([
      "If no one confirms it, we'll close it Monday, 10 AM.",
    ]);
  });

  it('shows each side from when it may stop waiting and report a missed pickup', () => {
    expect(upcomingSentences(handover('giver'), NOW_MS)).toEqual([
      'If no one comes, you can say so from today, 2:30 PM on.',
    ]);
    expect(upcomingSentences(handover('receiver'), NOW_MS)).toEqual([
      "If the food isn't there, you can say so from today, 2:30 PM on.",
    ]);
    expect(upcomingSentences(handover('giver', {}, 3, 5), NOW_MS)).toEqual([]);
    expect(upcomingSentences(handover('giver', { ...DUE, askedAt: at(-0.1) }), NOW_MS)).toEqual([
      "You can stop waiting from today, 12:09 PM on. It won't count against anyone.",
      'If no one comes, you can say so from today, 12:24 PM on.',
    ]);
    expect(upcomingSentences(handover('giver', { ...DUE, ...BROUGHT }), NOW_MS)).toEqual([
      "You can stop waiting from today, 12:09 PM on. It won't count against anyone.",
    ]);
  });
});

describe('the question', () => {
  it.each([
    ['before, an hour ahead', handover('receiver', {}, 0.5), 'Can you still make it?'],
    ['of the giver then', handover('giver', {}, 0.5), null],
    [
      'an hour before the agreed time',
      handover('receiver', { agreedTime: at(0.5) }),
      'Can you still make it?',
    ],
    ['once answered', handover('receiver', { comingAt: at(-0.1) }, 0.5), null],
    ['while it is on', handover('receiver'), null],
    ['at the agreed time', handover('receiver', DUE), 'On your way?'],
    ['of the helper of a request', handover('giver', { ...DUE, ...BROUGHT }), 'On your way?'],
    ['of the one who waits', handover('giver', DUE), null],
    ['once on the way', handover('receiver', { ...DUE, receiverOnMyWayAt: at(0) }), null],
    ['afterwards', handover('receiver', {}, -5, -2), 'Did it happen?'],
    ['once one has said so', handover('giver', { giverConfirmedAt: at(-0.1) }, -5, -2), null],
  ])('%s', (_, one, question) => {
    expect(handoverQuestion(one, NOW_MS)).toBe(question);
  });
});

describe('the button labels', () => {
  it.each([
    ['confirm', handover('giver'), 'I handed it over'],
    ['confirm', handover('receiver'), 'I picked it up'],
    ['confirm', handover('receiver', BROUGHT), 'I got the food'],
    ['confirm', handover('giver', {}, -5, -2), 'Yes, handed over'],
    ['confirm', handover('receiver', { giverConfirmedAt: at(-1) }), 'Yes, I have it'],
    ['release', handover('receiver'), "I can't make it"],
    ['release', handover('receiver', {}, -5, -2), "I couldn't make it"],
    ['release', handover('giver'), 'Cancel this pickup'],
    ['release', handover('giver', {}, -5, -2), "I couldn't hand it over"],
    ['release', handover('receiver', BROUGHT), 'End this match'],
    ['release', handover('giver', BROUGHT), "I can't make it"],
    ['say_coming', handover('receiver', {}, 0.5), "Yes, I'm coming"],
    ['say_coming', handover('receiver'), "I'm still coming"],
    ['say_on_my_way', handover('receiver', DUE), "I'm on my way"],
    ['say_on_my_way', handover('giver', DUE), "I'm here"],
    ['say_on_my_way', handover('giver', { ...DUE, ...BROUGHT }), "I'm on my way"],
    ['dispute', handover('receiver', { giverConfirmedAt: at(-1) }), "I didn't get it"],
    ['dispute', handover('giver', { receiverConfirmedAt: at(-1) }), "I didn't hand it over"],
    ['dispute', handover('receiver', { status: 'no_show', endedAt: at(-1) }), 'I was there'],
    ['dispute', handover('giver', { status: 'completed', endedAt: at(-1) }), "Something isn't right"],
  ] as const)('%s: %#', (action, one, words) => {
    expect(actionLabels(action, one, NOW_MS).label).toBe(words);
  });

  it('names the deadline for a dispute', () => {
    const ended = handover('receiver', { status: 'no_show', endedAt: at(-2) });
    expect(actionLabels('dispute', ended, NOW_MS).consequence).toBe(
      'Disagree? Let us know by Monday, 10 AM and an organizer will take a look.',
    );
  });

  it('names the folded actions by their purpose', () => {
    expect(foldedActionsLabel(handover('giver', {}, 3, 5), ['confirm'], NOW_MS)).toBe("They're here already");
    expect(foldedActionsLabel(handover('receiver', {}, 3, 5), ['confirm'], NOW_MS)).toBe('I have it already');
    expect(foldedActionsLabel(handover('giver', {}, -5, -2), ['report_no_show'], NOW_MS)).toBe(
      'Something else happened',
    );
    expect(
      foldedActionsLabel(handover('receiver', { receiverConfirmedAt: at(-1) }), ['release'], NOW_MS),
    ).toBe("It didn't happen after all");
  });

  it('offers the reasons of the side and the kind, without those that have a button', () => {
    const reasons = (one: Handover) => releaseReasonOptions(one, NOW_MS).map(({ value }) => value);
    expect(reasons(handover('receiver', {}, -5, -2))).toEqual([
      'cannot_come',
      'no_longer_needed',
      'no_answer',
      'other',
    ]);
    expect(reasons(handover('giver', BROUGHT))).toEqual([
      'cannot_make_it',
      'no_answer',
      'not_genuine',
      'other',
    ]);
    expect(reasons(handover('receiver', BROUGHT))).toEqual(['no_answer', 'other']);
  });
});

describe('a time outside the pickup hours', () => {
  const hours = unbroken('today, 7–11 PM');
  const evening = (side: Handover['side'], said: Partial<Handover> = {}) => handover(side, said, 7, 11);
  const caution = (of: Handover, hour: number, isOpenThen = true, nowMs = NOW_MS) =>
    proposalCaution(of, Date.parse(at(hour)), isOpenThen ? undefined : () => [], nowMs);

  it('is said to be so, with the hours, and that the giver may not be there', () => {
    const outside = `That's outside the pickup hours (${hours}).`;
    expect([6, 7, 11, 11.5].map((hour) => caution(evening('receiver'), hour))).toEqual([
      `${outside} Ana may not be there.`,
      null,
      null,
      `${outside} Ana may not be there.`,
    ]);
    expect(caution(evening('receiver'), 3, false)).toBe(`${outside} Ana is closed then.`);
    expect(caution(evening('receiver'), 8, false)).toBe('Ana is closed then.');
    expect([caution(evening('giver'), 6, false), caution(evening('giver'), 8, false)]).toEqual([
      outside,
      null,
    ]);
  });

  it('is not said to be so where something is brought, nor once the hours are over', () => {
    expect(caution(evening('receiver', BROUGHT), 6)).toBeNull();
    expect(caution(evening('receiver'), 13, true, NOW_MS + 12 * HOUR_MS)).toBeNull();
    expect(missedHours(evening('giver'), Date.parse(at(6)), NOW_MS)).toBe(hours);
  });
});
