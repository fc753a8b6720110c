import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { RequestRow } from '../requests/requests.store.ts';

/** The public states of a request in which donors are alerted: known ones also where someone not known helps. */
const WITH_WAVES: readonly RequestStatus[] = ['pending', 'matched'];
export const hasWaves = ({ public_status }: RequestRow): boolean => WITH_WAVES.includes(public_status);

/** The requests whose next wave of alerts is due at `now`, the one that waits longest first. */
export async function selectDueWaves(
  db: DbOrTx,
  now: Date,
  limit: number,
): Promise<Pick<RequestRow, 'id' | 'round' | 'next_wave'>[]> {
  return db
    .selectFrom('emergency_request')
    .select(['id', 'round', 'next_wave'])
    .where('public_status', 'in', WITH_WAVES)
    .where('next_wave_at', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('next_wave_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Takes a wave for sending, with the next one due at `nextAt`. Undefined if another process has taken it, or the
 * request has ended.
 */
export async function takeWave(
  tx: Tx,
  wave: Pick<RequestRow, 'id' | 'round' | 'next_wave'>,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date | null },
): Promise<RequestRow | undefined> {
  return tx
    .updateTable('emergency_request')
    .set({ next_wave: wave.next_wave + 1, next_wave_at: nextAt })
    .where('id', '=', wave.id)
    .where('round', '=', wave.round)
    .where('next_wave', '=', wave.next_wave)
    .where('public_status', 'in', WITH_WAVES)
    .where('next_wave_at', '<=', now)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Sets the number of the next wave, and when it is due; null for no further one. */
/** The next wave of a request that alerts the first wave of each round only. */
export const FIRST_WAVE_ONLY = -1;

export async function setNextWave(
  tx: Tx,
  id: string,
  next: { readonly wave: number; readonly at: Date | null } | null,
): Promise<void> {
  await tx
    .updateTable('emergency_request')
    .set(next ? { next_wave: next.wave, next_wave_at: next.at } : { next_wave_at: null })
    .where('id', '=', id)
    .execute();
}

export async function insertAlerts(
  tx: Tx,
  { id, round }: Pick<RequestRow, 'id' | 'round'>,
  {
    wave,
    donorIds,
    now,
  }: { readonly wave: number; readonly donorIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql`
    insert into emergency_alert (request_id, donor_id, round, wave, alerted_at)
    select ${id}, donor_id, ${round}::smallint, ${wave}::smallint, ${now}::timestamptz
    from unnest(${donorIds}::uuid[]) as donor (donor_id)`.execute(tx);
}

export async function selectAlerted(db: DbOrTx, requestId: string, round: number): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_alert')
    .select('donor_id')
    .where('request_id', '=', requestId)
    .where('round', '=', round)
    .orderBy('donor_id')
    .execute();
  return rows.map(({ donor_id }) => donor_id);
}

/** Alerts of their request's current round, with it. */
const alertsOfThisRound = (db: DbOrTx) =>
  db
    .selectFrom('emergency_alert')
    .innerJoin('emergency_request', (join) =>
      join
        .onRef('emergency_request.id', '=', 'emergency_alert.request_id')
        .onRef('emergency_request.round', '=', 'emergency_alert.round'),
    );

/** The requests, without ended ones, to which a donor was alerted in their current round and has not offered since. */
export async function selectOpenAlertsOf(db: DbOrTx, donorId: string, now: Date): Promise<string[]> {
  const rows = await alertsOfThisRound(db)
    .select('request_id')
    .where('donor_id', '=', donorId)
    .where('public_status', 'in', WITH_WAVES)
    .where('expires_at', '>', now)
    .where(
      sql<boolean>`not exists (select from emergency_match as match where match.request_id = emergency_alert.request_id
        and match.helper_id = emergency_alert.donor_id and match.created_at >= emergency_alert.alerted_at)`,
    )
    .orderBy('alerted_at')
    .execute();
  return rows.map(({ request_id }) => request_id);
}

/** When a donor was alerted to each of these requests in its current round. */
export async function selectAlertTimes(db: DbOrTx, donorId: string, requestIds: readonly string[]) {
  return alertsOfThisRound(db)
    .select(['emergency_alert.request_id', 'emergency_alert.alerted_at'])
    .where('emergency_alert.donor_id', '=', donorId)
    .where('emergency_alert.request_id', 'in', [...requestIds])
    .execute();
}

/** Helpers of a request whose match has ended, without those who offered their help beside another. */
export async function selectFormerHelpers(db: DbOrTx, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .innerJoin('handover', 'handover.id', 'emergency_match.handover_id')
    .select('helper_id')
    .distinct()
    .where('request_id', '=', requestId)
    .where('handover.status', '<>', 'open')
    .where('handover.release_reason', 'is distinct from', 'beside')
    .execute();
  return rows.map(({ helper_id }) => helper_id);
}

/**
 * How many other requests each of these donors was alerted to since `since`, and how many of those they matched without
 * releasing. Donors without alerts are absent.
 */
export async function selectAnswerRates(
  db: DbOrTx,
  donorIds: readonly string[],
  { except, since }: { readonly except: string; readonly since: Date },
): Promise<{ donor_id: string; alerts: number; answers: number }[]> {
  const { rows } = await sql<{ donor_id: string; alerts: number; answers: number }>`
    select alert.donor_id, count(distinct alert.request_id)::int as alerts,
      count(distinct answer.request_id)::int as answers
    from emergency_alert as alert
    left join (emergency_match as answer join handover on handover.id = answer.handover_id)
      on answer.request_id = alert.request_id and answer.helper_id = alert.donor_id
      and (handover.status in ('open', 'completed', 'disputed') or handover.release_reason = 'taken_back')
    where alert.donor_id = any(${donorIds}::uuid[]) and alert.alerted_at > ${since} and alert.request_id <> ${except}
    group by alert.donor_id`.execute(db);
  return rows;
}
