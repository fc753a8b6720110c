import type { AlertCandidate } from '@openlarder/domain/emergency/alert-waves.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { RequestRow } from '../requests/requests.store.ts';
import * as store from './alerts.store.ts';

/** How far back a donor's response rate looks. */
const RESPONSE_RATE_MS = 30 * DAY_MS;

/** Every donor within the request's radius, without a block in between, with what the waves are ordered by. */
export async function alertCandidates(ctx: AppContext, row: RequestRow): Promise<AlertCandidate[]> {
  const nowMs = ctx.clock.now().getTime();
  const near = await places.peopleNear(ctx, geoPointOf(row.public_point), row.radius_km);
  const donors = await donorsFor(ctx, row.requester_id, [...near.keys()]);
  const ids = [...donors.keys()];
  const rates = await store.selectAnswerRates(ctx.db, ids, {
    except: row.id,
    since: new Date(nowMs - RESPONSE_RATE_MS),
  });
  const rateOf = new Map(rates.map((rate) => [rate.donor_id, rate]));
  const offering = await listings.peopleOffering(ctx, ids);
  return [...donors].map(([donorId, { lastSeenAt }]) => ({
    donorId,
    distanceKm: near.get(donorId) ?? 0,
    alertsLately: rateOf.get(donorId)?.alerts ?? 0,
    answersLately: rateOf.get(donorId)?.answers ?? 0,
    lastSeenAgoMs: lastSeenAt && nowMs - lastSeenAt.getTime(),
    hasFoodOnOffer: offering.has(donorId),
  }));
}

/** Those of these people who may still be told of a request, with their distance in kilometres. */
export async function distancesOf(
  ctx: AppContext,
  row: RequestRow,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const donors = await donorsFor(ctx, row.requester_id, personIds);
  const center = geoPointOf(row.public_point);
  const own = await places.profilePlaces(ctx, [...donors.keys()]);
  return new Map(
    [...own].flatMap(([id, { publicPoint }]) => {
      const km = publicPoint ? distanceKm(center, publicPoint) : Number.POSITIVE_INFINITY;
      return km <= row.radius_km ? [[id, km] as const] : [];
    }),
  );
}

/** The active donors among these people, without the requester and without a block in between. */
async function donorsFor(ctx: AppContext, requesterId: string, personIds: readonly string[]) {
  const blocked = await moderation.blockedWith(ctx, requesterId);
  return accounts.donorsAmong(
    ctx,
    personIds.filter((id) => id !== requesterId && !blocked.has(id)),
  );
}
