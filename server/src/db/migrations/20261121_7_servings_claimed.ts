import { type Kysely, sql } from 'kysely';

/**
 * A listing's row counts the servings held by open claims, so its status follows from the row alone, under
 * one lock, and a constraint enforces that `claimed` means none left and a claim open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table food_listing
      add column servings_claimed integer not null default 0,
      add constraint food_listing_claimed_servings
        check (servings_claimed >= 0 and servings_left + servings_claimed <= estimated_servings),
      add constraint food_listing_claimed_status
        check ((status = 'claimed') = (servings_left = 0 and servings_claimed > 0))`.execute(db);
}
