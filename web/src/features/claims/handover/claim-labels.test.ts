import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { aClaim } from '#web/testing/samples.ts';
import { actionLabels, foldedActionsLabel } from './action-labels.ts';
import { claimQuestion, claimSentence, upcomingSentences } from './claim-labels.ts';

const NOW_MS = new Date(2026, 10, 21, 12).getTime();
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

/** June claims from Ana; the window began an hour ago and ends in two. */
function claim(side: Claim['side'], said: Partial<Claim> = {}, from = -1, until = 2): Claim {
  return aClaim(
    { side, createdAt: at(-30), ...said },
    { availableFrom: at(from), availableUntil: at(until), placeShared: true },
  );
}

describe('the status sentence of each side', () => {
  const word = { endedAt: at(-1) };
  it.each([
    [{}, 'This is kept for you.', 'June O. wants to pick this up.'],
    [{ comingAt: at(-1) }, 'You said that you are coming.', 'June O. can still make it.'],
    [
      { donorConfirmedAt: at(-1) },
      'Ana R. says the food was handed over. Did you get it?',
      'You said you handed it over. June O. still has to confirm.',
    ],
    [
      { claimerConfirmedAt: at(-1) },
      'You said you picked it up. Ana R. still has to confirm.',
      'June O. says the food was picked up. Is that so?',
    ],
    [
      { ...word, status: 'completed', completedBy: 'code' },
      'You picked it up from Ana R.',
      'You handed it over to June O.',
    ],
    [
      { ...word, status: 'completed', completedBy: 'one_side', donorConfirmedAt: at(-50) },
      'Ana R. said it was handed over, and you did not object.',
      'You said you handed it over, and June O. did not object.',
    ],
    [
      { ...word, status: 'completed', completedBy: 'one_side', claimerConfirmedAt: at(-50) },
      'You said you picked it up, and Ana R. did not object.',
      'June O. said it was picked up, and you did not object.',
    ],
    [
      { ...word, status: 'no_show', endedBy: 'donor' },
      'Ana R. waited, and says that you did not come.',
      'June O. did not come.',
    ],
    [
      { ...word, status: 'no_show', endedBy: 'donor', disputedAt: at(-0.5), disputedBy: 'claimer' },
      'You said that you did come. Those who run the community look at it.',
      'June O. says they did come. Those who run the community look at it.',
    ],
    [
      { ...word, status: 'disputed', disputedAt: at(-0.5), disputedBy: 'claimer' },
      'You said that something is not right. Those who run the community look at it.',
      'June O. says that something is not right. Those who run the community look at it.',
    ],
    [
      { ...word, status: 'lapsed' },
      'Neither of you said what happened, so it closed by itself.',
      'Neither of you said what happened, so it closed by itself.',
    ],
    [
      { ...word, status: 'released', endedBy: 'claimer', releaseReason: 'cannot_come' },
      'You could not come, and let it go.',
      'June O. could not come, and let it go.',
    ],
    [
      { ...word, status: 'released', endedBy: 'claimer', releaseReason: 'no_food' },
      'You came, and there was no food.',
      'June O. came, and there was no food.',
    ],
    [
      { ...word, status: 'released', endedBy: 'donor', releaseReason: 'food_gone' },
      'Ana R. said that the food is gone.',
      'You said that the food is gone.',
    ],
    [{ ...word, status: 'released', endedBy: 'donor' }, 'Ana R. let it go.', 'You let it go.'],
    [{ ...word, status: 'released' }, 'This pickup was let go.', 'This pickup was let go.'],
  ] satisfies [Partial<Claim>, string, string][])('%o', (said, toClaimer, toDonor) => {
    expect(claimSentence(claim('claimer', said), NOW_MS)).toBe(toClaimer);
    expect(claimSentence(claim('donor', said), NOW_MS)).toBe(toDonor);
  });
});

