import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { PointCause } from '@openlarder/domain/recognition/points.ts';

export type NewEntry = {
  readonly id: string;
  readonly personId: string;
  readonly cause: PointCause;
  readonly subjectId: string;
  readonly points: number;
  /** As much of them as giving earned. */
  readonly given: number;
  /** The first day of the month it counts in. */
  readonly month: string;
  readonly earnedAt: Date;
  readonly bookedAt: Date;
  readonly reversesId: string | null;
};

/**
 * Locks these people, in the order of their ids, until the transaction ends: their points are counted one change after
 * the other. Returns those whose account is open.
 */
export async function lockPeople(tx: Tx, personIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select id, closed_at is null as is_open from person where id = any(${[...personIds]}::uuid[])
    order by id for no key update`.execute(tx);
  return new Set(rows.flatMap(({ id, is_open }) => (is_open ? [id] : [])));
}

/**
 * Adds rows to the ledger, and to its totals, months and the histogram. Existing rows are skipped. The people are
 * locked; the rows of the histogram, which all people share, are locked in one order.
 */
export async function bookEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    with entry as (
      insert into point_entry
        (id, person_id, cause, subject_id, points, given, month, earned_at, booked_at, reverses_id)
      select * from unnest(
        ${entries.map(({ id }) => id)}::uuid[],
        ${entries.map(({ personId }) => personId)}::uuid[],
        ${entries.map(({ cause }) => cause)}::text[],
        ${entries.map(({ subjectId }) => subjectId)}::uuid[],
        ${entries.map(({ points }) => points)}::int[],
        ${entries.map(({ given }) => given)}::int[],
        ${entries.map(({ month }) => month)}::date[],
        ${entries.map(({ earnedAt }) => earnedAt)}::timestamptz[],
        ${entries.map(({ bookedAt }) => bookedAt)}::timestamptz[],
        ${entries.map(({ reversesId }) => reversesId)}::uuid[]
      )
      on conflict do nothing
      returning person_id, points, given, month, earned_at
    ), total as (
      insert into point_total (person_id, points, given, reached_at)
      select person_id, sum(points), sum(given), max(earned_at) from entry group by person_id order by person_id
      on conflict (person_id) do update set points = point_total.points + excluded.points,
        given = point_total.given + excluded.given,
        reached_at = greatest(point_total.reached_at, excluded.reached_at)
      returning person_id, points, given
    ), in_month as (
      insert into point_month (month, person_id, points, given, reached_at)
      select month, person_id, sum(points), sum(given), max(earned_at) from entry group by month, person_id
      order by month, person_id
      on conflict (month, person_id) do update set points = point_month.points + excluded.points,
        given = point_month.given + excluded.given,
        reached_at = greatest(point_month.reached_at, excluded.reached_at)
      returning month, person_id, points, given
    ), moved as (
      select 'all' as board, total.person_id, total.points, total.given,
        total.points - sum(entry.points) as points_before, total.given - sum(entry.given) as given_before
      from total join entry using (person_id) group by total.person_id, total.points, total.given
      union all
      select to_char(in_month.month, 'YYYY-MM'), in_month.person_id, in_month.points, in_month.given,
        in_month.points - sum(entry.points), in_month.given - sum(entry.given)
      from in_month join entry using (month, person_id)
      group by in_month.month, in_month.person_id, in_month.points, in_month.given
    ), step as (
      select moved.board, at.points::int, sum(at.people)::int as people
      from moved
      join person on person.id = moved.person_id and person.leaderboard_visible and person.closed_at is null
      cross join lateral (
        values (moved.points, moved.given, 1), (moved.points_before, moved.given_before, -1)
      ) as at(points, given, people)
      where at.points > 0 and at.given > 0
      group by moved.board, at.points
      having sum(at.people) <> 0
    )
    insert into point_histogram (board, points, people)
    select board, points, people from step order by board, points
    on conflict (board, points) do update set people = point_histogram.people + excluded.people`.execute(tx);
}

