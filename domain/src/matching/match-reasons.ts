import { DAY_MS } from '../kernel/time.ts';
import { MATCH_WEIGHTS, type MatchedFood, type MatchedPerson, type MatchParts } from './match-score.ts';
import type { DistanceOrigin, RecommendationReason } from './matching-contract.ts';

/**
 * Diets and allergens are limits without a weight; among the reasons they are ordered as if they contributed this much.
 */
const LIMIT_CONTRIBUTION = 10;

type Weighed = { readonly reason: RecommendationReason; readonly contributed: number };

/** The fairness of an average account, the same for all food; only fairness above it is given as a reason. */
const AVERAGE_FAIRNESS = 0.5;
/** Below this share of the average, the reason given is that it is the person's turn. */
const LITTLE_RECEIVED = 0.5;

/**
 * The reasons of a match, by what they contributed to its score, most first. Reliability is not given as a reason,
 * since it is about the giver. There is always at least one reason, since all food has an end.
 */
export function matchReasons(
  person: MatchedPerson,
  food: MatchedFood,
  parts: MatchParts,
  seen: { readonly nowMs: number; readonly from: DistanceOrigin },
): RecommendationReason[] {
  const by = (part: keyof MatchParts): number => MATCH_WEIGHTS[part] * parts[part];
  const endsAt = new Date(food.endMs).toISOString();
  const weighed: readonly (Weighed | false)[] = [
    {
      reason: { code: food.endMs - seen.nowMs < DAY_MS ? 'ends' : 'lasts', endsAt },
      contributed: by('time'),
    },
    food.distanceKm !== null && {
      reason: { code: 'distance', distanceKm: food.distanceKm, from: seen.from },
      contributed: by('distance'),
    },
    person.householdSize !== null &&
      parts.amount === 1 && {
        reason: { code: 'enough', people: person.householdSize },
        contributed: by('amount'),
      },
    person.diets.length > 0 && {
      reason: { code: 'diets', diets: [...person.diets] },
      contributed: LIMIT_CONTRIBUTION,
    },
    person.avoids.length > 0 && {
      reason: { code: 'without', allergens: [...person.avoids] },
      contributed: LIMIT_CONTRIBUTION,
    },
    (person.pickups[food.category] ?? 0) > 0 && {
      reason: { code: 'category', category: food.category },
      contributed: by('preference'),
    },
    person.receivedOverAverage !== null &&
      person.receivedOverAverage < LITTLE_RECEIVED && {
        reason: { code: 'your_turn' },
        contributed: by('fairness') - MATCH_WEIGHTS.fairness * AVERAGE_FAIRNESS,
      },
  ];
  return weighed
    .filter((each) => each !== false)
    .toSorted((a, b) => b.contributed - a.contributed)
    .map(({ reason }) => reason);
}
