import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

/* Claims for a request for food do not count to limits: a person in need does not lose later claims. */

const countedClaims = (db: DbOrTx, claimerId: string) =>
  db
    .selectFrom('claim')
    .innerJoin('handover', 'handover.id', 'claim.handover_id')
    .where('handover.receiver_id', '=', claimerId)
    .where('claim.request_id', 'is', null);

export async function countOpenClaims(db: DbOrTx, claimerId: string): Promise<number> {
  const { count } = await countedClaims(db, claimerId)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('handover.status', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * When this person made claims after `since`, newest first, without those that the giver released for a reason of their
 * own, or they themself after a correction of the food.
 */
export async function selectClaimTimes(
  db: DbOrTx,
  claimerId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await countedClaims(db, claimerId)
    .select('handover.created_at')
    .where('handover.created_at', '>', since)
    .where((is) =>
      is.or([
        is('handover.status', '!=', 'released'),
        is.and([is('handover.ended_by', '=', 'receiver'), is('claim.food_corrected_at', 'is', null)]),
        is('handover.release_reason', 'in', ['no_answer', 'stopped_waiting']),
      ]),
    )
    .orderBy('handover.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** The claims of this person after `since` that took shared-out bulk food and kept it, oldest first. */
export async function selectBulkClaims(db: DbOrTx, claimerId: string, since: Date) {
  return countedClaims(db, claimerId)
    .innerJoin('food_listing', 'food_listing.id', 'claim.listing_id')
    .select(['claim.servings', 'food_listing.counted_as', 'handover.created_at'])
    .where('claim.is_shared_out', '=', true)
    .where('handover.created_at', '>', since)
    .where('handover.status', 'in', ['open', 'completed', 'disputed'])
    .orderBy('handover.created_at')
    .execute();
}

/** A missed pickup that the claimer has not disputed. */
export type NoShowRow = {
  readonly giver_id: string;
  readonly conversation_id: string;
  readonly created_at: Date;
  readonly ended_at: Date;
  readonly agreed_at: Date | null;
  readonly place_is_public: boolean;
};

/** The undisputed no-shows of this person that ended after `since`. */
export async function selectNoShows(db: DbOrTx, claimerId: string, since: Date): Promise<NoShowRow[]> {
  const { rows } = await sql<NoShowRow>`
    select missed.giver_id, missed.conversation_id, missed.created_at, missed.ended_at, missed.agreed_at,
      listing.place_is_public
    from claim join handover as missed on missed.id = claim.handover_id
      join food_listing as listing on listing.id = claim.listing_id
    where missed.receiver_id = ${claimerId} and claim.request_id is null
      and missed.status = 'no_show' and missed.ended_at > ${since} and missed.disputed_at is null`.execute(
    db,
  );
  return rows;
}
