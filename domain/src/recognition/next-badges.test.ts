import { expect, it } from 'vitest';
import type { Badge } from './recognition-contract.ts';
import { nextBadges } from './badges.ts';

const badge = (id: string, pointsRequired: number, isActive = true): Badge => ({
  id,
  name: id,
  description: id,
  category: 'impact',
  iconName: 'star',
  pointsRequired,
  isActive,
});

it('the next badges are at most six active ones that are not earned, by their points', () => {
  const all = [
    badge('g', 70),
    badge('f', 60),
    badge('retired', 1, false),
    badge('e', 50),
    badge('earned', 2),
    badge('d', 40),
    badge('c', 30),
    badge('b', 20),
    badge('a', 10),
  ];
  expect(nextBadges(all, [{ badgeId: 'earned' }]).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
  ]);
  expect(nextBadges([badge('one', 1)], [])).toHaveLength(1);
  expect(nextBadges([badge('one', 1)], [{ badgeId: 'one' }])).toEqual([]);
});
