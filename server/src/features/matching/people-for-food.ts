import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import {
  type MatchedFood,
  matchParts,
  matchRefusal,
  matchScore,
  MIN_MATCH_SCORE,
} from '@openlarder/domain/matching/match-score.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import type { Offer } from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { matchedPerson, RELIABILITY_WINDOW_MS } from './recommendations.ts';
import { selectDismissing } from './matching.store.ts';

/** The nearest people who are looked at for one listing; farther ones would not come first. */
const MAX_CANDIDATES = 60;

/**
 * Those of these people, by the public points of their places, whom the food suits well, best first, at most `limit`. Nobody
 * across a block from its giver, and nobody who has claimed or dismissed it.
 */
export async function peopleMatchingFood(
  ctx: AppContext,
  offer: Offer,
  near: ReadonlyMap<string, GeoPoint>,
  limit: number,
): Promise<string[]> {
  const { publicPoint, donorId } = offer;
  if (!publicPoint) return [];
  const now = ctx.clock.now();
  const [blocked, claimed, dismissing, records] = await Promise.all([
    moderation.blockedWith(ctx, donorId),
    claims.openClaimsByClaimer(ctx, offer.id),
    selectDismissing(ctx.db, offer.id),
    handovers.giverRecords(ctx, [donorId], new Date(now.getTime() - RELIABILITY_WINDOW_MS)),
  ]);
  const candidates = [...near]
    .filter(([id]) => id !== donorId && !blocked.has(id) && !claimed.has(id) && !dismissing.has(id))
    .map(([id, point]) => ({ id, km: distanceKm(point, publicPoint) }))
    .toSorted((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  const record = records.get(donorId);
  const matched = await Promise.all(
    candidates.map(async ({ id, km }) => {
      const person = await matchedPerson(ctx, id);
      const food: MatchedFood = {
        ...offer,
        distanceKm: km,
        giverCompleted: record?.completed ?? 0,
        giverMissed: record?.missed ?? 0,
      };
      const isRefused = matchRefusal(person, food, now.getTime()) !== null;
      return { id, score: isRefused ? 0 : matchScore(matchParts(person, food, now.getTime())) };
    }),
  );
  return matched
    .filter(({ score }) => score >= MIN_MATCH_SCORE)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
}
