import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Topic } from '@openlarder/domain/kernel/topics.ts';
import type pg from 'pg';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** The NOTIFY channel that wakes the readers of all processes. */
export const NOTIFY_CHANNEL = 'live_event';

/** How long rows, and so positions, are kept. */
export const KEPT_HOURS = 24;
const PRUNED_AT_ONCE = 5000;

/** Whom a row concerns. */
export type Audience = {
  /** What may be different for `people` afterwards. */
  readonly topics: readonly Topic[];
  readonly people?: readonly string[];
  /** Who looks at this point of the map, too; null for all who look at any part of it. */
  readonly at?: GeoPoint | null;
};

export type LogRow = Required<Pick<Audience, 'topics' | 'people'>> &
  Pick<Audience, 'at'> & {
    readonly id: string;
    readonly kind: string;
    readonly payload: unknown;
    /** The socket, and its session, that the row's cause came from; see `writerOf`. */
    readonly writer: string | null;
  };

/** What a process has seen of the log. */
export type LogSnapshot = {
  /** In PostgreSQL's text form: which transactions had ended. */
  readonly snapshot: string;
  readonly floor: string;
};

type Queryable = Pick<pg.ClientBase, 'query'>;
type EventRow = {
  id: string | null;
  kind: string;
  payload: unknown;
  topics: Topic[];
  people: string[];
  is_on_map: boolean;
  latitude: number | null;
  longitude: number | null;
  writer: string | null;
};
const COLUMNS = 'id, kind, payload, topics, people, is_on_map, latitude, longitude, writer';

const rowOf = ({ id, is_on_map, latitude, longitude, ...row }: EventRow): LogRow => ({
  ...row,
  id: id ?? '',
  ...(is_on_map && { at: latitude === null || longitude === null ? null : { latitude, longitude } }),
});

/** The present state of the log, with its newest row; writes a first one into an empty log. */
export async function readLogStart(db: Queryable): Promise<LogSnapshot & { readonly row: string }> {
  const { rows } = await db.query<LogSnapshot & { row: string | null }>(
    `select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as floor,
       (select id from live_event order by number desc limit 1) as row`,
  );
  const [first] = rows;
  if (first?.row) return { ...first, row: first.row };
  await db.query(`insert into live_event (kind, payload) values ('log-started', '{}')`);
  return readLogStart(db);
}

/**
 * What has committed since a snapshot, whatever is still open, and the new snapshot. A row is read once: the snapshot
 * knows of each transaction whether it had ended.
 */
export async function readCommittedSince(db: Queryable, { snapshot }: Pick<LogSnapshot, 'snapshot'>) {
  const { rows } = await db.query<EventRow & LogSnapshot>(
    `select snapshot::text, pg_snapshot_xmin(snapshot)::text as floor, ${COLUMNS}
     from (select pg_current_snapshot() as snapshot) as present
     left join live_event on transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
       and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
     order by number`,
    [snapshot],
  );
  const [{ snapshot: newest, floor } = { snapshot, floor: '0' }] = rows;
  return { now: { snapshot: newest, floor }, rows: rows.filter(({ id }) => id !== null).map(rowOf) };
}

/**
 * The topics that changed for a person in any row committed from the floor on, and the present floor; null if the log
 * lacks the row.
 */
export async function readTopicsSince(
  db: Queryable,
  { floor, row }: { readonly floor: string; readonly row: string },
  personId: string,
): Promise<{ readonly topics: Topic[] | null; readonly floor: string }> {
  const { rows } = await db.query<{ topics: Topic[]; floor: string; is_known: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
       exists (select from live_event where id = $2) as is_known,
       array(select distinct unnest(topics) from live_event
         where people @> array[$3::text] and transaction_id >= $1::xid8) as topics`,
    [floor, row, personId],
  );
  const [found] = rows;
  return { topics: found?.is_known ? found.topics : null, floor: found?.floor ?? '0' };
}

const ON_MAP = `is_on_map and (latitude is null or (latitude between $1::float8 and $2::float8
  and case when $3::float8 <= $4::float8 then longitude between $3 and $4 else longitude >= $3 or longitude <= $4 end))`;
const boundsParams = ({ south, north, west, east }: GeoBounds): number[] => [south, north, west, east];

/** Rows within bounds from the floor on, the newest first; null if the log lacks the row. */
export async function readMapRowsSince(
  db: Queryable,
  { floor, row }: { readonly floor: string; readonly row: string },
  bounds: GeoBounds,
  limit: number,
): Promise<LogRow[] | null> {
  const named = await db.query('select from live_event where id = $1', [row]);
  if (named.rows.length === 0) return null;
  const { rows } = await db.query<EventRow>(
    `select ${COLUMNS} from live_event where ${ON_MAP} and transaction_id >= $5::xid8
     order by number desc limit $6`,
    [...boundsParams(bounds), floor, limit],
  );
  return rows.map(rowOf);
}

/** Rows within bounds of the last seconds, the newest first. */
export async function readLatestMapRows(
  db: Queryable,
  bounds: GeoBounds,
  seconds: number,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await db.query<EventRow>(
    `select ${COLUMNS} from live_event
     where ${ON_MAP} and created_at > now() - make_interval(secs => $5) order by number desc limit $6`,
    [...boundsParams(bounds), seconds, limit],
  );
  return rows.map(rowOf);
}

/**
 * Identifies the server whose transactions the log names. If it is another one than wrote the log (a restored dump, a
 * copy, a promoted standby), the log is emptied first.
 */
export async function claimLog(client: Queryable): Promise<string> {
  const system = await systemOf(client);
  // a subquery sees the row as it was
  await client.query(
    `with claimed as (
       update live_event_log set system = $1 where system is distinct from $1
       returning (select system from live_event_log) as former)
     delete from live_event where exists (select from claimed where former is not null)`,
    [system],
  );
  return system;
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

/** Deletes rows older than a day, but for the newest, which present positions name. */
export async function pruneEvents(db: Queryable): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `delete from live_event where number in (
         select number from live_event
         where created_at < now() - make_interval(hours => ${KEPT_HOURS})
           and number < (select max(number) from live_event)
         limit ${PRUNED_AT_ONCE})`,
    );
    if ((rowCount ?? 0) < PRUNED_AT_ONCE) return;
  }
}

/** Up to where a process has read the log. */
export type LogPosition = {
  /** The oldest transaction that was open then: whatever commits later has this id or a higher one. */
  readonly floor: string;
  /** A row that was read or written by then. */
  readonly row: string;
  readonly atMs: number;
};

/** Positions as clients keep them: they tell nothing of other people's events, their number or order. */
type PositionCipher = {
  seal(position: LogPosition): string;
  /** Null for any other text. */
  open(text: string): LogPosition | null;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** All texts have one length, and the same position a new one each time. Another secret makes them unreadable. */
export function makePositionCipher(secret: string): PositionCipher {
  const key = createHmac('sha256', secret).update('live-positions').digest();
  return {
    seal({ floor, row, atMs }) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const numbers = Buffer.alloc(16);
      numbers.writeBigUInt64BE(BigInt(floor), 0);
      numbers.writeBigUInt64BE(BigInt(Math.round(atMs)), 8);
      const sealed = Buffer.concat([cipher.update(numbers), cipher.update(uuidBytes(row)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== IV_BYTES + TAG_BYTES + 32) return null;
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const clear = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
        return {
          floor: String(clear.readBigUInt64BE(0)),
          atMs: Number(clear.readBigUInt64BE(8)),
          row: uuidOf(clear.subarray(16)),
        };
      } catch {
        return null;
      }
    },
  };
}
