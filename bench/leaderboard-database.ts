// Databases with the points of so many people, loaded by SQL: a ledger over two years, its sums and its histogram.
import { migrate } from '../server/src/db/migrate.ts';
import { openPool } from '../server/src/platform/postgres/database.ts';

const MONTHS = 24;
/** Recipients start hidden; one in ten has chosen to be shown. */
const SHOWN_RECIPIENTS = 0.1;

type Connection = Parameters<typeof openPool>[0];

export type LeaderboardDatabase = {
  readonly pool: ReturnType<typeof openPool>;
  /** People at the top, in the middle and at the end of the board. */
  readonly viewerIds: readonly string[];
  /** Time taken to fill. */
  readonly seconds: number;
};

/**
 * Creates the database `name` in the cluster at `connection`, migrated and filled with `people`, each with `rows`
 * entries.
 */
export async function makeLeaderboardDatabase(
  connection: Connection,
  name: string,
  people: number,
  rows: number,
): Promise<LeaderboardDatabase> {
  const startedMs = performance.now();
  const unhurried = { statement_timeout: 0, query_timeout: 0, max: 1 };
  const admin = openPool({ ...connection, ...unhurried });
  await admin.query(`create database ${name}`);
  await admin.end();
  const pool = openPool({ ...connection, database: name, ...unhurried });
  await migrate(pool);
  await pool.query('select setseed(0.42)');
  await pool.query(`
    insert into person (id, email, name, first_name, last_name, user_type, leaderboard_visible, created_at, updated_at)
    select gen_random_uuid(), 'person-' || nth || '@example.org', 'Ada Okafor', 'Ada', 'Okafor', type,
      type <> 'recipient' or random() < ${SHOWN_RECIPIENTS}, now(), now()
    from (
      select nth, case when random() < 0.45 then 'donor' when random() < 0.1 then 'volunteer' else 'recipient' end as type
      from generate_series(1, ${people}) as nth
    ) as drawn`);
  // Keys and indexes of the ledger would take most of the time; boards read none of them.
  await pool.query(`alter table point_entry
    drop constraint point_entry_person_id_cause_subject_id_key, drop constraint point_entry_person_id_fkey`);
  await pool.query('drop index point_entry_subject');
  await pool.query(`
    insert into point_entry (id, person_id, cause, subject_id, points, given, month, earned_at, booked_at)
    select gen_random_uuid(), id, 'given', gen_random_uuid(), points, case when points > 5 then points else 0 end,
      date_trunc('month', at)::date, at, at
    from (
      select person.id, (array[5, 5, 5, 21, 22, 24, 28, 50])[1 + floor(random() * 8)::int] as points,
        date_trunc('month', now()) - floor(random() * ${MONTHS}) * interval '1 month' + random() * interval '1 day' as at
      from person, generate_series(1, ${rows})
    ) as drawn`);
  for (const table of ['point_total', 'point_month'])
    await pool.query(`alter table ${table} disable trigger user`);
  const shown = 'leaderboard_visible and closed_at is null';
  await pool.query(`
    insert into point_total (person_id, points, given, reached_at, user_type, is_shown)
    select person_id, points, given, reached_at, user_type, ${shown}
    from (select person_id, sum(points) as points, sum(given) as given, max(earned_at) as reached_at from point_entry group by person_id) as sums
    join person on person.id = person_id`);
  await pool.query(`
    insert into point_month (month, person_id, points, given, reached_at, user_type, is_shown)
    select month, person_id, points, given, reached_at, user_type, ${shown}
    from (
      select month, person_id, sum(points) as points, sum(given) as given, max(earned_at) as reached_at
      from point_entry group by month, person_id
    ) as sums join person on person.id = person_id`);
  await pool.query(`
    insert into point_histogram (board, points, people)
    select board, points, count(*) from (
      select 'all' as board, points from point_total where is_shown and given > 0
      union all select to_char(month, 'YYYY-MM'), points from point_month where is_shown and given > 0
    ) as sums group by board, points`);
  await pool.query('vacuum analyze');
  const { rows: viewers } = await pool.query<{ person_id: string }>(`
    select person_id from (
      select person_id, row_number() over (order by points desc) as nth, count(*) over () as all
      from point_month where month = date_trunc('month', now())::date and is_shown and given > 0
    ) as ranked where nth in (1, "all" / 2, "all") order by nth`);
  return {
    pool,
    viewerIds: viewers.map(({ person_id }) => person_id),
    seconds: (performance.now() - startedMs) / 1000,
  };
}
