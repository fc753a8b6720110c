import type { HandoverStatus, ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { EmergencyTables } from '../emergency.tables.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import { usePreparedStatement } from '#server/platform/postgres/database.ts';

export type MatchRow = Selectable<EmergencyTables['emergency_match']> & {
  readonly requester_id: string;
  readonly conversation_id: string;
  readonly status: HandoverStatus;
  readonly release_reason: ReleaseReason | null;
  readonly agreed_at: Date | null;
  readonly giver_confirmed_at: Date | null;
  readonly receiver_confirmed_at: Date | null;
  readonly ended_at: Date | null;
};

/** The open match of a request counts, else the completed one, independent of their times: a clock may be set back. */
const rankOf = (handover: 'handover' | 'later_handover') =>
  sql<number>`case ${sql.ref(`${handover}.status`)} when 'open' then 2 when 'completed' then 1 else 0 end`;

const matches = (db: DbOrTx) =>
  db
    .selectFrom('emergency_match as match')
    .innerJoin('handover', 'handover.id', 'match.handover_id')
    .select([
      'match.id',
      'match.request_id',
      'match.helper_id',
      'match.handover_id',
      'match.claim_id',
      'match.is_rejoin',
      'match.created_at',
      'handover.receiver_id as requester_id',
      'handover.conversation_id',
      'handover.status',
      'handover.release_reason',
      'handover.agreed_at',
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
  return (
    matches(db)
      .modifyFront(usePreparedStatement)
      .where('match.request_id', '=', requestId)
      .where('handover.status', '=', 'open')
      // the newest, while it takes the place of another
      .orderBy('match.created_at', 'desc')
      .orderBy('match.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/** An open match of which others may know, and who has offered beside it. */
export type HeldRequest = Pick<
  MatchRow,
  'request_id' | 'helper_id' | 'giver_confirmed_at' | 'receiver_confirmed_at'
> & {
  readonly offered_by: readonly string[];
};

/** All open matches, or that of one request. */
export async function selectHeld(db: DbOrTx, requestId: string | null = null): Promise<HeldRequest[]> {
  const { rows } = await sql<HeldRequest>`
    select match.request_id, match.helper_id, handover.giver_confirmed_at, handover.receiver_confirmed_at, array(
      select other.helper_id from emergency_match as other join handover as offer on offer.id = other.handover_id
      where other.request_id = match.request_id
        and offer.release_reason = 'beside' and other.created_at >= match.created_at) as offered_by
    from emergency_match as match join handover on handover.id = match.handover_id
    join emergency_request as request on request.id = match.request_id and request.status = 'matched'
    where handover.status = 'open' and (${requestId}::uuid is null or match.request_id = ${requestId})
    order by match.created_at desc`.execute(db);
  return rows;
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

export async function hasEverHelped(db: DbOrTx, requestId: string, helperId: string): Promise<boolean> {
  const row = await db
    .selectFrom('emergency_match')
    .select('id')
    .where('request_id', '=', requestId)
    .where('helper_id', '=', helperId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A helper's matches after `since`, newest first, without rejoined ones. */
export async function selectMatchesSince(db: DbOrTx, helperId: string, since: Date) {
  return matches(db)
    .select('handover.ended_by')
    .where('match.helper_id', '=', helperId)
    .where('match.created_at', '>', since)
    .where('match.is_rejoin', '=', false)
    .orderBy('match.created_at', 'desc')
    .execute();
}

/** When this person's matches were refused because another person helped, or seemed to, after `since`; newest first. */
export async function selectAttemptTimes(
  db: DbOrTx,
  helperId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('match_attempt')
    .select('attempted_at')
    .where('helper_id', '=', helperId)
    .where('attempted_at', '>', since)
    .orderBy('attempted_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.attempted_at);
}

/**
 * Stores that a match was refused because another donor helped, or because a block prevents the match: the request looks
 * taken to the helper for this round, or from now on. Stores nothing if it has been deleted since.
 */
export async function insertAttempt(
  db: DbOrTx,
  attempt: Insertable<EmergencyTables['match_attempt']>,
): Promise<void> {
  await sql`
    insert into match_attempt (request_id, helper_id, round, is_blocked, attempted_at)
    select id, ${attempt.helper_id}::uuid, ${attempt.round}::smallint, ${attempt.is_blocked}::boolean,
      ${attempt.attempted_at}::timestamptz
    from emergency_request where id = ${attempt.request_id} for key share`.execute(db);
}

/** Whether a request looks taken to this person since they tried to help: for good, or in its round. */
export async function selectRefusal(
  db: DbOrTx,
  { id, round }: { readonly id: string; readonly round: number },
  helperId: string,
): Promise<{ readonly isBlocked: boolean; readonly isInRound: boolean }> {
  const rows = await db
    .selectFrom('match_attempt')
    .select(['round', 'is_blocked'])
    .where('request_id', '=', id)
    .where('helper_id', '=', helperId)
    .execute();
  return {
    isBlocked: rows.some((row) => row.is_blocked),
    isInRound: rows.some((row) => row.round === round),
  };
}

type HiddenPair = { readonly request_id: string; readonly person_id: string };

/**
 * From whom which requests are hidden that others see as pending, of a request or a person: to whom it looks taken since
 * they tried to help, and its two people once it has a helper or has ended.
 */
async function selectHidden(
  db: DbOrTx,
  of: { readonly requestId: string } | { readonly personId: string },
): Promise<HiddenPair[]> {
  const isAsked = (request: string, person: string) =>
    'requestId' in of
      ? sql`${sql.ref(request)} = ${of.requestId}::uuid`
      : sql`${sql.ref(person)} = ${of.personId}::uuid`;
  const { rows } = await sql<HiddenPair>`
    select attempt.request_id, attempt.helper_id as person_id
    from match_attempt as attempt join emergency_request as request on request.id = attempt.request_id
    where ${isAsked('attempt.request_id', 'attempt.helper_id')}
      and (attempt.is_blocked or attempt.round = request.round)
    union
    select request.id, two.person_id
    from emergency_request as request
    cross join lateral (select request.requester_id as person_id
      union all (select helper_id from emergency_match as match where match.request_id = request.id
        and not exists (select from handover where handover.id = match.handover_id and release_reason = 'beside')
        order by created_at desc, id desc limit 1)) as two
    where request.shown_until is not null and ${isAsked('request.id', 'two.person_id')}`.execute(db);
  return rows;
}

export async function selectHelpersOf(db: DbOrTx, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergency_match')
    .select('helper_id')
    .distinct()
    .where('request_id', '=', requestId)
    .execute();
  return rows.map(({ helper_id }) => helper_id);
}

export async function selectHelpedAndPending(
  db: DbOrTx,
  helperId: string,
  requesterIds: readonly string[],
): Promise<string[]> {
  if (requesterIds.length === 0) return [];
  const rows = await db
    .selectFrom('emergency_match as match')
    .innerJoin('emergency_request as request', 'request.id', 'match.request_id')
    .select('request.id')
    .distinct()
    .where('match.helper_id', '=', helperId)
    .where('request.requester_id', 'in', [...requesterIds])
    .where('request.public_status', '=', 'pending')
    .execute();
  return rows.map(({ id }) => id);
}

/** The requests that others see as pending and this person does not. */
export const selectRequestsHiddenFrom = async (db: DbOrTx, personId: string): Promise<string[]> =>
  (await selectHidden(db, { personId })).map(({ request_id }) => request_id);

/** The people who do not see a request that others see as pending. */
export const selectPeopleHiddenFrom = async (db: DbOrTx, requestId: string): Promise<string[]> =>
  (await selectHidden(db, { requestId })).map(({ person_id }) => person_id);

/** A person's attempts, oldest first. */
export async function selectAttemptsOf(db: DbOrTx, helperId: string) {
  return db
    .selectFrom('match_attempt')
    .select(['request_id', 'attempted_at'])
    .where('helper_id', '=', helperId)
    .orderBy('attempted_at')
    .orderBy('request_id')
    .execute();
}

export async function deleteAttemptsOf(tx: Tx, helperId: string): Promise<void> {
  await tx.deleteFrom('match_attempt').where('helper_id', '=', helperId).execute();
}

export type HelperOf = Pick<MatchRow, 'request_id' | 'helper_id'>;

/** All matches of these helpers with these requests, oldest first. */
export async function selectMatchesOf(db: DbOrTx, pairs: readonly HelperOf[]): Promise<MatchRow[]> {
  if (pairs.length === 0) return [];
  return matches(db)
    .where(
      sql<boolean>`(match.request_id, match.helper_id) in (select * from unnest(
        ${pairs.map(({ request_id }) => request_id)}::uuid[], ${pairs.map(({ helper_id }) => helper_id)}::uuid[]))`,
    )
    .orderBy('match.created_at')
    .orderBy('match.id')
    .execute();
}

/** The latest match of each helper of these requests, oldest first, where it ended in silence or was an offer only. */
export async function selectEndedInSilence(db: DbOrTx, requestIds: readonly string[]): Promise<MatchRow[]> {
  if (requestIds.length === 0) return [];
  return matches(db)
    .where('match.request_id', 'in', [...requestIds])
    .where('handover.release_reason', 'in', ['silent', 'beside'])
    .where(
      sql<boolean>`not exists (select from emergency_match as later
        where later.request_id = match.request_id and later.helper_id = match.helper_id
          and (later.created_at, later.id) > (match.created_at, match.id))`,
    )
    .orderBy('match.created_at')
    .orderBy('match.id')
    .execute();
}

/** The last match of each of these requests, where its helper has ended it. */
export async function selectLeftByHelper(db: DbOrTx, requestIds: readonly string[]): Promise<MatchRow[]> {
  if (requestIds.length === 0) return [];
  const last = await matches(db)
    .select('handover.ended_by')
    .distinctOn('match.request_id')
    .where('match.request_id', 'in', [...requestIds])
    .orderBy('match.request_id')
    .orderBy('match.created_at', 'desc')
    .orderBy('match.id', 'desc')
    .execute();
  return last.filter(({ status, ended_by }) => status === 'released' && ended_by === 'giver');
}

/** A helper who left a request without food, in silence or not. */
export type Leaving = HelperOf & { readonly left_at: Date };

/**
 * Who left the pending requests, in the order of time; with `requestId`, only that one: also who did not answer or come,
 * by the requester's word, or said that the food was handed over. Others whom the requester let go have not left.
 */
export async function selectLeavings(db: DbOrTx, requestId: string | null = null): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    select match.request_id, match.helper_id, handover.ended_at as left_at
    from emergency_request as request
    join emergency_match as match on match.request_id = request.id
    join handover on handover.id = match.handover_id
    where request.public_status = 'pending' and (${requestId}::uuid is null or request.id = ${requestId})
      and (handover.status = 'disputed' or handover.status in ('released', 'lapsed') and (handover.ended_by = 'giver'
        or handover.release_reason in ('silent', 'no_answer', 'no_food', 'stopped_waiting')))
    order by handover.ended_at`.execute(db);
  return rows;
}

export async function selectMatchesBetween(
  db: DbOrTx,
  pairs: readonly { readonly requesterId: string; readonly helperId: string }[],
): Promise<MatchRow[]> {
  if (pairs.length === 0) return [];
  return matches(db)
    .where(
      sql<boolean>`(handover.receiver_id, match.helper_id) in (select * from unnest(
        ${pairs.map(({ requesterId }) => requesterId)}::uuid[], ${pairs.map(({ helperId }) => helperId)}::uuid[]))`,
    )
    .execute();
}

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
    .modifyFront(usePreparedStatement)
    .where(sql<boolean>`match.handover_id = any(${[...handoverIds]}::uuid[])`)
    .execute();
}

/** Open matches that were made by `madeBy`: candidates for an end by silence. */
export async function selectMatchesMadeBy(db: DbOrTx, madeBy: Date, { after, limit }: DuePage) {
  const rows = await matches(db)
    .where('handover.status', '=', 'open')
    .where('match.created_at', '<=', madeBy)
    .$if(after !== null, (query) => query.where('match.request_id', '>', after))
    .orderBy('match.request_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.request_id }));
}

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
