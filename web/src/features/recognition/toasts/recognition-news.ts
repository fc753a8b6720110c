import type { UserStats, UserBadge } from '@openlarder/domain/recognition/recognition-contract.ts';
import type { Title } from '@openlarder/domain/recognition/levels.ts';

/** A smaller gain of points is not shown. */
const NEWSWORTHY_GAIN = 25;
const MILESTONES = [100, 250, 500, 1000, 2500, 5000] as const;

/**
 * Progress already shown, or present at the first visit on a device. It never decreases: regained points are no news.
 */
export type SeenProgress = {
  readonly level: number;
  readonly points: number;
  /** The last milestone; 0 before the first. */
  readonly milestone: number;
  readonly badgeIds: readonly string[];
};

export type ProgressNews =
  | { readonly kind: 'level'; readonly level: number; readonly title: Title }
  | { readonly kind: 'badge'; readonly badge: UserBadge['badge'] }
  | { readonly kind: 'gain'; readonly points: number }
  | { readonly kind: 'milestone'; readonly points: number };

export type CurrentProgress = {
  readonly stats: Pick<UserStats, 'level' | 'totalPoints' | 'title'>;
  /** Latest first. */
  readonly badges: readonly Pick<UserBadge, 'badgeId' | 'badge'>[];
};

const milestoneOf = (points: number): number => MILESTONES.findLast((each) => points >= each) ?? 0;

/** All of it as seen: nothing old is news on a new device. */
export const allSeen = ({ stats, badges }: CurrentProgress): SeenProgress => ({
  level: stats.level,
  points: stats.totalPoints,
  milestone: milestoneOf(stats.totalPoints),
  badgeIds: badges.map(({ badgeId }) => badgeId),
});

/**
 * The next toast: a level, then each new badge, then a gain of points, then a milestone; and the progress that counts
 * as seen after it. Null if nothing is left; without `news` if the change is too small to show.
 */
export function nextNews(
  seen: SeenProgress,
  { stats, badges }: CurrentProgress,
): { readonly news: ProgressNews | null; readonly seen: SeenProgress } | null {
  const { level, totalPoints, title } = stats;
  if (level > seen.level) return { news: { kind: 'level', level, title }, seen: { ...seen, level } };

  const earned = badges.findLast(({ badgeId }) => !seen.badgeIds.includes(badgeId));
  if (earned)
    return {
      news: { kind: 'badge', badge: earned.badge },
      seen: { ...seen, badgeIds: [...seen.badgeIds, earned.badgeId] },
    };

  const gain = totalPoints - seen.points;
  if (gain > 0)
    return {
      news: gain >= NEWSWORTHY_GAIN ? { kind: 'gain', points: gain } : null,
      seen: { ...seen, points: totalPoints },
    };

  const milestone = milestoneOf(totalPoints);
  if (milestone > seen.milestone)
    return { news: { kind: 'milestone', points: milestone }, seen: { ...seen, milestone } };
  return null;
}

/** By hand, for what an older version stored; null if it is not usable. */
export function parseSeen(stored: unknown): SeenProgress | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { level, points, milestone, badgeIds }: Partial<Record<keyof SeenProgress, unknown>> = stored;
  if (typeof level !== 'number' || typeof points !== 'number' || typeof milestone !== 'number') return null;
  if (!Array.isArray(badgeIds)) return null;
  return { level, points, milestone, badgeIds: badgeIds.filter((id) => typeof id === 'string') };
}
