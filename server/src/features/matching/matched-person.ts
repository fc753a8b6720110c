import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/account-fields.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { MatchedPerson } from '@openlarder/domain/matching/match-score.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';

/** What was received "lately". */
const LATELY_MS = 30 * DAY_MS;
/** A younger account counts as average: everyone received nothing before they came. */
const NEW_FOR_MS = 7 * DAY_MS;

/** A person as matching knows them, from their own account and pickups; someone unknown has no wishes. */
export async function matchedPerson(ctx: AppContext, personId: string): Promise<MatchedPerson> {
  const nowMs = ctx.clock.now().getTime();
  const [facts, received, average] = await Promise.all([
    accounts.eaterFacts(ctx, personId),
    claims.foodReceived(ctx, personId, new Date(nowMs - LATELY_MS)),
    claims.averageReceived(ctx, LATELY_MS),
  ]);
  return {
    id: personId,
    radiusKm: facts?.radiusKm ?? DEFAULT_RADIUS_KM,
    diets: facts?.diets ?? [],
    avoids: facts?.allergens ?? [],
    householdSize: facts?.householdSize ?? null,
    pickups: received.pickups,
    receivedOverAverage:
      facts && average && nowMs - facts.memberSince.getTime() >= NEW_FOR_MS
        ? received.servings / (facts.householdSize ?? 1) / average
        : null,
  };
}
