import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelIcon, levelOf, levelProgress, pointsOfLevel, titleOfLevel } from './levels.ts';

describe('levels', () => {
  it.each([
    [0, 1],
    [49, 1],
    [50, 2],
    [149, 2],
    [150, 3],
    [300, 4],
    [500, 5],
    [750, 6],
    [999, 6],
    [1000, 7],
    [1249, 7],
    [1250, 8],
    [2000, 11],
  ])('%i points are level %i', (points, level) => {
    expect(levelOf(points)).toBe(level);
  });

  it('never falls with more points, and begins at its own points', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(1000), (points, more) => {
        const level = levelOf(points);
        expect(levelOf(points + more)).toBeGreaterThanOrEqual(level);
        expect(points).toBeGreaterThanOrEqual(pointsOfLevel(level));
        expect(points).toBeLessThan(pointsOfLevel(level + 1));
        expect(levelProgress(points)).toBeGreaterThanOrEqual(0);
        expect(levelProgress(points)).toBeLessThan(1);
      }),
    );
  });

  it('names a level and its icon', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 40].map(titleOfLevel)).toEqual([
      'newcomer',
      'neighbor',
      'food_friend',
      'food_hero',
      'community_champion',
      'hunger_fighter',
      'food_legend',
      'food_legend',
      'food_legend',
    ]);
    expect([1, 3, 4, 6, 7].map(levelIcon)).toEqual(['star', 'star', 'trophy', 'trophy', 'crown']);
  });
});
