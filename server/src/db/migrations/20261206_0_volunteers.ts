import { type Kysely, sql } from 'kysely';

/** When, where and how someone can help. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_offer (
      person_id uuid primary key references person on delete cascade,
      days text[] not null,
      times text[] not null,
      area text not null,
      transport text[] not null,
      answered_at timestamptz not null
    )`.execute(db);
}
