import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BadgeFacts, BADGES, badgesEarned } from './badges.ts';
import { BADGE_CATEGORIES, BADGE_ICONS } from './recognition-schemas.ts';

const NOTHING: BadgeFacts = {
  handoversGiven: 0,
  servingsGiven: 0,
  largestShare: 0,
  peopleFed: 0,
  monthsGiven: 0,
  pickups: 0,
  requestsAnswered: 0,
  streakDays: 0,
  totalPoints: 0,
};

describe('badges', () => {
  it('are sixteen or more over all categories, with all the icons', () => {
    expect(BADGES.length).toBeGreaterThanOrEqual(16);
    expect(new Set(BADGES.map(({ category }) => category))).toEqual(new Set(BADGE_CATEGORIES));
    expect(new Set(BADGES.map(({ iconName }) => iconName))).toEqual(new Set(BADGE_ICONS));
  });

  it('are in the order of their points', () => {
    const points = BADGES.map(({ pointsRequired }) => pointsRequired);
    expect(points).toEqual(points.toSorted((a, b) => a - b));
  });

  it.each([
    ['nothing', {}, []],
    ['a pickup', { pickups: 1 }, ['first_pickup']],
    ['a share', { handoversGiven: 1 }, ['first_share']],
    ['ten servings', { servingsGiven: 10 }, ['ten_servings']],
    [
      'twenty servings in one listing',
      { servingsGiven: 20, largestShare: 20 },
      ['big_share', 'ten_servings'],
    ],
    ['five people', { peopleFed: 5 }, ['five_people']],
    ['a request', { requestsAnswered: 1 }, ['first_answer']],
    ['seven days', { streakDays: 7 }, ['three_days', 'seven_days']],
    ['a quarter', { monthsGiven: 3 }, ['three_months']],
    ['1,000 points', { totalPoints: 1000 }, ['good_neighbor', 'food_legend']],
  ])('for %s', (_what, facts, ids) => {
    expect(badgesEarned({ ...NOTHING, ...facts })).toEqual(ids);
  });

  it('are never lost by doing more', () => {
    const facts = fc.record(
      Object.fromEntries(Object.keys(NOTHING).map((name) => [name, fc.nat(600)])),
    ) as unknown as fc.Arbitrary<BadgeFacts>;
    fc.assert(
      fc.property(facts, facts, (before, more) => {
        const after = { ...NOTHING };
        for (const name of Object.keys(NOTHING) as (keyof BadgeFacts)[])
          Object.assign(after, { [name]: before[name] + more[name] });
        expect(badgesEarned(after)).toEqual(expect.arrayContaining([...badgesEarned(before)]));
      }),
    );
  });
});
