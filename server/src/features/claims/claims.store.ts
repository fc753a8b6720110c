import { type ClaimSide, type ClaimStatus, DISPUTE_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import type { ClaimTables } from './claims.tables.ts';

export type ClaimRow = Selectable<ClaimTables['claim']>;

/** Undefined if this person has an open claim on the listing already. */
export async function insertClaim(
  tx: Tx,
  claim: Insertable<ClaimTables['claim']>,
): Promise<ClaimRow | undefined> {
  return tx
    .insertInto('claim')
    .values(claim)
    .onConflict((conflict) =>
      conflict.columns(['listing_id', 'claimer_id']).where('status', '=', 'open').doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The claim, if the person is one of its two people. */
export async function selectOwnClaim(
  db: DbOrTx,
  id: string,
  personId: string,
): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('donor_id', '=', personId), is('claimer_id', '=', personId)]))
    .executeTakeFirst();
}

/** What a claim is found by before it is locked; none of it ever changes. */
export type ClaimKey = Pick<ClaimRow, 'id' | 'listing_id' | 'request_id'>;
const KEY = ['id', 'listing_id', 'request_id'] as const;

export async function selectClaimKey(db: DbOrTx, id: string): Promise<ClaimKey | undefined> {
  return db.selectFrom('claim').select(KEY).where('id', '=', id).executeTakeFirst();
}

/** Locks the claim until the transaction ends. Its request and its listing must be locked before. */
export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow> {
  return tx.selectFrom('claim').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function selectOpenClaimOn(
  db: DbOrTx,
  listingId: string,
  claimerId: string,
): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('claimer_id', '=', claimerId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** All open claims on a listing. */
export async function selectOpenClaimsOnListing(db: DbOrTx, listingId: string): Promise<ClaimRow[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('status', '=', 'open')
    .execute();
}

/** The ids of all claims on a listing, open and ended. */
export async function selectClaimIdsOn(db: DbOrTx, listingId: string): Promise<string[]> {
  const rows = await db.selectFrom('claim').select('id').where('listing_id', '=', listingId).execute();
  return rows.map(({ id }) => id);
}

export async function selectConversationOfClaim(db: DbOrTx, claimId: string): Promise<string | null> {
  const row = await db
    .selectFrom('claim')
    .select('conversation_id')
    .where('id', '=', claimId)
    .executeTakeFirst();
  return row?.conversation_id ?? null;
}

/** The conversation's open claim, or else its latest. */
export async function selectLatestClaimIn(db: DbOrTx, conversationId: string): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy(sql`status = 'open'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The position in a list of claims. */
export type ClaimPosition = TimeCursor & { readonly isOpen: boolean };

/** Open ones first, then the newest, starting after `after`. */
export async function selectClaimsOf(
  db: DbOrTx,
  side: 'donor_id' | 'claimer_id',
  personId: string,
  after: ClaimPosition | null,
  limit: number,
): Promise<ClaimRow[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where(side, '=', personId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(status = 'open', created_at, id)
          < (${after?.isOpen ?? null}::boolean, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy(sql`status = 'open'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends an open claim that the transaction has locked. */
export async function endClaim(
  tx: Tx,
  id: string,
  columns: Updateable<ClaimTables['claim']> & { status: Exclude<ClaimStatus, 'open'>; ended_at: Date },
): Promise<ClaimRow> {
  return tx
    .updateTable('claim')
    .set(columns)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a dispute of an ended claim: a completed one becomes disputed, a no-show stays one. */
export async function disputeClaim(tx: Tx, id: string, side: ClaimSide, now: Date): Promise<ClaimRow> {
  return tx
    .updateTable('claim')
    .set({
      status: sql<ClaimStatus>`case status when 'completed' then 'disputed' else status end`,
      disputed_at: now,
      disputed_by: side,
    })
    .where('id', '=', id)
    .where('status', 'in', ['completed', 'no_show'])
    .where('disputed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores that the claimer is coming. */
export async function setComing(tx: Tx, id: string, now: Date): Promise<ClaimRow> {
  return tx
    .updateTable('claim')
    .set({ coming_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores which sides have confirmed the handover; earlier confirmations keep their time. */
export async function confirmHandover(
  tx: Tx,
  id: string,
  by: { readonly donor: boolean; readonly claimer: boolean },
  now: Date,
): Promise<ClaimRow> {
  return tx
    .updateTable('claim')
    .set({
      ...(by.donor && { donor_confirmed_at: sql<Date>`coalesce(donor_confirmed_at, ${now})` }),
      ...(by.claimer && { claimer_confirmed_at: sql<Date>`coalesce(claimer_confirmed_at, ${now})` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('claim')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Listings this person has claimed and not released, by their newest claim, newest first, starting after `after`. */
export async function selectClaimedListings(
  db: DbOrTx,
  claimerId: string,
  after: TimeCursor | null,
  limit: number,
): Promise<TimeCursor[]> {
  const { rows } = await sql<TimeCursor>`
    select listing_id as id, max(created_at) as at from claim
    where claimer_id = ${claimerId} and status in ('open', 'completed', 'disputed')
    group by listing_id
    having ${after?.id ?? null}::uuid is null
      or (max(created_at), listing_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
    order by max(created_at) desc, listing_id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The open claims of a person on either side, by listing. */
export async function selectOpenClaimsOf(db: DbOrTx, personId: string): Promise<ClaimKey[]> {
  return db
    .selectFrom('claim')
    .select(KEY)
    .where((is) => is.or([is('donor_id', '=', personId), is('claimer_id', '=', personId)]))
    .where('status', '=', 'open')
    .orderBy('listing_id')
    .orderBy('id')
    .execute();
}

/** The open claims between two people, in both directions, by listing. */
export async function selectOpenClaimsBetween(db: DbOrTx, a: string, b: string): Promise<ClaimKey[]> {
  return db
    .selectFrom('claim')
    .select(KEY)
    .where('donor_id', 'in', [a, b])
    .where('claimer_id', 'in', [a, b])
    .where('status', '=', 'open')
    .orderBy('listing_id')
    .orderBy('id')
    .execute();
}

/** All claims of a person on either side, oldest first. */
export async function selectAllClaimsOf(db: DbOrTx, personId: string): Promise<ClaimRow[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where((is) => is.or([is('donor_id', '=', personId), is('claimer_id', '=', personId)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Open claims that end by themselves at `now`: `automaticClaimEnd` in SQL. Every due claim is at least as old as the
 * bound, which the index uses.
 */
export async function selectDueClaims(db: DbOrTx, now: Date, { after, limit }: DuePage): Promise<ClaimKey[]> {
  const { rows } = await sql<ClaimKey>`
    with bound as (select ${now}::timestamptz - make_interval(hours => ${DISPUTE_HOURS}::int) as at)
    select claim.id, claim.listing_id, claim.request_id
    from bound cross join claim join food_listing as listing on listing.id = claim.listing_id
    where claim.status = 'open' and (${after}::uuid is null or claim.id > ${after})
      and claim.created_at <= bound.at
      and coalesce(claim.donor_confirmed_at, claim.claimer_confirmed_at, listing.available_until) <= bound.at
    order by claim.id limit ${limit}`.execute(db);
  return rows;
}
