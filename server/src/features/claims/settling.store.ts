import { OBJECTION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { ClaimKey } from './claim-locks.ts';
import type { DuePage } from './due-claims.ts';

/**
 * Open claims that end by themselves at `now`. It says in SQL what `settlementOf` says of one claim. Whatever is due
 * was claimed at least as long ago, which is what the index knows.
 */
export async function selectDueClaims(db: DbOrTx, now: Date, { after, limit }: DuePage): Promise<ClaimKey[]> {
  const { rows } = await sql<ClaimKey>`
    with bound as (select ${now}::timestamptz - make_interval(hours => ${OBJECTION_HOURS}::int) as at)
    select claim.id, claim.listing_id, claim.request_id
    from bound cross join claim join food_listing as listing on listing.id = claim.listing_id
    where claim.status = 'open' and (${after}::uuid is null or claim.id > ${after})
      and claim.created_at <= bound.at
      and coalesce(claim.donor_confirmed_at, claim.claimer_confirmed_at, listing.available_until) <= bound.at
    order by claim.id limit ${limit}`.execute(db);
  return rows;
}
