import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

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

/** Each returns how many rows it added, changed or deleted. */
export const rebuildTotals = (tx: Tx): Promise<number> =>
  countOf(
    tx,
    sql`
    with right_one as (
      select person_id, sum(points)::int as points, sum(given)::int as given, max(earned_at) as reached_at
      from point_entry group by person_id
    ), gone as (
      delete from point_total as held
      where not exists (select from right_one where right_one.person_id = held.person_id) returning 1
    ), put as (
      insert into point_total (person_id, points, given, reached_at) select * from right_one
      on conflict (person_id) do update set points = excluded.points, given = excluded.given, reached_at = excluded.reached_at
        where (point_total.points, point_total.given, point_total.reached_at)
          is distinct from (excluded.points, excluded.given, excluded.reached_at)
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`,
  );

export const rebuildMonths = (tx: Tx): Promise<number> =>
  countOf(
    tx,
    sql`
    with right_one as (
      select month, person_id, sum(points)::int as points, sum(given)::int as given, max(earned_at) as reached_at
      from point_entry group by month, person_id
    ), gone as (
      delete from point_month as held
      where not exists (
        select from right_one where right_one.month = held.month and right_one.person_id = held.person_id)
      returning 1
    ), put as (
      insert into point_month (month, person_id, points, given, reached_at) select * from right_one
      on conflict (month, person_id) do update set points = excluded.points, given = excluded.given, reached_at = excluded.reached_at
        where (point_month.points, point_month.given, point_month.reached_at)
          is distinct from (excluded.points, excluded.given, excluded.reached_at)
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`,
  );

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
