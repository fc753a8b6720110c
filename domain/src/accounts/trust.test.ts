import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import {
  bulkServingsLimit,
  earnsKnown,
  firstLiftingMs,
  TRUST_LEVELS,
  TRUST_LIMITS,
  type TrustedHandover,
  trustLevel,
} from './trust.ts';

const stranger = { isKnown: false, isConfirmed: true, hasLiftingHandover: false, memberForMs: 0 };

describe('the level of trust', () => {
  test.each([
    ['a person who has just joined', {}, 'new'],
    ['after almost a day', { memberForMs: DAY_MS - 1 }, 'new'],
    ['after a day', { memberForMs: DAY_MS }, 'member'],
    ['after a handover with a member on the first day', { hasLiftingHandover: true }, 'member'],
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
          expect(rank({ ...facts, hasLiftingHandover: true })).toBeGreaterThanOrEqual(rank(facts));
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

/** A handover on a day, with a person who was vouched for at that time, a member or new. */
const handover = (
  day: number,
  otherId: string,
  otherWas: TrustedHandover['otherWas'] = 'member',
): TrustedHandover => ({ otherId, otherWas, completedAtMs: day * DAY_MS });

test('a new person is lifted by the first handover with a person who is not new', () => {
  expect(firstLiftingMs([handover(1, 'a', 'new'), handover(3, 'c', 'vouched'), handover(2, 'b')])).toBe(
    2 * DAY_MS,
  );
  expect(firstLiftingMs([handover(1, 'a', 'new')])).toBeNull();
});

describe('a person becomes known by handovers', () => {
  test.each([
    [
      'three over a week with two people vouched for',
      [
        [0, 'a'],
        [3, 'b'],
        [7, 'a'],
      ],
      'vouched',
      true,
    ],
    [
      'only two',
      [
        [0, 'a'],
        [7, 'b'],
      ],
      'vouched',
      false,
    ],
    [
      'in less than a week',
      [
        [0, 'a'],
        [3, 'b'],
        [6.9, 'a'],
      ],
      'vouched',
      false,
    ],
    [
      'all with one person',
      [
        [0, 'a'],
        [3, 'a'],
        [9, 'a'],
      ],
      'vouched',
      false,
    ],
    [
      'with people who are not vouched for',
      [
        [0, 'a'],
        [3, 'b'],
        [9, 'c'],
      ],
      'member',
      false,
    ],
  ] as const)('%s', (_, handovers, otherWas, isKnown) => {
    expect(earnsKnown(handovers.map(([day, other]) => handover(day, other, otherWas)))).toBe(isKnown);
  });

  const handovers = fc.array(
    fc
      .tuple(fc.nat(60), fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('new', 'member', 'vouched'))
      .map(([day, otherId, otherWas]) => handover(day, otherId, otherWas)),
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

  test('a person who is not vouched for counts for nothing', () => {
    fc.assert(
      fc.property(handovers, (all) => {
        const vouched = all.filter(({ otherWas }) => otherWas === 'vouched');
        expect(earnsKnown(all)).toBe(earnsKnown(vouched));
      }),
    );
  });
});
