import {
  type AlertCandidate,
  expectedResponses,
  MAX_WAVES,
  nextWave,
  WAVE_INTERVAL_MS,
} from '@openlarder/domain/emergency/alert-waves.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { donorsAmong } from '#server/features/accounts/profile/person-queries.ts';
import { knownPeople, trustOf } from '#server/features/accounts/trust/trust.ts';
import { peopleOffering } from '#server/features/listings/listings.queries.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { communityLabel } from '#server/features/places/area-names.ts';
import { peopleAround, placesToday } from '#server/features/places/daily-place.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Reach, reachOf } from '../areas/area-of-point.ts';
import { REQUEST_ALERTED, type RequestAlerted } from '../emergency.events.ts';
import { hiddenFrom, knownTurnEnd, mayOfferBeside } from '../matching/hidden-requests.ts';
import { type RequestRow, selectRequest } from '../requests/requests.store.ts';
import * as store from './alerts.store.ts';

/*
 * Which donors are alerted to a request for food, and when. Each wave is written in one transaction with its
 * notifications and its event: a process that dies in between has sent nothing, and the next run sends the wave.
 */

const WAVES_PER_RUN = 100;

/**
 * Sends the first wave of a new or reopened request in its transaction, without `exceptIds` and former helpers. The
 * next wave is due three minutes later. While it is known donors' turn, the first wave is all of them, and the waves to
 * everyone begin at the end of that. None follows if the request alerts first waves only.
 */
export async function startRound(
  tx: TxContext,
  row: RequestRow,
  exceptIds: readonly string[],
): Promise<void> {
  const turnEndMs = await knownTurnEnd(tx, row.id);
  await writeWave(tx, row, turnEndMs === null ? 0 : MAX_WAVES - 1, exceptIds);
  if (row.next_wave === store.FIRST_WAVE_ONLY) return;
  const next =
    turnEndMs === null
      ? { wave: 1, at: new Date(tx.clock.now().getTime() + WAVE_INTERVAL_MS) }
      : { wave: 0, at: new Date(turnEndMs) };
  await store.setNextWave(tx.db, row.id, next);
}

/** Sends the first wave only, in this and later rounds; list and map show the request as before. */
export const keepToFirstWave = (tx: TxContext, requestId: string): Promise<void> =>
  store.setNextWave(tx.db, requestId, { wave: store.FIRST_WAVE_ONLY, at: null });

/** Sends no further waves in this round. */
const stopWaves = (tx: TxContext, requestId: string): Promise<void> =>
  store.setNextWave(tx.db, requestId, null);

/** Marks the alerts of this round as read once the request is no longer open to who was alerted. */
export async function markAlertsRead(tx: TxContext, row: RequestRow): Promise<void> {
  const alerted = await store.selectAlerted(tx.db, row.id, row.round);
  const keep = await mayOfferBeside(tx, row.id, alerted);
  const gone = alerted.filter((id) => !keep.has(id));
  await notifications.markReadForPeople(tx, gone, { type: 'request', id: row.id }, 'emergency_alert');
}

/**
 * The alerts of a request that someone helps with, or offers to beside another: they are read where it looks taken. While
 * nobody known helps or has offered, its waves go on to known donors.
 */
export async function followMatch(tx: TxContext, row: RequestRow, helperId: string): Promise<void> {
  const subject = { type: 'request', id: row.id } as const;
  if (row.public_status === 'pending')
    return notifications.markReadForPeople(tx, [helperId], subject, 'emergency_alert');
  if ((await trustOf(tx, [helperId])).get(helperId) === 'known') await stopWaves(tx, row.id);
  await markAlertsRead(tx, row);
}

/**
 * Sends the waves that are due. One guarded statement takes each wave, so that only one process sends it. A wave that
 * fails does not stop the others; the run fails after the last one.
 */
