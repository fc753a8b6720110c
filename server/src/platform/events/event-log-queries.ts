import type pg from 'pg';
import { LOG_START, type LogPosition } from './event-log-position.ts';

/** The NOTIFY channel that wakes the readers of all processes. */
export const NOTIFY_CHANNEL = 'live_event';

/** How far back a reconnecting client gets events; older ones are deleted. */
const KEPT_HOURS = 24;
const PRUNED_AT_ONCE = 5000;

export type LogEvent = { readonly position: LogPosition; readonly kind: string; readonly payload: unknown };
type Queryable = Pick<pg.ClientBase, 'query'>;
export type PositionRow = { transaction_id: string; number: string };
type EventRow = PositionRow & { kind: string; payload: unknown };

export const positionOf = (row: PositionRow): LogPosition => ({
  transactionId: BigInt(row.transaction_id),
  number: BigInt(row.number),
});
const eventOf = (row: EventRow): LogEvent => ({
  position: positionOf(row),
  kind: row.kind,
  payload: row.payload,
});
const params = ({ transactionId, number }: LogPosition): string[] => [String(transactionId), String(number)];

/**
 * The horizon: no open or future transaction can write an event below it. It belongs to the snapshot of the
 * statement, so it holds for exactly the rows that the statement sees.
 */
const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** The next events after a position and below the horizon, in order. */
export async function readEventsAfter(db: Queryable, after: LogPosition, limit: number): Promise<LogEvent[]> {
  const { rows } = await db.query<EventRow>(
    `select transaction_id, number, kind, payload from live_event
     where (transaction_id, number) > ($1::xid8, $2::bigint) and transaction_id < ${HORIZON}
     order by transaction_id, number limit $3`,
    [...params(after), limit],
  );
  return rows.map(eventOf);
}

/** Events after one position up to another, both below the horizon, in order. */
export async function readEventsBetween(
  db: Queryable,
  after: LogPosition,
  through: LogPosition,
  limit: number,
): Promise<LogEvent[]> {
  const { rows } = await db.query<EventRow>(
    `select transaction_id, number, kind, payload from live_event
     where (transaction_id, number) > ($1::xid8, $2::bigint)
       and (transaction_id, number) <= ($3::xid8, $4::bigint)
     order by transaction_id, number limit $5`,
    [...params(after), ...params(through), limit],
  );
  return rows.map(eventOf);
}

/** The last position below the horizon, pruned events included. */
export async function readNewestPosition(db: Queryable): Promise<LogPosition> {
  const { rows } = await db.query<PositionRow>(
    `(select transaction_id, number from live_event where transaction_id < ${HORIZON}
      order by transaction_id desc, number desc limit 1)
     union all select pruned_transaction_id, pruned_number from live_event_generation
     order by transaction_id desc, number desc limit 1`,
  );
  return rows[0] ? positionOf(rows[0]) : LOG_START;
}

/**
 * Committed events above the horizon, which an older open transaction holds back: the horizon, and the newest
 * of them.
 */
export async function readHeldBackEvents(db: Queryable): Promise<{ horizon: string; newest: string } | null> {
  const { rows } = await db.query<{ horizon: string; newest: string | null }>(
    `select ${HORIZON} as horizon, max(number) as newest from live_event where transaction_id >= ${HORIZON}`,
  );
  const [row] = rows;
  return row && row.newest !== null ? { horizon: row.horizon, newest: row.newest } : null;
}

/** Whether no event after the position was pruned, and the position is not ahead of the log. */
export async function isResumable(db: Queryable, epoch: string, position: LogPosition): Promise<boolean> {
  const { rows } = await db.query<{ resumable: boolean }>(
    `select ($1::xid8, $2::bigint) >= (pruned_transaction_id, pruned_number)
       and $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) as resumable
     from live_event_generation where generation = $3`,
    [...params(position), epoch],
  );
  return rows[0]?.resumable ?? false;
}

/**
 * How many events come after a position, counted up to `atMost + 1`; null if one of them was pruned, or is older than a
 * day or than `since`.
 */
export async function countMissed(
  db: Queryable,
  epoch: string,
  after: LogPosition,
  { since, atMost }: { readonly since: Date; readonly atMost: number },
): Promise<number | null> {
  const { rows } = await db.query<{ missed: number; may_replay: boolean }>(
    `select missed, is_recent and ($1::xid8, $2::bigint) >= (pruned_transaction_id, pruned_number) as may_replay
     from live_event_generation, (
       select count(*)::integer as missed,
         coalesce(min(created_at) >= greatest(now() - make_interval(hours => ${KEPT_HOURS}), $4), true) as is_recent
       from (
         select created_at from live_event
         where (transaction_id, number) > ($1::xid8, $2::bigint) and transaction_id < ${HORIZON}
         order by transaction_id, number limit $5) as next) as counted
     where generation = $3`,
    [...params(after), epoch, since, atMost + 1],
  );
  return rows[0]?.may_replay ? rows[0].missed : null;
}

/**
 * The epoch of the log: its generation. A new one with an empty log if another server numbered the events (a
 * restored dump, a copy, a promoted standby).
 */
export async function readEpoch(client: Queryable): Promise<string> {
  const system = await systemOf(client);
  const claimed = await client.query<{ generation: string }>(
    `update live_event_generation set system = coalesce(system, $1)
     where system is null or system = $1 returning generation`,
    [system],
  );
  const [ours] = claimed.rows;
  if (ours) return ours.generation;
  const { rows } = await client.query<{ generation: string }>(
    `with emptied as (delete from live_event),
       renewed as (
         update live_event_generation set generation = gen_random_uuid(), system = $1,
           pruned_transaction_id = '0', pruned_number = 0
         where system <> $1 returning generation)
     select generation from renewed`,
    [system],
  );
  // another process has renewed it concurrently
  return rows[0]?.generation ?? readEpoch(client);
}

/** Identifies the server that numbers transactions: cluster, timeline and database. */
async function systemOf(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ system: string; may_ask: boolean }>(
    `select (select oid from pg_database where datname = current_database())
         || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as system,
       has_function_privilege('pg_control_system()', 'execute') as may_ask`,
  );
  const [row] = rows;
  if (!row?.may_ask) return row?.system ?? '';
  const cluster = await client.query<{ id: string }>(
    'select system_identifier as id from pg_control_system()',
  );
  return `${cluster.rows[0]?.id}/${row.system}`;
}

/** Deletes events older than a day. */
export async function pruneEvents(db: Queryable): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `with old as (
         select transaction_id, number from live_event
         where created_at < now() - make_interval(hours => ${KEPT_HOURS}) and transaction_id < ${HORIZON}
         order by transaction_id, number limit ${PRUNED_AT_ONCE}),
       last as (select transaction_id, number from old order by transaction_id desc, number desc limit 1),
       marked as (
         update live_event_generation g
         set pruned_transaction_id = last.transaction_id, pruned_number = last.number from last
         where (last.transaction_id, last.number) > (g.pruned_transaction_id, g.pruned_number))
       delete from live_event e using last
       where (e.transaction_id, e.number) <= (last.transaction_id, last.number)`,
    );
    if ((rowCount ?? 0) < PRUNED_AT_ONCE) return;
  }
}
