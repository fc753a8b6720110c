import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abbreviate, FACT_CATEGORIES, firstOfEach, groupFacts } from './fact-groups.ts';
import { impactFactTexts } from './impact-fact-texts.ts';
import { impactFacts } from './impact-facts.ts';

const inEnglish = (key: keyof typeof impactFactTexts.messages): string => impactFactTexts.messages[key];
const all = impactFacts({}, inEnglish);

describe('the facts', () => {
  it('have a figure, a year if the source names one, a sentence and a page of the publisher each', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const fact of all) {
      expect(fact.value).toBeGreaterThan(0);
      expect(fact.year ?? '2024').toMatch(/^20\d\d(–\d\d)?$/);
      expect(fact.sourceUrl).toMatch(/^https:\/\//);
      expect(fact.description).toMatch(/\.$/);
    }
    expect(Object.keys(impactFactTexts.messages)).toHaveLength(2 * all.length);
  });

  it('can be filtered by category and region', () => {
    expect(impactFacts({ category: 'environment' }, inEnglish).map(({ value }) => value)).toEqual([
      8, 58, 18e6, 2.8,
    ]);
    expect(impactFacts({ region: 'africa' }, inEnglish).map(({ value }) => value)).toEqual([307e6]);
    expect(impactFacts({ region: 'global' }, inEnglish)).toEqual(impactFacts({ region: 'world' }, inEnglish));
    expect(impactFacts({ region: 'Midwest' }, inEnglish)).toEqual([]);
    expect(impactFacts({ category: 'hunger', region: 'european_union' }, inEnglish)).toEqual([]);
  });
});

describe('the groups', () => {
  it('are cut by a limit across the categories in their order', () => {
    const counts = (limit?: number) =>
      groupFacts(all, limit).map((group) => [group.category, group.facts.length]);
    expect(counts()).toEqual([
      ['hunger', 6],
      ['waste', 7],
      ['environment', 4],
    ]);
    expect(counts(3)).toEqual([['hunger', 3]]);
    expect(counts(8)).toEqual([
      ['hunger', 6],
      ['waste', 2],
    ]);
    // in any order of arrival
    expect(groupFacts(all.toReversed(), 8).map(({ category }) => category)).toEqual(['hunger', 'waste']);
    expect(counts(0)).toEqual([]);
  });

  it('have a first fact each', () => {
    expect(firstOfEach(all).map(({ category }) => category)).toEqual([...FACT_CATEGORIES]);
  });
});

describe('a long number', () => {
  it.each([
    [2.8, 2.8, ''],
    [999, 999, ''],
    [1000, 1, 'K'],
    [999_400, 999, 'K'],
    [999_500, 1, 'M'],
    [2_885_086, 2.89, 'M'],
    [73_900_000, 73.9, 'M'],
    [673_000_000, 673, 'M'],
    [999_999_999, 1, 'B'],
    [1_050_000_000, 1.05, 'B'],
    [7_000_000_000_000, 7000, 'B'],
  ])('%d is %d%s', (value, amount, letter) => {
    expect(abbreviate(value)).toEqual({ amount, letter });
  });

  it('is never wrong by more than half of its third digit', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e12, noNaN: true }), (value) => {
        const { amount, letter } = abbreviate(value);
        const meant = amount * { '': 1, K: 1e3, M: 1e6, B: 1e9 }[letter];
        expect(Math.abs(meant - value) / value).toBeLessThanOrEqual(0.0051);
        if (letter !== 'B') expect(amount).toBeLessThan(1000);
      }),
    );
  });
});
