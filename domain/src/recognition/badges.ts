import type { BADGE_CATEGORIES, BADGE_ICONS } from './recognition-schemas.ts';

/** What a person's badges are decided by: their own handovers that earned something and were not undone. */
export type BadgeFacts = {
  readonly handoversGiven: number;
  readonly servingsGiven: number;
  /** The most servings given in one handover. */
  readonly largestShare: number;
  /** To how many different people. */
  readonly peopleFed: number;
  /** Calendar months with something given. */
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
  /** The points that somebody usually has by then; orders what comes next. */
  readonly pointsRequired: number;
  readonly isEarned: (facts: BadgeFacts) => boolean;
};

/** Every badge, by its id. A badge is kept once it is earned. */
const RULES = {
  first_pickup: rule('starter', 'award', 5, ({ pickups }) => pickups >= 1),
  first_share: rule('starter', 'heart', 30, ({ handoversGiven }) => handoversGiven >= 1),
  three_shares: rule('starter', 'star', 75, ({ handoversGiven }) => handoversGiven >= 3),
  good_neighbor: rule('starter', 'shield', 150, ({ totalPoints }) => totalPoints >= 150),

  ten_servings: rule('impact', 'target', 60, ({ servingsGiven }) => servingsGiven >= 10),
  fifty_servings: rule('impact', 'medal', 250, ({ servingsGiven }) => servingsGiven >= 50),
  hundred_servings: rule('impact', 'trophy', 500, ({ servingsGiven }) => servingsGiven >= 100),
  five_hundred_servings: rule('impact', 'crown', 2000, ({ servingsGiven }) => servingsGiven >= 500),
  five_people: rule('impact', 'users', 140, ({ peopleFed }) => peopleFed >= 5),
  twenty_five_people: rule('impact', 'users', 700, ({ peopleFed }) => peopleFed >= 25),
  fifty_shares: rule('impact', 'trophy', 1400, ({ handoversGiven }) => handoversGiven >= 50),

  first_answer: rule('special', 'zap', 50, ({ requestsAnswered }) => requestsAnswered >= 1),
  five_answers: rule('special', 'shield', 260, ({ requestsAnswered }) => requestsAnswered >= 5),
  twenty_answers: rule('special', 'heart', 1000, ({ requestsAnswered }) => requestsAnswered >= 20),
  big_share: rule('special', 'target', 45, ({ largestShare }) => largestShare >= 20),
  food_legend: rule('special', 'crown', 1010, ({ totalPoints }) => totalPoints >= 1000),

  three_days: rule('streak', 'flame', 100, ({ streakDays }) => streakDays >= 3),
  seven_days: rule('streak', 'flame', 350, ({ streakDays }) => streakDays >= 7),
  three_months: rule('streak', 'medal', 200, ({ monthsGiven }) => monthsGiven >= 3),
  six_months: rule('streak', 'star', 400, ({ monthsGiven }) => monthsGiven >= 6),
  twelve_months: rule('streak', 'award', 800, ({ monthsGiven }) => monthsGiven >= 12),
} satisfies Readonly<Record<string, BadgeRule>>;

function rule(
  category: BadgeRule['category'],
  iconName: BadgeRule['iconName'],
  pointsRequired: number,
  isEarned: BadgeRule['isEarned'],
): BadgeRule {
  return { category, iconName, pointsRequired, isEarned };
}

export type BadgeId = keyof typeof RULES;

/** Every badge without its words, by the points it is usually earned at. */
export const BADGES: readonly ({ readonly id: BadgeId } & BadgeRule)[] = Object.entries(RULES)
  .map(([id, badge]) => ({ id: id as BadgeId, ...badge }))
  .toSorted((a, b) => a.pointsRequired - b.pointsRequired);

/** The badges that somebody with these facts has earned. */
export const badgesEarned = (facts: BadgeFacts): readonly BadgeId[] =>
  BADGES.filter(({ isEarned }) => isEarned(facts)).map(({ id }) => id);
