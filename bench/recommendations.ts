// Growth of recommendations for one person: among 10,000 posted listings, among the same with a long past, and among a
// hundred times as many at equal density. Times are of the whole use-case but for presenting what is shown: candidates,
// what the person knows, the givers' records, and the score. In one process, in turns. See README.md. Arguments:
// --million for a million rows instead of a hundred thousand.
import { distanceKm } from '../domain/src/kernel/geo.ts';
import { DAY_MS } from '../domain/src/kernel/time.ts';
import { earliestEndMs } from '../domain/src/listings/freshness.ts';
import { type MatchedFood, type MatchedPerson, recommend } from '../domain/src/matching/match-score.ts';
import { geoPointOf } from '../server/src/db/database.ts';
import { selectReceived } from '../server/src/features/claims/claims.store.ts';
import { selectGiverRecords } from '../server/src/features/handovers/handovers.store.ts';
import { type Offer, selectOffersNear } from '../server/src/features/listings/feed/offers-near.store.ts';
import { selectDismissedAmong } from '../server/src/features/matching/matching.store.ts';
import { blockedPeople } from '../server/src/features/moderation/blocks/block-conditions.ts';
import { median } from './median.ts';
import { type FilledPlace, inTurns, runOnListings } from './place.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 8;
const RADIUS_KM = 10;
const CANDIDATES = 500;

async function ask({ database, db }: FilledPlace): Promise<{ tookMs: number; found: number }> {
  const startedMs = performance.now();
  const { viewerId, center } = database;
  const now = new Date();
  const received = await selectReceived(db, viewerId, new Date(now.getTime() - 30 * DAY_MS));
  const offers = await selectOffersNear(db, {
    viewerId,
    hiddenPeople: blockedPeople(viewerId),
    within: { center, radiusKm: RADIUS_KM },
    now,
    limit: CANDIDATES,
  });
  const ids = offers.map(({ id }) => id);
  const dismissed = await selectDismissedAmong(db, viewerId, ids);
  const givers = [...new Set(offers.map(({ donor_id }) => donor_id))];
  const records = await selectGiverRecords(db, givers, new Date(now.getTime() - 180 * DAY_MS));
  const recordOf = new Map(records.map((record) => [record.giver_id, record]));
  const person: MatchedPerson = {
    id: viewerId,
    radiusKm: RADIUS_KM,
    diets: [],
    avoids: [],
    householdSize: 2,
    pickups: Object.fromEntries(received.map(({ category, pickups }) => [category, pickups])),
    receivedOverAverage: null,
  };
  const of = (offer: Offer): MatchedFood => ({
    donorId: offer.donor_id,
    category: offer.category,
    diets: offer.diets,
    allergens: offer.allergens,
    servingsLeft: offer.servings_left,
    distanceKm: offer.public_point && distanceKm(center, geoPointOf(offer.public_point)),
    endMs: earliestEndMs({
      expiryDate: offer.expiry_date && offer.expiry_date.toISOString(),
      bestByDate: offer.best_by_date.toISOString(),
      availableUntil: offer.available_until.toISOString(),
    }),
    giverCompleted: recordOf.get(offer.donor_id)?.completed ?? 0,
    giverMissed: recordOf.get(offer.donor_id)?.missed ?? 0,
  });
  const open = offers.filter(({ id }) => !dismissed.has(id));
  const found = recommend(person, open, { of, keyOf: ({ id }) => id }, now.getTime()).length;
  return { tookMs: performance.now() - startedMs, found };
}

await runOnListings(async (places) => {
  const asked = await inTurns(places, { warmUp: WARM_UP_ROUNDS, count: ROUNDS }, ask);
  const msOf = (place: FilledPlace): number => median((asked.get(place) ?? []).map(({ tookMs }) => tookMs));
  const [few] = places;
  console.log(`\np50 of ${ROUNDS} rounds, and how many times the first\n`);
  for (const [place, each] of asked) {
    const ratio = (msOf(place) / (few ? msOf(few) : 1)).toFixed(2);
    console.log(
      `${place.name.padEnd(12)} ${msOf(place).toFixed(2)} ms (${ratio}×), ${each.at(-1)?.found} found`,
    );
  }
});
