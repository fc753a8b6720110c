import {
  answersExpectedOf,
  MOST_WAVES,
  nextWave,
  WAVE_EVERY_MS,
} from '@openlarder/domain/emergency/alert-waves.ts';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import { type CandidateParts, makeCandidates } from './alert-candidates.ts';
import * as store from './alerts.store.ts';
import { type RequestRow, selectRequest } from '../requests/requests.store.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from '../emergency.events.ts';

/** How many due waves one look sends: those that wait longest first, and the others by the next. */
const WAVES_AT_ONCE = 100;

export type AlertingParts = Omit<CandidateParts, 'accounts'> & {
  readonly db: Db;
  readonly eventLog: EventLog;
  readonly accounts: Pick<Accounts, 'donorsAmong' | 'summaries'>;
  readonly notifications: Pick<Notifications, 'notifyAll' | 'cancelPendingMails' | 'forget'>;
};

export type Alerting = ReturnType<typeof makeAlerting>;

/**
 * Who is told of a request for food, and when. Each wave is written in one transaction with its notifications and its
 * event: a process that dies in between has sent nothing, and another sends the wave at its next look.
 */
export function makeAlerting(parts: AlertingParts) {
  const { db, clock, eventLog, accounts, notifications } = parts;
  const { candidatesFor, distancesOf } = makeCandidates(parts);

  const nextAt = (wave: number): Date | null =>
    wave + 1 < MOST_WAVES ? new Date(clock.now().getTime() + WAVE_EVERY_MS) : null;

  /** Writes a wave of a request that the transaction holds. */
  async function writeWave(
    tx: Tx,
    row: RequestRow,
    wave: number,
    exceptIds: readonly string[],
  ): Promise<void> {
    const candidates = await candidatesFor(tx, row);
    const alertedBefore = new Set(await store.selectAlerted(tx, row.id, row.round));
    const letGo = new Set([...exceptIds, ...(await store.selectFormerHelpers(tx, row.id))]);
    const expectedBefore = answersExpectedOf(
      candidates.filter(({ donorId }) => alertedBefore.has(donorId)),
      row.radius_km,
    );
    const left = candidates.filter(({ donorId }) => !alertedBefore.has(donorId) && !letGo.has(donorId));
    const donorIds = nextWave(left, wave, row.radius_km, expectedBefore).map(({ donorId }) => donorId);
    if (donorIds.length === 0) return;
    await store.insertAlerts(tx, row, { wave, donorIds: donorIds.toSorted(), now: clock.now() });
    const alerted: RequestAlerted = {
      requestId: row.id,
      requesterId: row.requester_id,
      round: row.round,
      wave,
      donorIds,
    };
    // first: who is there hears of it before everybody's bell
    await eventLog.append(tx, REQUEST_ALERTED, alerted);
    await notifications.notifyAll(tx, donorIds, {
      kind: 'emergency_alert',
      subject: { type: 'request', id: row.id },
      listingTitle: row.title,
    });
  }

  const alertedDonors = (dbOrTx: DbOrTx, requestId: string, round: number): Promise<string[]> =>
    store.selectAlerted(dbOrTx, requestId, round);

  return {
    alertedDonors,

    /** Whether somebody is there to answer requests, by what they say they are. */
    async isDonor(personId: string): Promise<boolean> {
      return (await accounts.summaries(db, [personId])).get(personId)?.userType === 'donor';
    },

    /**
     * Sends the first wave of a request that is new or open again, in that transaction, to everybody but these and
     * whoever has let it go before; the next one is due three minutes later.
     */
    async startRound(tx: Tx, row: RequestRow, exceptIds: readonly string[]): Promise<void> {
      await writeWave(tx, row, 0, exceptIds);
      await store.setNextWave(tx, row.id, new Date(clock.now().getTime() + WAVE_EVERY_MS));
    },

    /**
     * Sends the waves that are due. Each is taken by one guarded statement, so that of two processes one sends it. One
     * request's that fails does not keep the others'; it fails the run once they are done.
     */
    async sendDueWaves(): Promise<void> {
      const failures: unknown[] = [];
      for (const due of await store.selectDueWaves(db, clock.now(), WAVES_AT_ONCE))
        try {
          await inTransaction(db, async (tx) => {
            const now = clock.now();
            const row = await store.takeWave(tx, due, { now, nextAt: nextAt(due.next_wave) });
            if (row) await writeWave(tx, row, due.next_wave, []);
          });
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} waves of alerts failed`);
    },

    /** When this donor was alerted to each of these requests, in its present round; to others they were not. */
    async alertTimes(
      dbOrTx: DbOrTx,
      donorId: string,
      requestIds: readonly string[],
    ): Promise<Map<string, Date>> {
      if (requestIds.length === 0) return new Map();
      const rows = await store.selectAlertTimes(dbOrTx, donorId, requestIds);
      return new Map(rows.map((row) => [row.request_id, row.alerted_at]));
    },

    /**
     * Tells that a request is as in `row` now to its two people, to whoever was alerted to it and to whoever looks at
     * its place. Nobody is mailed any more to answer one that is not open.
     */
    async tellChange(tx: Tx, row: RequestRow, helperId: string | null): Promise<void> {
      if (row.status !== 'pending')
        await notifications.cancelPendingMails(tx, { type: 'request', id: row.id }, ['emergency_alert']);
      const changed: RequestChanged = {
        requestId: row.id,
        status: row.status,
        point: geoPointOf(row.public_point),
        requesterId: row.requester_id,
        helperId,
        alertedIds: await alertedDonors(tx, row.id, row.round),
      };
      await eventLog.append(tx, REQUEST_CHANGED, changed);
    },

    /** Takes back what either of two people was told of the other's requests: one has blocked the other. */
    async withdrawAlertsBetween(tx: Tx, a: string, b: string): Promise<void> {
      for (const [requesterId, donorId] of [
        [a, b],
        [b, a],
      ] as const)
        await notifications.forget(tx, donorId, await store.selectAlertsBetween(tx, requesterId, donorId));
    },

    /**
     * What each of these donors is told now of a request that they were alerted to in this round, by person. Nobody
     * when it is not open any more; not who is no donor by now, or too far away, or has a block between.
     */
    async currentAlerts({
      requestId,
      round,
      donorIds,
    }: RequestAlerted): Promise<Map<string, EmergencyAlert>> {
      const row = await selectRequest(db, requestId);
      const isOpen = row?.status === 'pending' && row.round === round && row.expires_at > clock.now();
      if (!row || !isOpen) return new Map();
      const alert = {
        id: row.id,
        title: row.title,
        householdSize: row.household_size,
        urgencyLevel: row.urgency_level,
        pickupLocation: row.area_label,
        ...geoPointOf(row.public_point),
        createdAt: row.created_at.toISOString(),
      };
      const distances = await distancesOf(db, row, donorIds);
      return new Map([...distances].map(([donorId, distance]) => [donorId, { ...alert, distance }]));
    },
  };
}