/** Adds a locked person to the histogram, or removes them. */
export async function showInHistogram(tx: Tx, personId: string, isShown: boolean): Promise<void> {
  await sql`
    insert into point_histogram (board, points, people)
    select board, points, ${isShown ? 1 : -1}::int from (
      select 'all' as board, points, given from point_total where person_id = ${personId}
      union all
      select to_char(month, 'YYYY-MM'), points, given from point_month where person_id = ${personId}
    ) as held
    where points > 0 and given > 0 order by board, points
    on conflict (board, points) do update set people = point_histogram.people + excluded.people`.execute(tx);
}

export type UnreversedEntry = Pick<NewEntry, 'id' | 'personId' | 'points' | 'given' | 'month'>;

/** The entries of a handover that were not reversed. */
export async function selectUnreversedEntries(db: DbOrTx, subjectId: string): Promise<UnreversedEntry[]> {
  const { rows } = await sql<UnreversedEntry>`
    select id, person_id as "personId", points, given, month::text from point_entry as entry
    where subject_id = ${subjectId} and reverses_id is null
      and not exists (select from point_entry as reversal where reversal.reverses_id = entry.id)
    order by id`.execute(db);
  return rows;
}

/** Blocks all other bookings, and changes of people on boards, until the transaction ends. */
export async function lockLedger(tx: Tx): Promise<void> {
  // the ledger first, in the lock order of bookings
  await sql`lock table point_entry in share row exclusive mode`.execute(tx);
  await sql`lock table point_histogram in share row exclusive mode`.execute(tx);
}

async function countOf(tx: Tx, query: RawBuilder<{ changed: number }>): Promise<number> {
  const { rows } = await query.execute(tx);
  return rows[0]?.changed ?? 0;
}

/** Sums up the ledger by these keys; returns how many rows it added, changed or deleted. */
function rebuildSums(tx: Tx, table: 'point_total' | 'point_month', keys: readonly string[]): Promise<number> {
  const [sums, by] = [sql.table(table), sql.raw(keys.join())];
  const isSame = sql.raw(keys.map((key) => `right_one.${key} = held.${key}`).join(' and '));
  return countOf(
    tx,
    sql`
    with right_one as (
      select ${by}, sum(points)::int as points, sum(given)::int as given, max(earned_at) as reached_at
      from point_entry group by ${by}
    ), gone as (
      delete from ${sums} as held where not exists (select from right_one where ${isSame}) returning 1
    ), put as (
      insert into ${sums} as held (${by}, points, given, reached_at) select * from right_one
      on conflict (${by}) do update set points = excluded.points, given = excluded.given, reached_at = excluded.reached_at
        where (held.points, held.given, held.reached_at) is distinct from (excluded.points, excluded.given, excluded.reached_at)
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`,
  );
}
export const rebuildTotals = (tx: Tx): Promise<number> => rebuildSums(tx, 'point_total', ['person_id']);
export const rebuildMonths = (tx: Tx): Promise<number> =>
  rebuildSums(tx, 'point_month', ['month', 'person_id']);

/** Rebuilds the histogram from the totals and months; rows with 0 people count as absent. */
export const rebuildHistogram = (tx: Tx): Promise<number> =>
  countOf(
    tx,
    sql`
    with held as (
      select 'all' as board, person_id, points, given from point_total
      union all
      select to_char(month, 'YYYY-MM'), person_id, points, given from point_month
    ), right_one as (
      select held.board, held.points, count(*)::int as people
      from held
      join person on person.id = held.person_id and person.leaderboard_visible and person.closed_at is null
      where held.points > 0 and held.given > 0
      group by held.board, held.points
    ), gone as (
      delete from point_histogram as held
      where held.people <> 0 and not exists (
        select from right_one where right_one.board = held.board and right_one.points = held.points)
      returning 1
    ), put as (
      insert into point_histogram (board, points, people) select * from right_one
      on conflict (board, points) do update set people = excluded.people
        where point_histogram.people <> excluded.people
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`,
  );
