/** Points from which each of the first levels begins; from then on every 250 points are a level. */
const FIRST_LEVELS = [0, 50, 150, 300, 500, 750, 1000] as const;
const POINTS_PER_LATER_LEVEL = 250;

export const TITLES = [
  'newcomer',
  'neighbor',
  'food_friend',
  'food_hero',
  'community_champion',
  'hunger_fighter',
  'food_legend',
] as const;
export type Title = (typeof TITLES)[number];

export const LEVEL_ICONS = ['star', 'trophy', 'crown'] as const;
export type LevelIcon = (typeof LEVEL_ICONS)[number];

/** The points from which `level` begins. Levels count from 1. */
export function pointsOfLevel(level: number): number {
  const last = FIRST_LEVELS.length;
  const first = FIRST_LEVELS[level - 1];
  return first ?? 1000 + (level - last) * POINTS_PER_LATER_LEVEL;
}

export function levelOf(totalPoints: number): number {
  const last = FIRST_LEVELS.length;
  if (totalPoints >= pointsOfLevel(last))
    return last + Math.floor((totalPoints - pointsOfLevel(last)) / POINTS_PER_LATER_LEVEL);
  return Math.max(1, FIRST_LEVELS.filter((from) => totalPoints >= from).length);
}

export function titleOfLevel(level: number): Title {
  return TITLES[Math.min(level, TITLES.length) - 1] ?? 'newcomer';
}

/** 7 and above a crown, 4 to 6 a trophy, below 4 a star. */
export function levelIcon(level: number): LevelIcon {
  if (level >= 7) return 'crown';
  return level >= 4 ? 'trophy' : 'star';
}

export function levelProgress(totalPoints: number): number {
  const level = levelOf(totalPoints);
  const from = pointsOfLevel(level);
  return (totalPoints - from) / (pointsOfLevel(level + 1) - from);
}
