import { type Kysely, sql } from 'kysely';

/** Whether a person's mails and calendars say nothing of food, and when they last switched it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column discreet boolean not null default false,
      add column discreet_set_at timestamptz`.execute(db);
}
