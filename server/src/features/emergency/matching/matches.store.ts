import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import type { MatchStatus } from '@openlarder/domain/emergency/request-states.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { EmergencyTables } from '../emergency.tables.ts';

/** A match, with the claim that carries its handover if a listing was given; the confirmations are the claim's then. */
export type MatchRow = Selectable<EmergencyTables['emergency_match']> & {
  readonly claim_id: string | null;
  readonly listing_id: string | null;
};

const matches = (db: DbOrTx) =>
  db
    .selectFrom('emergency_match as match')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('claim')
          .select(['id', 'listing_id', 'claimer_confirmed_at', 'donor_confirmed_at'])
          .whereRef('claim.request_id', '=', 'match.request_id')
          .whereRef('claim.conversation_id', '=', 'match.conversation_id')
          .whereRef('claim.created_at', '>=', 'match.created_at')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('given'),
      (on) => on.onTrue(),
    )
    .select([
      'match.id',
      'match.request_id',
      'match.helper_id',
      'match.conversation_id',
      'match.status',
      'match.code',
      'match.code_tries',
      'match.created_at',
      'match.ended_at',
      'match.ended_by',
      'match.release_reason',
      'given.id as claim_id',
      'given.listing_id',
    ])
    .select((row) => [
      row.fn
        .coalesce('match.requester_confirmed_at', 'given.claimer_confirmed_at')
        .as('requester_confirmed_at'),
      row.fn.coalesce('match.helper_confirmed_at', 'given.donor_confirmed_at').as('helper_confirmed_at'),
    ]);

export async function insertMatch(
  tx: Tx,
  match: Insertable<EmergencyTables['emergency_match']>,
): Promise<void> {
  await tx.insertInto('emergency_match').values(match).execute();
}

/** The open match of a request. Stable while the request is locked. */
export async function selectOpenMatch(db: DbOrTx, requestId: string): Promise<MatchRow | undefined> {
  return matches(db)
    .where('match.request_id', '=', requestId)
    .where('match.status', '=', 'open')
    .executeTakeFirst();
}

/** The open or fulfilled match of each request, by request id. */
export async function selectShownMatches(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, MatchRow>> {
  if (requestIds.length === 0) return new Map();
  const rows = await matches(db)
    .where('match.request_id', 'in', [...requestIds])
    .where('match.status', 'in', ['open', 'fulfilled'])
    .execute();
  return new Map(rows.map((row) => [row.request_id, row]));
}

/** The requests that this person helps or has helped with, by their newest match. */
export async function selectHelpedBy(db: DbOrTx, helperId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .select('request_id')
    .where('helper_id', '=', helperId)
    .where('status', 'in', ['open', 'fulfilled'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.request_id);
}

/** Whether this person was ever the helper of a request. */
export async function hasEverHelped(db: DbOrTx, requestId: string, helperId: string): Promise<boolean> {
  const row = await db
    .selectFrom('emergency_match')
    .select('id')
    .where('request_id', '=', requestId)
    .where('helper_id', '=', helperId)
    .executeTakeFirst();
  return row !== undefined;
}

/** When this person matched requests after `since`, newest first, including released ones. */
export async function selectMatchTimes(
  db: DbOrTx,
  helperId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .select('created_at')
    .where('helper_id', '=', helperId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** Ends an open match whose request the transaction has locked. */
export async function endMatch(
  tx: Tx,
  id: string,
  columns: {
    readonly status: Exclude<MatchStatus, 'open'>;
    readonly ended_at: Date;
    readonly ended_by: 'requester' | 'helper' | null;
    readonly release_reason?: MatchReleaseReason | null;
  },
): Promise<void> {
  await tx
    .updateTable('emergency_match')
    .set(columns)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Stores which sides have confirmed the handover; earlier confirmations keep their time. */
export async function confirmMatch(
  tx: Tx,
  id: string,
  by: { readonly requester: boolean; readonly helper: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('emergency_match')
    .set({
      ...(by.requester && { requester_confirmed_at: sql<Date>`coalesce(requester_confirmed_at, ${now})` }),
      ...(by.helper && { helper_confirmed_at: sql<Date>`coalesce(helper_confirmed_at, ${now})` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('emergency_match')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Whether a conversation has an open match. */
export async function isMatchedIn(db: DbOrTx, conversationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('emergency_match')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** The requests with an open match of this helper, in lock order. */
export async function selectOpenHelpOf(db: DbOrTx, helperId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .select('request_id')
    .where('helper_id', '=', helperId)
    .where('status', '=', 'open')
    .orderBy('request_id')
    .execute();
  return rows.map((row) => row.request_id);
}

/** The requests of one of these two that the other helps with now, in lock order. */
export async function selectOpenBetween(db: DbOrTx, a: string, b: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match as match')
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .select('match.request_id')
    .where('match.status', '=', 'open')
    .where('match.helper_id', 'in', [a, b])
    .where('request.requester_id', 'in', [a, b])
    .orderBy('match.request_id')
    .execute();
  return rows.map((row) => row.request_id);
}

/** Open matches that were made by `madeBy`: candidates for an end by silence or time. */
export async function selectMatchesMadeBy(
  db: DbOrTx,
  madeBy: Date,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('emergency_match')
    .select('request_id as id')
    .where('status', '=', 'open')
    .where('created_at', '<=', madeBy)
    .$if(after !== null, (query) => query.where('request_id', '>', after))
    .orderBy('request_id')
    .limit(limit)
    .execute();
}

/** All conversations that were about a request. */
export async function selectConversationsOf(db: DbOrTx, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .select('conversation_id')
    .distinct()
    .where('request_id', '=', requestId)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** The latest conversation about a request with this person on either side; undefined for none. */
export async function selectConversationWith(
  db: DbOrTx,
  requestId: string,
  personId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('emergency_match as match')
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .select('match.conversation_id')
    .where('match.request_id', '=', requestId)
    .where((is) => is.or([is('match.helper_id', '=', personId), is('request.requester_id', '=', personId)]))
    .orderBy('match.created_at', 'desc')
    .orderBy('match.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.conversation_id;
}

/** All matches of a helper, oldest first, with the request's title. */
export async function selectAllMatchesOf(db: DbOrTx, helperId: string) {
  return db
    .selectFrom('emergency_match as match')
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .selectAll('match')
    .select('request.title')
    .where('match.helper_id', '=', helperId)
    .orderBy('match.created_at')
    .orderBy('match.id')
    .execute();
}
