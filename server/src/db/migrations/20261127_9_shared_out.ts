import { type Kysely, sql } from 'kysely';

/**
 * A claim says whether its servings counted to the daily share of bulk food when they were taken: its listing may change.
 * Claims from before are judged by their listing of today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claim add column is_shared_out boolean not null default false`.execute(db);
  await sql`
    update claim set is_shared_out = true
    from food_listing as listing, handover
    where listing.id = claim.listing_id and handover.id = claim.handover_id and claim.request_id is null
      and listing.is_bulk and not listing.may_go_to_one
      and handover.created_at < listing.offered_until - interval '2 hours'`.execute(db);
}
