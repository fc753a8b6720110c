import type { AlertCandidate } from '@openlarder/domain/emergency/alert-waves.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Reach, reachOf } from '../areas/area-of-point.ts';
import { hiddenFrom } from '../matching/hidden-requests.ts';
import type { RequestRow } from '../requests/requests.store.ts';
import * as store from './alerts.store.ts';

/** How far back a donor's response rate looks. */
const RESPONSE_RATE_MS = 30 * DAY_MS;

/** Every donor whom the request and an alert about it reach, with what the waves are ordered by. */
export async function alertCandidates(ctx: AppContext, row: RequestRow): Promise<AlertCandidate[]> {
  const nowMs = ctx.clock.now().getTime();
  const near = reachedOf(row, await places.peopleAround(ctx, row.area && row.area.bounds, row.radius_km));
  const { never, later } = await notifications.unreachedByAlertsAmong(ctx, [...near.keys()]);
  const donors = await donorsFor(
    ctx,
    row,
    [...near.keys()].filter((id) => !never.has(id)),
  );
  const ids = [...donors.keys()];
  const rates = await store.selectAnswerRates(ctx.db, ids, {
    except: row.id,
    since: new Date(nowMs - RESPONSE_RATE_MS),
  });
  const rateOf = new Map(rates.map((rate) => [rate.donor_id, rate]));
  const offering = await listings.peopleOffering(ctx, ids);
  return [...donors].map(([donorId, { lastSeenAt }]) => ({
    donorId,
    distanceKm: near.get(donorId)?.km ?? 0,
    alertsLately: rateOf.get(donorId)?.alerts ?? 0,
    answersLately: rateOf.get(donorId)?.answers ?? 0,
    lastSeenAgoMs: lastSeenAt && nowMs - lastSeenAt.getTime(),
    hasFoodOnOffer: offering.has(donorId),
    isAlertedLater: later.has(donorId),
  }));
}

/** Those of these people who are active donors whom the request reaches today. */
export async function reachedDonors(
  ctx: AppContext,
  row: RequestRow,
  personIds: readonly string[],
): Promise<Map<string, Reach>> {
  const donors = await donorsFor(ctx, row, personIds);
  return reachedOf(row, await places.placesToday(ctx, [...donors.keys()]));
}

/** The reach of a request to each of these places, by person; those that it does not reach are absent. */
function reachedOf(row: RequestRow, placeOf: ReadonlyMap<string, GeoPoint>): Map<string, Reach> {
  return new Map(
    [...placeOf].flatMap(([id, place]) => {
      const reach = reachOf(row, place);
      return reach ? [[id, reach] as const] : [];
    }),
  );
}

/**
 * The active donors among these people from whom the request is not hidden, without the requester. Blocks do not count:
 * who is not alerted could tell by it whose the request is.
 */
async function donorsFor(ctx: AppContext, { id, requester_id }: RequestRow, personIds: readonly string[]) {
  const hidden = await hiddenFrom(ctx, id, personIds);
  return accounts.donorsAmong(
    ctx,
    personIds.filter((personId) => personId !== requester_id && !hidden.has(personId)),
  );
}
