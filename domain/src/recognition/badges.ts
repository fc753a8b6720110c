import type { Badge, UserBadge } from './recognition-contract.ts';
import type { BADGE_CATEGORIES, BADGE_ICONS } from './recognition-schemas.ts';

/** The facts that decide a person's badges: their own handovers that earned points and were not undone. */
export type BadgeFacts = {
  readonly handoversGiven: number;
  readonly servingsGiven: number;
  readonly largestShare: number;
  /** The number of different receivers. */
  readonly peopleFed: number;
  readonly monthsGiven: number;
  readonly pickups: number;
  /** Requests for food that were answered, a week later. */
  readonly requestsAnswered: number;
  /** Days in a row with a handover, up to now. */
  readonly streakDays: number;
  readonly totalPoints: number;
};

type BadgeRule = {
  readonly category: (typeof BADGE_CATEGORIES)[number];
  readonly iconName: (typeof BADGE_ICONS)[number];
  /** The points that a person usually has by then; orders what comes next. */
  readonly pointsRequired: number;
  readonly isEarned: (facts: BadgeFacts) => boolean;
};

/** Every badge, by category. A badge is kept once it is earned. */
const RULES = [
  badge('first_pickup', 'starter', 'award', 5, ({ pickups }) => pickups >= 1),
  badge('first_share', 'starter', 'heart', 30, ({ handoversGiven }) => handoversGiven >= 1),
  badge('three_shares', 'starter', 'star', 75, ({ handoversGiven }) => handoversGiven >= 3),
  badge('good_neighbor', 'starter', 'shield', 150, ({ totalPoints }) => totalPoints >= 150),

  badge('ten_servings', 'impact', 'target', 60, ({ servingsGiven }) => servingsGiven >= 10),
  badge('fifty_servings', 'impact', 'medal', 250, ({ servingsGiven }) => servingsGiven >= 50),
  badge('hundred_servings', 'impact', 'trophy', 500, ({ servingsGiven }) => servingsGiven >= 100),
  badge('five_hundred_servings', 'impact', 'crown', 2000, ({ servingsGiven }) => servingsGiven >= 500),
  badge('five_people', 'impact', 'users', 140, ({ peopleFed }) => peopleFed >= 5),
  badge('twenty_five_people', 'impact', 'users', 700, ({ peopleFed }) => peopleFed >= 25),
  badge('fifty_shares', 'impact', 'trophy', 1400, ({ handoversGiven }) => handoversGiven >= 50),

  badge('first_answer', 'special', 'zap', 50, ({ requestsAnswered }) => requestsAnswered >= 1),
  badge('five_answers', 'special', 'shield', 260, ({ requestsAnswered }) => requestsAnswered >= 5),
  badge('twenty_answers', 'special', 'heart', 1000, ({ requestsAnswered }) => requestsAnswered >= 20),
  badge('big_share', 'special', 'target', 45, ({ largestShare }) => largestShare >= 20),
  badge('food_legend', 'special', 'crown', 1010, ({ totalPoints }) => totalPoints >= 1000),

  badge('three_days', 'streak', 'flame', 100, ({ streakDays }) => streakDays >= 3),
  badge('seven_days', 'streak', 'flame', 350, ({ streakDays }) => streakDays >= 7),
  badge('three_months', 'streak', 'medal', 200, ({ monthsGiven }) => monthsGiven >= 3),
  badge('six_months', 'streak', 'star', 400, ({ monthsGiven }) => monthsGiven >= 6),
  badge('twelve_months', 'streak', 'award', 800, ({ monthsGiven }) => monthsGiven >= 12),
] as const;

function badge<Id extends string>(
  id: Id,
  category: BadgeRule['category'],
  iconName: BadgeRule['iconName'],
  pointsRequired: number,
  isEarned: BadgeRule['isEarned'],
): BadgeRule & { readonly id: Id } {
  return { id, category, iconName, pointsRequired, isEarned };
}

export type BadgeId = (typeof RULES)[number]['id'];

/** All badges without their texts, by the points at which they are usually earned. */
export const BADGES: readonly (BadgeRule & { readonly id: BadgeId })[] = RULES.toSorted(
  (a, b) => a.pointsRequired - b.pointsRequired,
);

export const badgesEarned = (facts: BadgeFacts): readonly BadgeId[] =>
  BADGES.filter(({ isEarned }) => isEarned(facts)).map(({ id }) => id);

const MOST_NEXT_BADGES = 6;

/** What a person may earn next: at most six active badges that they do not have, those of the fewest points first. */
export function nextBadges(all: readonly Badge[], earned: readonly Pick<UserBadge, 'badgeId'>[]): Badge[] {
  const mine = new Set(earned.map(({ badgeId }) => badgeId));
  return all
    .filter(({ id, isActive }) => isActive && !mine.has(id))
    .toSorted((a, b) => a.pointsRequired - b.pointsRequired)
    .slice(0, MOST_NEXT_BADGES);
}
