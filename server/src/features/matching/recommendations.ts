import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/account-fields.ts';
import { distanceKm, distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_RECOMMENDATIONS } from '@openlarder/domain/matching/match-limits.ts';
import { matchReasons } from '@openlarder/domain/matching/match-reasons.ts';
import {
  type MatchedFood,
  type MatchedPerson,
  matchParts,
  matchRefusal,
  matchScore,
  matchUrgency,
  MIN_MATCH_SCORE,
  recommend,
} from '@openlarder/domain/matching/match-score.ts';
import type {
  DistanceOrigin,
  Recommendation,
  RecommendationReason,
} from '@openlarder/domain/matching/matching-contract.ts';
import { foodProfile, readerLanguage } from '#server/features/accounts/profile/person-queries.ts';
import { openClaimsByClaimer, openClaimsByListing } from '#server/features/claims/claims.queries.ts';
import * as claims from '#server/features/claims/claims.queries.ts';
import { giverRecords } from '#server/features/handovers/handovers.queries.ts';
import { arranged } from '#server/features/listings/feed/feed-cards.ts';
import { type Offer, offersNear } from '#server/features/listings/feed/offers-near.ts';
import { presentListings } from '#server/features/listings/listings.presenter.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import { readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { selectDismissedAmong, selectDismissing } from './matching.store.ts';
import { foodTagTexts } from '#server/features/listings/food-tag-texts.ts';
import { matchReasonTexts } from './reason-texts.ts';
import { formatInstant } from '#server/platform/texts/format-instant.ts';

/** The nearest offers that are scored; farther ones would rank low anyway. */
const MAX_CANDIDATES = 500;
const RELIABILITY_WINDOW_MS = 180 * DAY_MS;
/** A point this near to the saved place is the saved place. */
const SAME_PLACE_M = 50;

type Page = { readonly recommendations: Recommendation[]; readonly total: number };

/**
 * Food that suits the caller around `near`, else around their own place, else anywhere: best first, at most `limit` as
 * `arranged` has them, and the total, at most `MAX_RECOMMENDATIONS`. Excludes their own food, food that they have claimed or dismissed, and
 * everything across a block. Distances are from the caller's point to public points.
 */
export async function listRecommendations(
  ctx: AppContext,
  caller: Caller,
  { near, limit }: { readonly near: GeoPoint | null; readonly limit: number },
): Promise<Page> {
  const personId = caller.userId;
  const now = ctx.clock.now();
  const nowMs = now.getTime();
  const [person, exact] = await Promise.all([
    matchedPerson(ctx, personId),
    readExactLocation(ctx, [{ type: 'profile', id: personId }], personId, now),
  ]);
  const saved = exact.get(personId)?.point ?? null;
  const center = near ?? saved;
  const from: DistanceOrigin =
    center && saved && distanceM(center, saved) <= SAME_PLACE_M ? 'saved_place' : 'asked_place';
  const offers = await offersNear(
    ctx,
    personId,
    center && { center, radiusKm: person.radiusKm },
    MAX_CANDIDATES,
  );
  const ids = offers.map(({ id }) => id);
  const [dismissed, claimed, records] = await Promise.all([
    selectDismissedAmong(ctx.db, personId, ids),
    openClaimsByListing(ctx, personId, ids),
    giverRecords(
      ctx,
      offers.map(({ donorId }) => donorId),
      new Date(nowMs - RELIABILITY_WINDOW_MS),
    ),
  ]);
  const foodOf = (offer: Offer): MatchedFood => ({
    ...offer,
    distanceKm: center && offer.publicPoint && distanceKm(center, offer.publicPoint),
    giverCompleted: records.get(offer.donorId)?.completed ?? 0,
    giverMissed: records.get(offer.donorId)?.missed ?? 0,
  });
  const open = offers.filter(({ id }) => !dismissed.has(id) && !claimed.has(id));
  const matches = recommend(person, open, { of: foodOf, keyOf: ({ id }) => id }, nowMs).slice(
    0,
    MAX_RECOMMENDATIONS,
  );
  const giverOf = ({ food }: { readonly food: Offer }) => food.donorId;
  const shown = await arranged(ctx, matches, { limit, giverOf });
  const rows = await listingsById(
    ctx,
    shown.map(({ food }) => food.id),
  );
  const presented = await presentListings(ctx, personId, [...rows.values()], center);
  const listingOf = new Map(presented.map((listing) => [listing.id, listing]));
  const translate = translateInto(await readerLanguage(ctx, personId));
  const recommendations = shown.flatMap(({ food: offer, score, parts }) => {
    const listing = listingOf.get(offer.id);
    if (!listing) return [];
    const food = foodOf(offer);
    const reasonCodes = matchReasons(person, food, parts, { nowMs, from });
    return {
      listing,
      score: Math.round(score),
      urgency: matchUrgency(food.endMs, nowMs),
      distance: food.distanceKm,
      reasons: reasonCodes.map((reason) => reasonSentence(reason, translate, ctx.settings)),
      reasonCodes,
    };
  });
  const all = await arranged(ctx, matches, { limit: MAX_RECOMMENDATIONS, giverOf });
  return { recommendations, total: all.length };
}

