import { type Kysely, sql } from 'kysely';

/**
 * What the card provider says of a donation is fetched, possibly by several processes concurrently. Fetches are numbered when they begin;
 * the result of one is written only if none that began later has been.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table donation
      add column fetches_begun integer not null default 0,
      add column fetch_written integer not null default 0`.execute(db);
  // what the nightly reconciliation looks at
  await sql`create index donation_by_time on donation (created_at) where not is_demo`.execute(db);
  // the provider's events that have been handled, by its ids
  await sql`
    create table payment_event (
      id text primary key,
      received_at timestamptz not null
    )`.execute(db);
}
