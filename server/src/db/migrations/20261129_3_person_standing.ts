import { type Kysely, sql } from 'kysely';

/**
 * What others see of how a person shares, renewed each night, and which lines of it the person shows. A person without a
 * row has nothing to show.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_standing (
      person_id uuid primary key references person (id) on delete cascade,
      shares_step text check (shares_step in ('often', 'very_often', 'all_the_time')),
      replies_same_day boolean not null,
      day date not null
    )`.execute(db);
  await sql`
    alter table person
      add column shows_sharing boolean not null default true,
      add column shows_replies boolean not null default true,
      add column shows_verified boolean not null default true`.execute(db);
  // the last questions about somebody's food
  await sql`
    create index conversation_about_food on conversation (host_id, created_at desc)
    where listing_id is not null`.execute(db);
}
