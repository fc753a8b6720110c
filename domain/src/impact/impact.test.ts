import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { co2Lbs, co2LbsRange } from '../kernel/impact-factors.ts';
import { type CountedHandover, impactByMonth, impactOf } from './impact.ts';

const shared = (over: Partial<CountedHandover> = {}): CountedHandover => ({
  day: '2026-11-23',
  servings: 4,
  receiverId: 'ada',
  householdSize: 0,
  ...over,
});

describe('impact', () => {
  it('is 1.2 lb a serving, 2.8 lb of CO2e a pound, less the wasted share', () => {
    expect(co2Lbs(1)).toBe(3.21888);
    expect(co2Lbs(1000)).toBe(3218.88);
  });

  it('has a range around it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (servings) => {
        const { low, high } = co2LbsRange(servings);
        expect(low).toBeLessThan(co2Lbs(servings));
        expect(high).toBeGreaterThan(co2Lbs(servings));
      }),
    );
  });

  it('counts neighbors once, and the household of an answered request', () => {
    expect(
      impactOf([
        shared(),
        shared({ servings: 2 }),
        shared({ receiverId: 'bo' }),
        shared({ receiverId: null, householdSize: 3, servings: 0 }),
        shared({ receiverId: null, householdSize: 1, servings: 5 }),
      ]),
    ).toEqual({ mealsShared: 15, co2Saved: 48.2832, peopleHelped: 6 });
    expect(impactOf([])).toEqual({ mealsShared: 0, co2Saved: 0, peopleHelped: 0 });
  });

  it('of a month is that of its days, also across New Year', () => {
    const months = impactByMonth(
      [
        shared({ day: '2025-12-31' }),
        shared({ day: '2026-01-01', servings: 1 }),
        shared({ day: '2025-10-01' }),
      ],
      '2026-01',
      3,
    );
    expect(months.map(({ month, mealsShared }) => [month, mealsShared])).toEqual([
      ['2025-11', 0],
      ['2025-12', 4],
      ['2026-01', 1],
    ]);
  });
});
