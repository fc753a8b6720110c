import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Readers take events ordered by (transaction, number), below the oldest running transaction.
  await sql`
    create table live_event (
      number bigint generated always as identity primary key,
      transaction_id xid8 not null default pg_current_xact_id(),
      kind text not null,
      payload jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index live_event_order on live_event (transaction_id, number)`.execute(db);
  await sql`create index live_event_age on live_event (created_at)`.execute(db);
  // A new generation tells readers that their positions in the log are void.
  await sql`create table live_event_generation (generation uuid primary key default gen_random_uuid())`.execute(
    db,
  );
  await sql`insert into live_event_generation default values`.execute(db);
  await sql`
    create table idempotency_key (
      person_id uuid not null,
      endpoint text not null,
      key text not null,
      body_hash text not null,
      result jsonb not null default 'null',
      created_at timestamptz not null,
      primary key (person_id, endpoint, key)
    )`.execute(db);
  await sql`create index idempotency_key_age on idempotency_key (created_at)`.execute(db);
  // Whether this database holds the demo community, and whether seeding it finished.
  await sql`create table demo_community (state text not null check (state in ('begun', 'done')), created_at timestamptz not null)`.execute(
    db,
  );
}
