import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feed (
      person_id uuid primary key references person on delete cascade,
      id uuid not null unique,
      created_at timestamptz not null
    )`.execute(db);
}
