import { OBJECTION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

/** An open claim whose time may be over; its key, and its place in the order in which they are read. */
export type DueClaim = { readonly id: string; readonly listing_id: string; readonly created_at: Date };

/**
 * Open claims that end by themselves now, oldest first; those behind `after`. It says in SQL what `settlementOf` says
 * of one claim. Whatever is due was claimed at least as long ago, which is what the index knows.
 */
export async function selectDueClaims(
  db: DbOrTx,
  now: Date,
  after: DueClaim | null,
  limit: number,
): Promise<DueClaim[]> {
  const { rows } = await sql<DueClaim>`
    with bound as (select ${now}::timestamptz - make_interval(hours => ${OBJECTION_HOURS}::int) as at)
    select claim.id, claim.listing_id, claim.created_at
    from bound cross join claim join food_listing as listing on listing.id = claim.listing_id
    where claim.status = 'open' and claim.created_at <= bound.at
      and coalesce(claim.donor_confirmed_at, claim.claimer_confirmed_at, listing.available_until) <= bound.at
      and (${after?.id ?? null}::uuid is null
        or (claim.created_at, claim.id) > (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by claim.created_at, claim.id
    limit ${limit}`.execute(db);
  return rows;
}
