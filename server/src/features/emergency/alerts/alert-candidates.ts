import type { AlertCandidate } from '@openlarder/domain/emergency/alert-waves.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { DbOrTx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import * as store from './alerts.store.ts';
import type { RequestRow } from '../requests/requests.store.ts';

/** What is known of donors reaches back so far. */
const LATELY_MS = 30 * DAY_MS;

export type CandidateParts = {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'donorsAmong'>;
  readonly places: Pick<Places, 'peopleNear' | 'profilePlaces'>;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
  readonly listings: Pick<Listings, 'peopleOffering'>;
};

/** Finds who could be alerted to a request, and what is known of them. */
export function makeCandidates({ clock, accounts, places, moderation, listings }: CandidateParts) {
  /** Who of these is a donor who may act, and neither the requester nor somebody with a block between them. */
  async function donorsFor(dbOrTx: DbOrTx, requesterId: string, personIds: readonly string[]) {
    const blocked = await moderation.blockedWith(dbOrTx, requesterId);
    return accounts.donorsAmong(
      dbOrTx,
      personIds.filter((id) => id !== requesterId && !blocked.has(id)),
    );
  }

  /** Of these people, who may still be told of a request, and how far away it is: by person, in kilometres. */
  async function distancesOf(
    dbOrTx: DbOrTx,
    row: RequestRow,
    personIds: readonly string[],
  ): Promise<Map<string, number>> {
    const donors = await donorsFor(dbOrTx, row.requester_id, personIds);
    const centre = geoPointOf(row.public_point);
    const own = await places.profilePlaces(dbOrTx, [...donors.keys()]);
    return new Map(
      [...own].flatMap(([id, { publicPoint }]) => {
        const km = publicPoint ? distanceKm(centre, publicPoint) : Number.POSITIVE_INFINITY;
        return km <= row.radius_km ? [[id, km] as const] : [];
      }),
    );
  }

  /** Every donor within the request's radius, but for whom a block is between, with what the waves go by. */
  async function candidatesFor(dbOrTx: DbOrTx, row: RequestRow): Promise<AlertCandidate[]> {
    const nowMs = clock.now().getTime();
    const near = await places.peopleNear(dbOrTx, geoPointOf(row.public_point), row.radius_km);
    const donors = await donorsFor(dbOrTx, row.requester_id, [...near.keys()]);
    const ids = [...donors.keys()];
    const rates = await store.selectAnswerRates(dbOrTx, ids, {
      except: row.id,
      since: new Date(nowMs - LATELY_MS),
    });
    const rateOf = new Map(rates.map((rate) => [rate.donor_id, rate]));
    const offering = await listings.peopleOffering(dbOrTx, ids);
    return [...donors].map(([donorId, { lastSeenAt }]) => ({
      donorId,
      distanceKm: near.get(donorId) ?? 0,
      alertsLately: rateOf.get(donorId)?.alerts ?? 0,
      answersLately: rateOf.get(donorId)?.answers ?? 0,
      lastSeenAgoMs: lastSeenAt && nowMs - lastSeenAt.getTime(),
      hasFoodOnOffer: offering.has(donorId),
    }));
  }

  return { distancesOf, candidatesFor };
}
