import { type Kysely, sql } from 'kysely';

/** Kind of date, allergens and diets, place of a listing; a use-by date ends an offer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table food_listing
      add column date_kind text not null default 'best_before' check (date_kind in ('best_before', 'use_by')),
      add column allergens text[],
      add column diets text[] not null default '{}',
      add column place_is_public boolean not null default false`.execute(db);
  await sql`alter table food_listing drop column offered_until`.execute(db);
  await sql`
    alter table food_listing
      add column offered_until timestamptz not null generated always as
        (least(available_until, expiry_date, case when date_kind = 'use_by' then best_by_date end)) stored`.execute(
    db,
  );
  await sql`create index food_listing_offered on food_listing (offered_until) where status = 'posted'`.execute(
    db,
  );
  await sql`alter table listing_photo add column caption text not null default ''`.execute(db);
}