describe('what happens automatically', () => {
  it('names to both sides when a one-sided confirmation becomes final', () => {
    const said = { donorConfirmedAt: at(-2) };
    expect(upcomingSentences(claim('donor', said), NOW_MS)).toEqual([
      'It counts as handed over Monday, 10 AM unless June O. objects.',
    ]);
    expect(upcomingSentences(claim('claimer', said), NOW_MS)).toEqual([
      'It counts as handed over Monday, 10 AM unless you object.',
    ]);
  });

  it('says when the claim lapses, once the window is over', () => {
    expect(upcomingSentences(claim('claimer', {}, -5, -1), NOW_MS)).toEqual([
      'If neither of you says anything, it closes by itself Monday, 11 AM.',
    ]);
    expect(upcomingSentences(claim('claimer'), NOW_MS)).toEqual([]);
  });

  it('tells the donor from when a no-show can be reported', () => {
    expect(upcomingSentences(claim('donor', {}, -0.5), NOW_MS)).toEqual([
      'If nobody comes, you can say so from today, 12:30 PM on.',
    ]);
    expect(upcomingSentences(claim('donor', {}, -1), NOW_MS)).toEqual([]);
    expect(upcomingSentences(claim('claimer', {}, -0.5), NOW_MS)).toEqual([]);
  });
});

describe('the question', () => {
  it.each([
    ['before, an hour ahead', claim('claimer', {}, 0.5), 'Can you still make it?'],
    ['of the donor then', claim('donor', {}, 0.5), null],
    ['once answered', claim('claimer', { comingAt: at(-0.1) }, 0.5), null],
    ['while it is on', claim('claimer'), null],
    ['afterwards', claim('claimer', {}, -5, -1), 'Did it happen?'],
    ['of the donor afterwards', claim('donor', {}, -5, -1), 'Did it happen?'],
    ['once one has said so', claim('donor', { donorConfirmedAt: at(-0.1) }, -5, -1), null],
  ])('%s', (_, one, question) => {
    expect(claimQuestion(one, NOW_MS)).toBe(question);
  });
});

describe('the button labels', () => {
  const label = (...args: Parameters<typeof actionLabels>) => actionLabels(...args).label;
  it.each([
    ['confirm', claim('donor'), 'I handed it over'],
    ['confirm', claim('claimer'), 'I picked it up'],
    ['confirm', claim('donor', {}, -5, -1), 'Yes, handed over'],
    ['confirm', claim('claimer', { donorConfirmedAt: at(-1) }), 'Yes, I have it'],
    ['release', claim('claimer'), 'I cannot come'],
    ['release', claim('claimer', {}, 0.5), 'Let it go'],
    ['release', claim('claimer', {}, -5, -1), 'I could not come'],
    ['release', claim('donor'), 'Cancel this pickup'],
    ['release', claim('donor', {}, -5, -1), 'I could not hand it over'],
    ['say_coming', claim('claimer', {}, 0.5), 'Yes, I am coming'],
    ['say_coming', claim('claimer'), 'I am still coming'],
    ['dispute', claim('claimer', { donorConfirmedAt: at(-1) }), 'I did not get it'],
    ['dispute', claim('donor', { claimerConfirmedAt: at(-1) }), 'I did not hand it over'],
    ['dispute', claim('claimer', { status: 'no_show', endedAt: at(-1) }), 'I did come'],
    ['dispute', claim('donor', { status: 'completed', endedAt: at(-1) }), 'Something is not right'],
  ] as const)('%s: %#', (move, one, words) => {
    expect(label(move, one, NOW_MS)).toBe(words);
  });

  it('names the deadline for a dispute', () => {
    const ended = claim('claimer', { status: 'no_show', endedAt: at(-2) });
    expect(actionLabels('dispute', ended, NOW_MS).consequence).toContain('until Monday, 10 AM');
  });

  it('names the folded actions by their purpose', () => {
    expect(foldedActionsLabel(claim('donor', {}, 3, 5), NOW_MS)).toBe('They are here already');
    expect(foldedActionsLabel(claim('claimer', {}, 3, 5), NOW_MS)).toBe('I have it already');
    expect(foldedActionsLabel(claim('claimer', { claimerConfirmedAt: at(-1) }), NOW_MS)).toBe(
      'It did not happen after all',
    );
  });
});
