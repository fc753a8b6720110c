import { expect, it } from 'vitest';
import { nextNews, type SeenProgress } from './RecognitionToasts.tsx';

/** What is told of the points alone, from these to those. */
function toldOf(from: SeenProgress, totalPoints: number): string[] {
  const told: string[] = [];
  const standing = { stats: { level: from.level, totalPoints, title: 'newcomer' }, badges: [] } as const;
  for (let next = nextNews(from, standing); next; next = nextNews(next.seen, standing))
    if (next.news && 'points' in next.news) told.push(`${next.news.kind} ${next.news.points}`);
  return told;
}
const at = (points: number, milestone = 0): SeenProgress => ({ level: 1, points, milestone, badgeIds: [] });

it.each([
  [24, []],
  [25, ['gain 25']],
])('a gain of %i shows %j', (gain, told) => {
  expect(toldOf(at(0), gain)).toEqual(told);
});

it.each([100, 250, 500, 1000, 2500, 5000])('%i points are a milestone, one fewer is not', (points) => {
  const before = at(
    points - 2,
    [0, 100, 250, 500, 1000, 2500].findLast((each) => each < points),
  );
  expect(toldOf(before, points - 1)).toEqual([]);
  expect(toldOf(before, points)).toEqual([`milestone ${points}`]);
});
