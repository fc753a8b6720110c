import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

/** A person's completed pickups by category, and the servings of those that ended since a time. */
export async function selectReceived(
  db: DbOrTx,
  personId: string,
  since: Date,
): Promise<{ category: Category; pickups: number; servings: number }[]> {
  const { rows } = await sql<{ category: Category; pickups: number; servings: number }>`
    select category, count(*)::int as pickups,
      coalesce(sum(servings) filter (where ended_at >= ${since}), 0)::int as servings
    from handover
      join claim on claim.handover_id = handover.id
      join food_listing on food_listing.id = claim.listing_id
    where receiver_id = ${personId} and handover.status = 'completed'
    group by category`.execute(db);
  return rows;
}

/** What people received since a time in all: how many people, how many they cook for, and the servings. */
export async function selectReceivedByAll(
  db: DbOrTx,
  since: Date,
): Promise<{ people: number; heads: number; servings: number }> {
  const { rows } = await sql<{ people: number; heads: number; servings: number }>`
    with received as (
      select receiver_id, sum(servings) as servings
      from handover join claim on claim.handover_id = handover.id
      where handover.status = 'completed' and ended_at >= ${since}
      group by receiver_id
    )
    select count(*)::int as people, coalesce(sum(coalesce(household_size, 1)), 0)::int as heads,
      coalesce(sum(servings), 0)::int as servings
    from received join person on person.id = received.receiver_id`.execute(db);
  return rows[0] ?? { people: 0, heads: 0, servings: 0 };
}
