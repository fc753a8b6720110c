import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { type AskedQuestion, repliesSameDay, SHARES_STEPS, sharesStep } from './standing.ts';

describe('sharesStep', () => {
  it.each([
    [0, 0, null],
    [4, 4, null],
    [5, 2, 'often'],
    [19, 9, 'often'],
    [20, 9, 'very_often'],
    [49, 9, 'very_often'],
    [50, 9, 'all_the_time'],
    [5000, 9, 'all_the_time'],
    [50, 1, null],
  ] as const)('is, after %i handovers to %i people, %s', (handovers, receivers, step) => {
    expect(sharesStep({ handovers, receivers })).toBe(step);
  });

  it('never falls with further handovers', () => {
    const rank = (given: { handovers: number; receivers: number }) => {
      const step = sharesStep(given);
      return step === null ? -1 : SHARES_STEPS.indexOf(step);
    };
    const count = fc.nat({ max: 80 });
    fc.assert(
      fc.property(count, count, count, count, (handovers, more, receivers, moreReceivers) => {
        const before = rank({ handovers, receivers });
        const after = rank({ handovers: handovers + more, receivers: receivers + moreReceivers });
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('repliesSameDay', () => {
  /** A question of the given day, answered after so many hours. */
  const asked = (
    day: number,
    answeredAfterHours: number | null,
    askerId = `asker-${day % 3}`,
  ): AskedQuestion => ({
    askerId,
    askedAtMs: day * DAY_MS,
    answeredAtMs: answeredAfterHours === null ? null : day * DAY_MS + answeredAfterHours * HOUR_MS,
  });
  const many = (count: number, answeredAfterHours: number | null, firstDay = 0) =>
    Array.from({ length: count }, (_, nth) => asked(firstDay + nth, answeredAfterHours));

  it('takes five questions of three people', () => {
    expect(repliesSameDay([])).toBe(false);
    expect(repliesSameDay(many(4, 1))).toBe(false);
    expect(repliesSameDay(many(5, 1))).toBe(true);
    expect(repliesSameDay(many(5, 1).map((one, nth) => ({ ...one, askerId: `${nth % 2}` })))).toBe(false);
  });

  it('counts an answer within twelve hours, and allows one miss in five', () => {
    expect(repliesSameDay(many(5, 12))).toBe(true);
    expect(repliesSameDay(many(5, 12.1))).toBe(false);
    expect(repliesSameDay([...many(4, 1), asked(4, null)])).toBe(true);
    expect(repliesSameDay([...many(4, 1), asked(4, null), asked(5, 30)])).toBe(false);
  });

  it('counts the last twenty questions only', () => {
    expect(repliesSameDay([...many(40, null), ...many(20, 1, 40)])).toBe(true);
    expect(repliesSameDay([...many(40, 1), ...many(20, null, 40)])).toBe(false);
  });

  it('does not depend on the order, and never gets worse by an answer', () => {
    const question = fc.record({
      askerId: fc.constantFrom('a', 'b', 'c', 'd'),
      askedAtMs: fc.nat(),
      answeredAtMs: fc.option(fc.nat({ max: 3 * DAY_MS })),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(question, { selector: ({ askedAtMs }) => askedAtMs, maxLength: 30 }),
        (some) => {
          const questions = some.map((one) => ({
            ...one,
            answeredAtMs: one.answeredAtMs === null ? null : one.askedAtMs + one.answeredAtMs,
          }));
          const now = repliesSameDay(questions);
          expect(repliesSameDay(questions.toReversed())).toBe(now);
          const answered = questions.map((one) => ({
            ...one,
            answeredAtMs: one.answeredAtMs ?? one.askedAtMs,
          }));
          if (now) expect(repliesSameDay(answered)).toBe(true);
        },
      ),
    );
  });
});
