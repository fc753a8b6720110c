import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `system` is the server the events were numbered by: restored on another, their transaction ids mean nothing.
  // `pruned_…` is the last event thrown away: who saw that one, or a later one, has missed nothing.
  await sql`
    alter table live_event_generation
      add system text,
      add pruned_transaction_id xid8 not null default '0',
      add pruned_number bigint not null default 0`.execute(db);
}
