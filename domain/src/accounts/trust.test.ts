import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import {
  bulkServingsLimit,
  earnsKnown,
  TRUST_LEVELS,
  TRUST_LIMITS,
  type TrustedHandover,
  trustLevel,
} from './trust.ts';

const stranger = { isKnown: false, isConfirmed: true, hasCompletedHandover: false, memberForMs: 0 };

describe('the level of trust', () => {
  test.each([
    ['a person who has just joined', {}, 'new'],
    ['after almost a day', { memberForMs: DAY_MS - 1 }, 'new'],
    ['after a day', { memberForMs: DAY_MS }, 'member'],
    ['after a handover on the first day', { hasCompletedHandover: true }, 'member'],
    ['an email that was never confirmed', { isConfirmed: false, memberForMs: 90 * DAY_MS }, 'new'],
    ['known, on the first day', { isKnown: true }, 'known'],
    ['vouched for, without a confirmed email', { isKnown: true, isConfirmed: false }, 'known'],
  ])('%s', (_, facts, level) => {
    expect(trustLevel({ ...stranger, ...facts })).toBe(level);
  });

  test('never falls as time passes, or with a handover', () => {
    const rank = (facts: Parameters<typeof trustLevel>[0]) => TRUST_LEVELS.indexOf(trustLevel(facts));
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.nat(3 * DAY_MS),
        fc.nat(3 * DAY_MS),
        (isKnown, isConfirmed, memberForMs, laterMs) => {
          const facts = { ...stranger, isKnown, isConfirmed, memberForMs };
          expect(rank({ ...facts, memberForMs: memberForMs + laterMs })).toBeGreaterThanOrEqual(rank(facts));
          expect(rank({ ...facts, hasCompletedHandover: true })).toBeGreaterThanOrEqual(rank(facts));
        },
      ),
    );
  });
});

describe('what a day allows', () => {
  test('grows with trust', () => {
    expect(TRUST_LEVELS.map((level) => TRUST_LIMITS[level].listings)).toEqual([15, 30, 60]);
    expect(TRUST_LEVELS.map((level) => TRUST_LIMITS[level].bulkServings)).toEqual([6, 20, 40]);
  });

  test.each([
    [1, 6],
    [6, 6],
    [7, 7],
    [12, 12],
    [20, 12],
  ])('a household of %i takes up to %i servings of bulk food on its first day', (size, servings) => {
    expect(bulkServingsLimit('new', size)).toBe(servings);
    expect(bulkServingsLimit('member', size)).toBe(20);
    expect(bulkServingsLimit('known', size)).toBe(40);
  });
});

/** A handover on a day, with a person who was known at that time or not. */
const handover = (day: number, otherId: string, otherWasKnown = false): TrustedHandover => ({
  otherId,
  otherWasKnown,
  completedAtMs: day * DAY_MS,
});

describe('a person becomes known by handovers', () => {
  test.each([
    [
      'three over a week with two people, one of them known',
      [
        [0, 'a', true],
        [3, 'b'],
        [7, 'a', true],
      ],
      true,
    ],
    [
      'only two',
      [
        [0, 'a', true],
        [7, 'b'],
      ],
      false,
    ],
    [
      'in less than a week',
      [
        [0, 'a', true],
        [3, 'b'],
        [6.9, 'a', true],
      ],
      false,
    ],
    [
      'all with one person',
      [
        [0, 'a', true],
        [3, 'a', true],
        [9, 'a', true],
      ],
      false,
    ],
    [
      'without a known person',
      [
        [0, 'a'],
        [3, 'b'],
        [9, 'c'],
      ],
      false,
    ],
  ] as const)('%s', (_, handovers, isKnown) => {
    expect(earnsKnown(handovers.map(([day, other, known]) => handover(day, other, known)))).toBe(isKnown);
  });

  const handovers = fc.array(
    fc
      .tuple(fc.nat(60), fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean())
      .map(([day, otherId, otherWasKnown]) => handover(day, otherId, otherWasKnown)),
    { maxLength: 12 },
  );

  test('further handovers never take it away, and the order does not matter', () => {
    fc.assert(
      fc.property(handovers, handovers, (some, more) => {
        if (earnsKnown(some)) expect(earnsKnown([...more, ...some])).toBe(true);
        expect(earnsKnown(some.toReversed())).toBe(earnsKnown(some));
      }),
    );
  });

  test('a ring of strangers never becomes known, for any handovers among themselves', () => {
    const meetings = fc.array(
      fc
        .record({ day: fc.nat(400), one: fc.nat(5), other: fc.nat(5) })
        .filter(({ one, other }) => one !== other),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(meetings, (given) => {
        const known = new Set<number>();
        const had = new Map<number, TrustedHandover[]>();
        for (const { day, one, other } of given.toSorted((a, b) => a.day - b.day)) {
          for (const [me, you] of [
            [one, other],
            [other, one],
          ] as const)
            had.set(me, [...(had.get(me) ?? []), handover(day, String(you), known.has(you))]);
          for (const me of [one, other]) if (earnsKnown(had.get(me) ?? [])) known.add(me);
        }
        expect(known.size).toBe(0);
      }),
    );
  });
});