export async function sendDueWaves(ctx: AppContext): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await store.selectDueWaves(ctx.db, ctx.clock.now(), WAVES_PER_RUN))
    try {
      await inTransaction(ctx, async (tx) => {
        const now = tx.clock.now();
        const nextAt = due.next_wave + 1 < MAX_WAVES ? new Date(now.getTime() + WAVE_INTERVAL_MS) : null;
        const row = await store.takeWave(tx.db, due, { now, nextAt });
        if (row) await writeWave(tx, row, due.next_wave, []);
      });
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} waves of alerts failed`);
}

/** Writes a wave of a request that the transaction has locked. */
async function writeWave(
  tx: TxContext,
  row: RequestRow,
  wave: number,
  exceptIds: readonly string[],
): Promise<void> {
  const candidates = await alertCandidates(tx, row);
  const alertedBefore = new Set(await store.selectAlerted(tx.db, row.id, row.round));
  const formerHelpers = await store.selectFormerHelpers(tx.db, row.id);
  const excluded = new Set([...exceptIds, ...formerHelpers]);
  const expectedBefore = expectedResponses(
    candidates.filter(({ donorId }) => alertedBefore.has(donorId)),
    row.radius_km,
  );
  const left = candidates.filter(({ donorId }) => !alertedBefore.has(donorId) && !excluded.has(donorId));
  const donorIds = nextWave(left, wave, row.radius_km, expectedBefore).map(({ donorId }) => donorId);
  if (donorIds.length === 0) return;
  await store.insertAlerts(tx.db, row, { wave, donorIds: donorIds.toSorted(), now: tx.clock.now() });
  const alerted: RequestAlerted = {
    requestId: row.id,
    requesterId: row.requester_id,
    round: row.round,
    wave,
    donorIds,
  };
  // before the notifications: connected donors get the alert first
  await tx.eventLog.append(tx, REQUEST_ALERTED, alerted, { topics: ['open-requests'], people: donorIds });
  await notifications.notifyAll(tx, donorIds, {
    kind: 'emergency_alert',
    subject: { type: 'request', id: row.id },
    listingTitle: row.title,
  });
}

/** As `alertTimes`, for alerts in the app: empty if the donor has switched these off. */
export async function shownAlertTimes(
  ctx: AppContext,
  donorId: string,
  requestIds: readonly string[],
): Promise<Map<string, Date>> {
  const times = await alertTimes(ctx, donorId, requestIds);
  if (times.size === 0 || !(await notifications.mutedAlertsAmong(ctx, [donorId])).has(donorId)) return times;
  return new Map();
}

/** When this donor was alerted to each of these requests in its current round; others are absent. */
export async function alertTimes(
  ctx: AppContext,
  donorId: string,
  requestIds: readonly string[],
): Promise<Map<string, Date>> {
  if (requestIds.length === 0) return new Map();
  const rows = await store.selectAlertTimes(ctx.db, donorId, requestIds);
  return new Map(rows.map((row) => [row.request_id, row.alerted_at]));
}

/**
 * The alert for each donor of a wave who may still see it, by person. Empty once the request is not pending in this
 * round. Without people who are not a donor any more, whom it does not reach, or who have switched alerts off in the
 * app.
 */
export async function currentAlerts(
  ctx: AppContext,
  { requestId, round, donorIds }: RequestAlerted,
): Promise<Map<string, EmergencyAlert>> {
  const row = await selectRequest(ctx.db, requestId);
  const isOpen = row?.round === round && row.expires_at > ctx.clock.now();
  if (!row || !isOpen || !store.hasWaves(row)) return new Map();
  const muted = await notifications.mutedAlertsAmong(ctx, donorIds);
  const reached = await reachedDonors(
    ctx,
    row,
    donorIds.filter((id) => !muted.has(id)),
  );
  return new Map([...reached].map(([donorId, reach]) => [donorId, alertFor(ctx, row, reach)]));
}

/** The requests that may be open to a donor who was alerted in their current round; none if switched off in the app. */
export async function openAlertIds(ctx: AppContext, donorId: string): Promise<string[]> {
  const ids = await store.selectOpenAlertsOf(ctx.db, donorId, ctx.clock.now());
  const isMuted = ids.length > 0 && (await notifications.mutedAlertsAmong(ctx, [donorId])).has(donorId);
  return isMuted ? [] : ids;
}

export const alertFor = (ctx: AppContext, row: RequestRow, { shownKm }: Reach): EmergencyAlert => ({
  id: row.id,
  title: row.title,
  householdSize: row.household_size,
  urgencyLevel: row.urgency_level,
  pickupLocation: row.area?.label ?? communityLabel(ctx),
  createdAt: row.created_at.toISOString(),
  distance: shownKm,
});

const RESPONSE_RATE_MS = 30 * DAY_MS;

/** Every donor whom the request and an alert about it reach, with the facts that order the waves. */
export async function alertCandidates(ctx: AppContext, row: RequestRow): Promise<AlertCandidate[]> {
  const nowMs = ctx.clock.now().getTime();
  const near = reachedOf(row, await peopleAround(ctx, row.area && row.area.bounds, row.radius_km));
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
  const offering = await peopleOffering(ctx, ids);
  const known = new Set(await knownPeople(ctx));
  return [...donors].map(([donorId, { lastSeenAt }]) => ({
    donorId,
    distanceKm: near.get(donorId)?.km ?? 0,
    alertsLately: rateOf.get(donorId)?.alerts ?? 0,
    answersLately: rateOf.get(donorId)?.answers ?? 0,
    lastSeenAgoMs: lastSeenAt && nowMs - lastSeenAt.getTime(),
    hasFoodOnOffer: offering.has(donorId),
    isKnown: known.has(donorId),
    isAlertedLater: later.has(donorId),
  }));
}

/** Those of these people who are active donors whom the request reaches today. */
async function reachedDonors(
  ctx: AppContext,
  row: RequestRow,
  personIds: readonly string[],
): Promise<Map<string, Reach>> {
  const donors = await donorsFor(ctx, row, personIds);
  return reachedOf(row, await placesToday(ctx, [...donors.keys()]));
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
 * The active donors among these people from whom the request is not hidden, without the requester. Blocks are ignored:
 * a missing alert could reveal who the requester is.
 */
async function donorsFor(ctx: AppContext, row: RequestRow, personIds: readonly string[]) {
  const hidden = await hiddenFrom(ctx, row, personIds);
  return donorsAmong(
    ctx,
    personIds.filter((personId) => personId !== row.requester_id && !hidden.has(personId)),
  );
}
