import { type Kysely, sql } from 'kysely';

/** How often each scheduled task has run, for its watch, and when last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_task (
      name text primary key,
      runs bigint not null,
      last_run_at timestamptz not null
    )`.execute(db);
  // times of the library's scheduler, which is not used anymore; the schema is missing in a new database
  await sql`
    do $$ begin
      if to_regclass('graphile_worker._private_known_crontabs') is not null then
        delete from graphile_worker._private_known_crontabs;
      end if;
    end $$`.execute(db);
}
