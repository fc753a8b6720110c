import { plural, t } from '@lingui/core/macro';
import type { UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { formatNumber } from '#web/lib/format.ts';
import { titleName } from '../level-labels.tsx';

/** "320 pts". */
export function pointsLabel({ totalPoints }: Pick<UserStats, 'totalPoints'>): string {
  const points = formatNumber(totalPoints);
  return plural(totalPoints, { one: `${points} pt`, other: `${points} pts` });
}

/** "4 badges". */
export const badgeCountLabel = ({ badgeCount }: Pick<UserStats, 'badgeCount'>): string =>
  plural(badgeCount, { one: '# badge', other: '# badges' });

/** "Level 3, 320 points, 4 badges": what the ring around the avatar shows. */
export function summaryLabel({ level, totalPoints, badgeCount }: UserStats): string {
  const points = plural(totalPoints, { one: '# point', other: '# points' });
  const badges = plural(badgeCount, { one: '# badge', other: '# badges' });
  return t`Level ${level}, ${points}, ${badges}`;
}

/** "Food Friend · #6 this month"; without a rank the title alone. */
export function titleAndRank({ title, currentRank }: Pick<UserStats, 'title' | 'currentRank'>): string {
  if (currentRank === 0) return titleName(title);
  const name = titleName(title);
  const rank = formatNumber(currentRank);
  return t`${name} · #${rank} this month`;
}
