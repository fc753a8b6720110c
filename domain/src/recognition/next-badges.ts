import type { Badge, UserBadge } from './recognition-contract.ts';

const MOST_NEXT_BADGES = 6;

/** What a person may earn next: at most six active badges that they do not have, those of the fewest points first. */
export function nextBadges(all: readonly Badge[], earned: readonly Pick<UserBadge, 'badgeId'>[]): Badge[] {
  const mine = new Set(earned.map(({ badgeId }) => badgeId));
  return all
    .filter(({ id, isActive }) => isActive && !mine.has(id))
    .toSorted((a, b) => a.pointsRequired - b.pointsRequired)
    .slice(0, MOST_NEXT_BADGES);
}