const LATELY_MS = 30 * DAY_MS;
/** A younger account counts as average, since it could not receive anything before. */
const NEW_FOR_MS = 7 * DAY_MS;

/** The input of matching about a person, from their account and pickups; neutral for an unknown person. */
async function matchedPerson(ctx: AppContext, personId: string): Promise<MatchedPerson> {
  const nowMs = ctx.clock.now().getTime();
  const [facts, received, average] = await Promise.all([
    foodProfile(ctx, personId),
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

/** The nearest people who are scored for one listing; farther ones would rank low anyway. */
const MAX_PEOPLE_NEAR = 60;

/**
 * Those of these people, by the public points of their places, whom the food suits well, best first, at most `limit`.
 * Excludes people across a block from its giver, and those who have claimed or dismissed it.
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
    blockedWith(ctx, donorId),
    openClaimsByClaimer(ctx, offer.id),
    selectDismissing(ctx.db, offer.id),
    giverRecords(ctx, [donorId], new Date(now.getTime() - RELIABILITY_WINDOW_MS)),
  ]);
  const candidates = [...near]
    .filter(([id]) => id !== donorId && !blocked.has(id) && !claimed.has(id) && !dismissing.has(id))
    .map(([id, point]) => ({ id, km: distanceKm(point, publicPoint) }))
    .toSorted((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_PEOPLE_NEAR);
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

const ONE_DECIMAL = { style: 'unit', maximumFractionDigits: 1 } as const;
const KM_PER_MILE = 1.609_344;

/** A reason as a sentence in the reader's language; times are by the community's clock. */
function reasonSentence(reason: RecommendationReason, translate: Translate, settings: Settings): string {
  const { language } = translate;
  const listOf = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);
  switch (reason.code) {
    case 'distance': {
      const km = new Intl.NumberFormat(language, { ...ONE_DECIMAL, unit: 'kilometer' });
      const miles = new Intl.NumberFormat(language, { ...ONE_DECIMAL, unit: 'mile' });
      const { distanceKm: far } = reason;
      const inMiles = regionOf(settings).usesMiles ? ` (${miles.format(far / KM_PER_MILE)})` : '';
      const distance = `${km.format(far)}${inMiles}`;
      return translate(matchReasonTexts, `distance.${reason.from}`, { distance });
    }
    case 'ends':
    case 'lasts':
      return translate(matchReasonTexts, reason.code, {
        end: formatInstant(new Date(reason.endsAt), language, settings),
      });
    case 'enough':
      return translate(matchReasonTexts, 'enough', { people: reason.people });
    case 'diets': {
      const diets = listOf(reason.diets.map((diet) => translate(foodTagTexts, `diet.${diet}`)));
      return translate(matchReasonTexts, 'diets', { diets });
    }
    case 'without': {
      const allergens = listOf(reason.allergens.map((one) => translate(foodTagTexts, `allergen.${one}`)));
      return translate(matchReasonTexts, 'without', { allergens });
    }
    case 'category':
      return translate(matchReasonTexts, 'category', {
        category: translate(foodTagTexts, `category.${reason.category}`),
      });
    default:
      return translate(matchReasonTexts, reason.code);
  }
}
