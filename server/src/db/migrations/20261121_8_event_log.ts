import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `system` is the database cluster that numbered the events: restored into another, their transaction ids
  // mean nothing.
  // `pruned_…` is the last deleted event: a reader that has seen it, or a later one, has missed nothing.
  await sql`
    alter table live_event_generation
      add system text,
      add pruned_transaction_id xid8 not null default '0',
      add pruned_number bigint not null default 0`.execute(db);
}
