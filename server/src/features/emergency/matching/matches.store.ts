import type { HandoverStatus } from '@openlarder/domain/handovers/handover-states.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { EmergencyTables } from '../emergency.tables.ts';

/** A match with what its handover says of it. */
export type MatchRow = Selectable<EmergencyTables['emergency_match']> & {
  readonly conversation_id: string;
  readonly status: HandoverStatus;
  readonly giver_confirmed_at: Date | null;
  readonly receiver_confirmed_at: Date | null;
  readonly ended_at: Date | null;
};

/** The open match of a request counts, else the completed one, whatever their times: a clock may be set back. */
const rankOf = (handover: 'handover' | 'later_handover') =>
  sql<number>`case ${sql.ref(`${handover}.status`)} when 'open' then 2 when 'completed' then 1 else 0 end`;

const matches = (db: DbOrTx) =>
  db
    .selectFrom('emergency_match as match')
    .innerJoin('handover', 'handover.id', 'match.handover_id')
    .selectAll('match')
    .select([
      'handover.conversation_id',
      'handover.status',
      'handover.giver_confirmed_at',
      'handover.receiver_confirmed_at',
      'handover.ended_at',
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
    .where('handover.status', '=', 'open')
    .executeTakeFirst();
}

/** The match of each request that is open, or that fulfilled it, by request id. */
export async function selectShownMatches(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, MatchRow>> {
  if (requestIds.length === 0) return new Map();
  const rows = await matches(db)
    .where('match.request_id', 'in', [...requestIds])
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .where('request.status', 'in', ['matched', 'fulfilled'])
    .orderBy(rankOf('handover'))
    .orderBy('match.created_at')
    .orderBy('match.id')
    .execute();
  // the last is the one that counts
  return new Map(rows.map((row) => [row.request_id, row]));
}

/** The requests whose shown match is this person's, as `selectShownMatches`, by their newest match. */
export async function selectHelpedBy(db: DbOrTx, helperId: string, limit: number): Promise<string[]> {
  const rows = await matches(db)
    .where('match.helper_id', '=', helperId)
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .where('request.status', 'in', ['matched', 'fulfilled'])
    .where(
      sql<boolean>`not exists (
        select from emergency_match as later join handover as later_handover on later_handover.id = later.handover_id
        where later.request_id = match.request_id and (${rankOf('later_handover')}, later.created_at, later.id)
          > (${rankOf('handover')}, match.created_at, match.id))`,
    )
    .orderBy('match.created_at', 'desc')
    .orderBy('match.id', 'desc')
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

/** What the handovers of matches are about. */
export async function selectSubjectsOf(db: DbOrTx, handoverIds: readonly string[]) {
  if (handoverIds.length === 0) return [];
  return db
    .selectFrom('emergency_match as match')
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .select(['match.handover_id', 'match.request_id', 'request.title', 'request.expires_at'])
    .where('match.handover_id', 'in', [...handoverIds])
    .execute();
}

export async function selectMatchesByHandover(
  db: DbOrTx,
  handoverIds: readonly string[],
): Promise<MatchRow[]> {
  if (handoverIds.length === 0) return [];
  return matches(db)
    .where('match.handover_id', 'in', [...handoverIds])
    .execute();
}

/** Open matches that were made by `madeBy`: candidates for an end by silence. */
export async function selectMatchesMadeBy(
  db: DbOrTx,
  madeBy: Date,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  const rows = await matches(db)
    .where('handover.status', '=', 'open')
    .where('match.created_at', '<=', madeBy)
    .$if(after !== null, (query) => query.where('match.request_id', '>', after))
    .orderBy('match.request_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.request_id }));
}

/** All conversations that were about a request. */
export async function selectConversationsOf(db: DbOrTx, requestId: string): Promise<string[]> {
  const rows = await matches(db).where('match.request_id', '=', requestId).execute();
  return [...new Set(rows.map((row) => row.conversation_id))];
}

/** The latest match of a request with this person on either side; undefined for none. */
export async function selectLatestMatchWith(
  db: DbOrTx,
  requestId: string,
  personId: string,
): Promise<MatchRow | undefined> {
  return matches(db)
    .where('match.request_id', '=', requestId)
    .where((is) => is.or([is('handover.giver_id', '=', personId), is('handover.receiver_id', '=', personId)]))
    .orderBy(rankOf('handover'), 'desc')
    .orderBy('match.created_at', 'desc')
    .orderBy('match.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** All matches of a helper, oldest first, with the request's title and how each handover went. */
export async function selectAllMatchesOf(db: DbOrTx, helperId: string) {
  return matches(db)
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .select([
      'request.title',
      'handover.ended_at',
      'handover.ended_by',
      'handover.release_reason',
      'handover.agreed_time',
    ])
    .where('match.helper_id', '=', helperId)
    .orderBy('match.created_at')
    .orderBy('match.id')
    .execute();
}
