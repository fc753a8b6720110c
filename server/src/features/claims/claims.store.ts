import { type Category, THINGS_PER_SERVING } from '@openlarder/domain/listings/listing-fields.ts';
import { type Insertable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import type { ClaimRow, ClaimTables } from './claims.tables.ts';

const claims = (db: DbOrTx) =>
  db
    .selectFrom('claim')
    .innerJoin('handover', 'handover.id', 'claim.handover_id')
    .selectAll('claim')
    .select([
      'handover.giver_id as donor_id',
      'handover.receiver_id as claimer_id',
      'handover.conversation_id',
      'handover.status',
      'handover.created_at',
      'handover.ended_at',
    ]);

export async function insertClaim(tx: Tx, claim: Insertable<ClaimTables['claim']>): Promise<void> {
  await tx.insertInto('claim').values(claim).execute();
}

/** Sets how many servings of a claim changed hands. */
export async function updateServings(tx: Tx, id: string, servings: number): Promise<void> {
  await tx.updateTable('claim').set({ servings }).where('id', '=', id).execute();
}

/** Notes that what is said of the food of these claims was corrected. */
export async function markCorrected(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('claim')
    .set({ food_corrected_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

export async function selectClaimsByHandover(
  db: DbOrTx,
  handoverIds: readonly string[],
): Promise<ClaimRow[]> {
  if (handoverIds.length === 0) return [];
  return claims(db)
    .where('claim.handover_id', 'in', [...handoverIds])
    .execute();
}

export async function selectOpenClaimOn(
  db: DbOrTx,
  listingId: string,
  claimerId: string,
): Promise<ClaimRow | undefined> {
  return claims(db)
    .where('claim.listing_id', '=', listingId)
    .where('handover.receiver_id', '=', claimerId)
    .where('handover.status', '=', 'open')
    .executeTakeFirst();
}

/** Whether a person has ever claimed a listing, but for this request. */
export async function hasOtherClaimOn(
  db: DbOrTx,
  of: { readonly listingId: string; readonly claimerId: string; readonly requestId: string },
): Promise<boolean> {
  const row = await claims(db)
    .where('claim.listing_id', '=', of.listingId)
    .where('handover.receiver_id', '=', of.claimerId)
    .where('claim.request_id', 'is distinct from', of.requestId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectOpenClaimsOnListing(db: DbOrTx, listingId: string): Promise<ClaimRow[]> {
  return claims(db).where('claim.listing_id', '=', listingId).where('handover.status', '=', 'open').execute();
}

export async function selectOpenClaimsBy(
  db: DbOrTx,
  claimerId: string,
  listingIds: readonly string[],
): Promise<ClaimRow[]> {
  return claims(db)
    .where('handover.receiver_id', '=', claimerId)
    .where('handover.status', '=', 'open')
    .where('claim.listing_id', '=', sql<string>`any(${listingIds}::uuid[])`)
    .execute();
}

export async function selectClaimIdsOn(db: DbOrTx, listingId: string): Promise<string[]> {
  const rows = await db.selectFrom('claim').select('id').where('listing_id', '=', listingId).execute();
  return rows.map(({ id }) => id);
}

export async function selectConversationOfClaim(db: DbOrTx, claimId: string): Promise<string | null> {
  const row = await claims(db).where('claim.id', '=', claimId).executeTakeFirst();
  return row?.conversation_id ?? null;
}

export type ClaimPosition = TimeCursor & { readonly isOpen: boolean };

/** Listings this person has claimed and not released, by their newest claim, newest first, starting after `after`. */
export async function selectClaimedListings(
  db: DbOrTx,
  claimerId: string,
  after: TimeCursor | null,
  limit: number,
): Promise<TimeCursor[]> {
  const { rows } = await sql<TimeCursor>`
    select listing_id as id, max(created_at) as at
    from claim join handover on handover.id = claim.handover_id
    where receiver_id = ${claimerId} and status in ('open', 'completed', 'disputed')
    group by listing_id
    having ${after?.id ?? null}::uuid is null
      or (max(created_at), listing_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
    order by max(created_at) desc, listing_id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** All claims of a person on either side, oldest first, with how each handover went. */
export async function selectAllClaimsOf(db: DbOrTx, personId: string) {
  return claims(db)
    .select([
      'handover.ended_by',
      'handover.release_reason',
      'handover.giver_confirmed_at',
      'handover.receiver_confirmed_at',
      'handover.completed_by',
      'handover.coming_at',
      'handover.agreed_time',
      'handover.disputed_at',
      'handover.disputed_by',
    ])
    .where((is) => is.or([is('handover.giver_id', '=', personId), is('handover.receiver_id', '=', personId)]))
    .orderBy('handover.created_at')
    .orderBy('claim.id')
    .execute();
}

/** The servings that a claim counts as, as `servingsOfThings` has it. */
const COUNTED_SERVINGS = sql<number>`ceil(claim.servings / case counted_as ${sql.join(
  Object.entries(THINGS_PER_SERVING).map(([thing, count]) => sql`when ${thing} then ${count}::float8`),
  sql` `,
)} else 1 end)`;

/** A person's completed pickups by category, and the servings of those that ended since a time. */
export async function selectReceived(db: DbOrTx, personId: string, since: Date) {
  const { rows } = await sql<{ category: Category; pickups: number; servings: number }>`
    select category, count(*)::int as pickups,
      coalesce(sum(${COUNTED_SERVINGS}) filter (where ended_at >= ${since}), 0)::int as servings
    from handover
      join claim on claim.handover_id = handover.id
      join food_listing on food_listing.id = claim.listing_id
    where receiver_id = ${personId} and handover.status = 'completed'
    group by category`.execute(db);
  return rows;
}

/** Totals of what people received since a time: the people, the members of their households, and the servings. */
export async function selectReceivedByAll(db: DbOrTx, since: Date) {
  const { rows } = await sql<{ people: number; heads: number; servings: number }>`
    with received as (
      select receiver_id, sum(${COUNTED_SERVINGS}) as servings
      from handover join claim on claim.handover_id = handover.id
        join food_listing on food_listing.id = claim.listing_id
      where handover.status = 'completed' and ended_at >= ${since}
      group by receiver_id
    )
    select count(*)::int as people, coalesce(sum(coalesce(household_size, 1)), 0)::int as heads,
      coalesce(sum(servings), 0)::int as servings
    from received join person on person.id = received.receiver_id`.execute(db);
  return rows[0] ?? { people: 0, heads: 0, servings: 0 };
}
