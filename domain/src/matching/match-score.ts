import type { Allergen, Diet } from '../kernel/food-tags.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { freshnessLevel, URGENT_HOURS } from '../listings/freshness.ts';
import type { Category } from '../listings/listing-fields.ts';
import { lacksAllergens, suitsDiets } from '../listings/search/food-tag-filters.ts';

/*
 * How well food suits a person, from 0 to 100: a weighted mean of named parts, each from 0 to 1. Everything in it comes
 * from public points and from the person's own facts, so that a score reveals nothing about other people.
 */

/**
 * The weight of each part; together 100. Time left and fairness weigh more than a few minutes of walking. Chosen by
 * `bench/matching.ts` on cities of other seeds than those it reports (docs/matching.md).
 */
export const MATCH_WEIGHTS = {
  time: 40,
  fairness: 30,
  distance: 18,
  amount: 5,
  preference: 4,
  reliability: 3,
} as const;
export type MatchPart = keyof typeof MATCH_WEIGHTS;
export type MatchParts = Readonly<Record<MatchPart, number>>;

/** Food with a lower score is not recommended; it stays in the feed. */
export const MIN_MATCH_SCORE = 45;
/** Food that ends sooner is recommended with any score. */
const WAITS_BEFORE_END_MS = URGENT_HOURS * HOUR_MS;

const isHeldBack = (score: number, endMs: number, nowMs: number): boolean =>
  score < MIN_MATCH_SCORE && endMs - nowMs > WAITS_BEFORE_END_MS;

/** The input about a person: their own facts only. */
export type MatchedPerson = {
  readonly id: string;
  readonly radiusKm: number;
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
  /** How many people they cook for; null if not set. */
  readonly householdSize: number | null;
  /** Their own completed pickups by category. */
  readonly pickups: Readonly<Partial<Record<Category, number>>>;
  /**
   * Servings a head that they received lately, over those of the community's average person; null for a new account,
   * which counts as average.
   */
  readonly receivedOverAverage: number | null;
};

/** The input about food: public facts only. */
export type MatchedFood = {
  readonly donorId: string;
  readonly category: Category;
  readonly diets: readonly Diet[];
  /** Null without information. */
  readonly allergens: readonly Allergen[] | null;
  readonly servingsLeft: number;
  /** Between public points; null where one of the two is not known. */
  readonly distanceKm: number | null;
  /** The earliest of its ends. */
  readonly endMs: number;
  /** The handovers that its giver completed and missed. */
  readonly giverCompleted: number;
  readonly giverMissed: number;
};

export type MatchRefusal = 'own' | 'over' | 'none-left' | 'too-far' | 'too-late' | 'allergen' | 'diet';

/** A quarter of an hour to read, claim and set out. */
const SET_OUT_MS = 15 * MINUTE_MS;
/**
 * On foot, in a straight line; longer ways are by vehicle. 4 km/h in a straight line is a walk of 4.8 km/h along
 * streets.
 */
const WALK_KM_PER_HOUR = 4;
const LONGEST_WALK_KM = 3;
const RIDE_KM_PER_HOUR = 15;

/** How long a person needs to get there: on foot if near, by a ride otherwise. */
export const travelMs = (distanceKm: number): number => {
  const onFootKm = Math.min(distanceKm, LONGEST_WALK_KM);
  const rideKm = distanceKm - onFootKm;
  return SET_OUT_MS + (onFootKm / WALK_KM_PER_HOUR + rideKm / RIDE_KM_PER_HOUR) * HOUR_MS;
};

/**
 * Why food is never recommended to a person; null if it may be. Allergens and diets are limits, not wishes: food
 * without information on allergens is for people who avoid none.
 */
export function matchRefusal(person: MatchedPerson, food: MatchedFood, nowMs: number): MatchRefusal | null {
  if (food.donorId === person.id) return 'own';
  if (food.servingsLeft < 1) return 'none-left';
  if (food.endMs <= nowMs) return 'over';
  if (food.distanceKm !== null && food.distanceKm > person.radiusKm) return 'too-far';
  if (nowMs + travelMs(food.distanceKm ?? 0) > food.endMs) return 'too-late';
  if (
    person.avoids.length > 0 &&
    (food.allergens === null || !lacksAllergens({ allergens: [...food.allergens] }, person.avoids))
  )
    return 'allergen';
  if (!suitsDiets({ diets: [...food.diets] }, person.diets)) return 'diet';
  return null;
}

/** Food with this much time left is half as pressing as food with none. */
const PRESSING_HALF_MS = 8 * HOUR_MS;
/** The score of an unknown distance. */
const UNKNOWN = 0.5;
/** A prior of this many completed handovers and a missed one, so that one missed handover does not weigh too much. */
const GIVER_CREDIT = 4;

/** Nearer is better, and the first kilometers count most: 1 next door, 0 at the radius. */
export const distancePart = (
  { radiusKm }: Pick<MatchedPerson, 'radiusKm'>,
  distanceKm: number | null,
): number => (distanceKm === null ? UNKNOWN : 1 - Math.sqrt(Math.min(1, distanceKm / radiusKm)));

/** Less time left is more pressing. Whether it is enough for the way is a limit, so that nearer is never worse. */
export const timePart = (endMs: number, nowMs: number): number =>
  PRESSING_HALF_MS / (PRESSING_HALF_MS + Math.max(0, endMs - nowMs - SET_OUT_MS));

/** The categories a person picked up most are liked most; without any pickup all are liked alike. */
export const preferencePart = ({ pickups }: Pick<MatchedPerson, 'pickups'>, category: Category): number => {
  const most = Math.max(0, ...Object.values(pickups));
  return most === 0 ? UNKNOWN : UNKNOWN + (UNKNOWN * (pickups[category] ?? 0)) / most;
};

/** A serving for each is enough; more is no better. */
export const amountPart = (
  { householdSize }: Pick<MatchedPerson, 'householdSize'>,
  servingsLeft: number,
): number => Math.min(1, servingsLeft / (householdSize ?? 1));

/** Higher for people who received little lately; an average or new account is in the middle. */
export const fairnessPart = ({ receivedOverAverage }: Pick<MatchedPerson, 'receivedOverAverage'>): number =>
  1 / (1 + (receivedOverAverage ?? 1));

/** The share of a giver's handovers that took place. */
export const reliabilityPart = ({
  giverCompleted,
  giverMissed,
}: Pick<MatchedFood, 'giverCompleted' | 'giverMissed'>): number =>
  (giverCompleted + GIVER_CREDIT) / (giverCompleted + giverMissed + GIVER_CREDIT + 1);

export function matchParts(person: MatchedPerson, food: MatchedFood, nowMs: number): MatchParts {
  return {
    time: timePart(food.endMs, nowMs),
    distance: distancePart(person, food.distanceKm),
    fairness: fairnessPart(person),
    amount: amountPart(person, food.servingsLeft),
    preference: preferencePart(person, food.category),
    reliability: reliabilityPart(food),
  };
}

export const matchScore = ({
  time,
  fairness,
  distance,
  amount,
  preference,
  reliability,
}: MatchParts): number =>
  MATCH_WEIGHTS.time * time +
  MATCH_WEIGHTS.fairness * fairness +
  MATCH_WEIGHTS.distance * distance +
  MATCH_WEIGHTS.amount * amount +
  MATCH_WEIGHTS.preference * preference +
  MATCH_WEIGHTS.reliability * reliability;

export type Match<Food> = { readonly food: Food; readonly score: number; readonly parts: MatchParts };

/** The recommendations for a person, best first; equal scores by the earlier end, then by `keyOf`. */
export function recommend<Food>(
  person: MatchedPerson,
  foods: readonly Food[],
  facts: { readonly of: (food: Food) => MatchedFood; readonly keyOf: (food: Food) => string },
  nowMs: number,
): Match<Food>[] {
  return foods
    .flatMap((food) => {
      const matched = facts.of(food);
      if (matchRefusal(person, matched, nowMs) !== null) return [];
      const parts = matchParts(person, matched, nowMs);
      const score = matchScore(parts);
      return isHeldBack(score, matched.endMs, nowMs) ? [] : [{ food, score, parts, endMs: matched.endMs }];
    })
    .toSorted(
      (a, b) =>
        b.score - a.score || a.endMs - b.endMs || (facts.keyOf(a.food) < facts.keyOf(b.food) ? -1 : 1),
    )
    .map(({ food, score, parts }) => ({ food, score, parts }));
}

export type MatchUrgency = 'high' | 'medium' | 'low';

/** As on the cards of the feed: critical and urgent food is of high urgency, what ends today of medium. */
export function matchUrgency(endMs: number, nowMs: number): MatchUrgency {
  const level = freshnessLevel((endMs - nowMs) / HOUR_MS);
  if (level === 'today') return 'medium';
  return level === 'tomorrow' || level === 'fresh' ? 'low' : 'high';
}
