import type { CANCEL_REASONS } from '@openlarder/domain/emergency/request-fields.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import type { EmergencyTables } from '../emergency.tables.ts';

export type RequestRow = Selectable<EmergencyTables['emergency_request']>;
export type CancelReason = (typeof CANCEL_REASONS)[number];

const OPEN = ['pending', 'matched'] as const satisfies readonly RequestStatus[];

/** Undefined if the person has an open request already. */
export async function insertRequest(
  tx: Tx,
  request: Insertable<EmergencyTables['emergency_request']>,
): Promise<RequestRow | undefined> {
  return tx
    .insertInto('emergency_request')
    .values(request)
    .onConflict((conflict) =>
      conflict
        .column('requester_id')
        .where(
          'status',
          'in',
          OPEN.map((status) => sql.lit(status)),
        )
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function selectRequest(db: DbOrTx, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('emergency_request').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('emergency_request')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** What others still see, and until when; nobody sees a request as pending after its time. */
export type Shown = { readonly status: 'pending' | 'matched'; readonly until: Date };

const shownColumns = ({ status, until }: Shown) => ({
  shown_status: status,
  shown_until: status === 'matched' ? until : sql<Date>`least(expires_at, ${until}::timestamptz)`,
});

/**
 * Makes a pending request matched; undefined if it is not pending any more, or past its time. Others see it as pending
 * until `shownUntil`.
 */
export async function takeRequest(
  tx: Tx,
  id: string,
  helperId: string,
  now: Date,
  shownUntil: Date | null = null,
): Promise<RequestRow | undefined> {
  return tx
    .updateTable('emergency_request')
    .set({
      status: 'matched',
      ...(shownUntil && shownColumns({ status: 'pending', until: shownUntil })),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .where('requester_id', '<>', helperId)
    .returningAll()
    .executeTakeFirst();
}

/** Makes a matched request pending again, in a new round. */
export async function reopenRequest(tx: Tx, id: string): Promise<RequestRow> {
  return tx
    .updateTable('emergency_request')
    .set((row) => ({
      status: 'pending',
      shown_status: null,
      shown_until: null,
      round: row('round', '+', 1),
      next_wave_at: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'matched')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Ends an open request that the transaction has locked. Others see what they saw, and its waves go on, until that is
 * over, or `shown` is.
 */
export async function endRequest(
  tx: Tx,
  id: string,
  columns: {
    readonly status: Exclude<RequestStatus, (typeof OPEN)[number]>;
    readonly ended_at: Date;
    readonly cancel_reason?: CancelReason | null;
  },
  shown: Shown | null = null,
): Promise<RequestRow> {
  return tx
    .updateTable('emergency_request')
    .set({
      ...columns,
      ...(shown && shownColumns(shown)),
      next_wave_at: sql<Date | null>`case when coalesce(${shown?.status ?? null}, shown_status) = 'pending'
        then next_wave_at end`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...OPEN])
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Shows others what is of a request that the transaction has locked. */
export async function endShown(tx: Tx, id: string): Promise<RequestRow> {
  return tx
    .updateTable('emergency_request')
    .set({
      shown_status: null,
      shown_until: null,
      kept_first_name: null,
      next_wave_at: sql<Date | null>`case when status in ('pending', 'matched') then next_wave_at end`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The requests of which others are shown what is, at `now`. */
export async function selectDueToShow(db: DbOrTx, now: Date, { after, limit }: DuePage) {
  return db
    .selectFrom('emergency_request')
    .select('id')
    .where('shown_until', '<=', now)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Shows the end of a cancelled request at `until` at the latest: who tries to help, and still sees it long after, would
 * know that its author is gone.
 */
export async function shortenShown(db: DbOrTx, id: string, until: Date): Promise<void> {
  await db
    .updateTable('emergency_request')
    .set({ shown_until: sql<Date>`least(shown_until, ${until}::timestamptz)` })
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .where('shown_status', '=', 'pending')
    .execute();
}

/** Keeps the first name that a person shows in requests that others see for longer than the account exists. */
export async function keepFirstName(tx: Tx, requesterId: string): Promise<void> {
  await tx
    .updateTable('emergency_request')
    .from('person')
    .set({ kept_first_name: sql<string>`trim(person.first_name)` })
    .whereRef('person.id', '=', 'emergency_request.requester_id')
    .where('requester_id', '=', requesterId)
    .where('shows_first_name', '=', true)
    .where('shown_status', '=', 'pending')
    .execute();
}

export async function setMeetingPoint(tx: Tx, id: string, meetingPoint: string): Promise<RequestRow> {
  return tx
    .updateTable('emergency_request')
    .set({ meeting_point: meetingPoint })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Their pending or matched request; there is at most one. */
export async function selectOpenRequestOf(db: DbOrTx, personId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('emergency_request')
    .selectAll()
    .where('requester_id', '=', personId)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst();
}

/** When this person created requests after `since`, newest first, in any status. */
export async function selectRequestTimes(
  db: DbOrTx,
  personId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('emergency_request')
    .select('created_at')
    .where('requester_id', '=', personId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** Newest first. */
export async function selectRequestsOf(db: DbOrTx, personId: string, limit: number): Promise<RequestRow[]> {
  return db
    .selectFrom('emergency_request')
    .selectAll()
    .where('requester_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The requests with these ids, newest first. */
export async function selectRequests(db: DbOrTx, ids: readonly string[]): Promise<RequestRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('emergency_request')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Pending requests at `now`, and those of `heldIds`, that reach this point, without the viewer's own and those hidden
 * from them: nearest first, then those of the community as a whole.
 */
export async function selectPending(
  db: DbOrTx,
  viewerId: string,
  {
    own,
    now,
    hiddenIds,
    heldIds,
    limit,
  }: {
    readonly own: GeoPoint;
    readonly now: Date;
    readonly hiddenIds: readonly string[];
    readonly heldIds: readonly string[];
    readonly limit: number;
  },
): Promise<RequestRow[]> {
  const meters = sql<number | null>`metres_to_area(area, ${own.latitude}, ${own.longitude})`;
  return db
    .selectFrom('emergency_request')
    .selectAll()
    .where((is) =>
      is.or([is('public_status', '=', 'pending'), is('id', '=', sql<string>`any(${heldIds}::uuid[])`)]),
    )
    .where('expires_at', '>', now)
    .where('requester_id', '<>', viewerId)
    .where('id', '<>', sql<string>`all(${hiddenIds}::uuid[])`)
    .where(sql<boolean>`(area is null or ${meters} <= radius_km * 1000)`)
    .orderBy(meters, (order) => order.asc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Requests for the map at `now` that are pending, or have a helper: some by id, or a page of all by id. */
export async function selectOnTheMap(
  db: DbOrTx,
  page: { readonly ids: readonly string[] } | DuePage,
  now: Date,
): Promise<RequestRow[]> {
  const open = db
    .selectFrom('emergency_request')
    .selectAll()
    .where('public_status', 'in', [...OPEN])
    .where('expires_at', '>', now);
  if ('ids' in page) return page.ids.length === 0 ? [] : open.where('id', 'in', [...page.ids]).execute();
  return open
    .where((is) => (page.after === null ? is.val(true) : is('id', '>', page.after)))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function selectOverdue(db: DbOrTx, now: Date, { after, limit }: DuePage) {
  return db
    .selectFrom('emergency_request')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Empty, unless others still see it. */
const unlessShown = (
  column: 'dietary_restrictions' | 'preferred_categories',
  where: { readonly id: string } | { readonly requesterId: string },
) =>
  'id' in where
    ? sql<never[]>`'{}'`
    : sql<never[]>`case when shown_status = 'pending' then ${sql.ref(column)} else '{}' end`;

/**
 * Deletes the texts of requests; `title` replaces the title unless it is null. Those of a person keep what others still
 * see.
 */
export async function deleteTexts(
  tx: Tx,
  where: { readonly id: string } | { readonly requesterId: string },
  title: string | null,
): Promise<void> {
  await tx
    .updateTable('emergency_request')
    .set({
      description: '',
      special_needs: '',
      dietary_restrictions: unlessShown('dietary_restrictions', where),
      preferred_categories: unlessShown('preferred_categories', where),
      meeting_point: '',
      ...(title !== null && { title }),
    })
    .$if('id' in where, (query) => query.where('id', '=', 'id' in where ? where.id : ''))
    .$if('requesterId' in where, (query) =>
      query.where('requester_id', '=', 'requesterId' in where ? where.requesterId : ''),
    )
    .execute();
}

/** Deletes the exact locations of requests without a helper, except those fulfilled after `fulfilledAfter`. */
export async function deleteUnreadableAddresses(db: DbOrTx, fulfilledAfter: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from exact_location using emergency_request as request
    where exact_location.subject_type = 'request' and exact_location.subject_id = request.id
      and request.status <> 'matched'
      and not (request.status = 'fulfilled' and request.ended_at > ${fulfilledAfter}::timestamptz)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the meeting points of requests that have ended, except those fulfilled after `fulfilledAfter`. A pending
 * request keeps the one it was asked with for the next helper.
 */
export async function deleteUnreadableMeetingPoints(db: DbOrTx, fulfilledAfter: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('emergency_request')
    .set({ meeting_point: '' })
    .where('meeting_point', '<>', '')
    .where('status', 'not in', [...OPEN])
    .where((is) => is.not(is.and([is('status', '=', 'fulfilled'), is('ended_at', '>', fulfilledAfter)])))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** All requests of a person, oldest first. */
export async function selectAllRequestsOf(db: DbOrTx, personId: string): Promise<RequestRow[]> {
  return db
    .selectFrom('emergency_request')
    .selectAll()
    .where('requester_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function selectAlertsOf(db: DbOrTx, donorId: string) {
  return db
    .selectFrom('emergency_alert')
    .select(['request_id', 'round', 'alerted_at'])
    .where('donor_id', '=', donorId)
    .orderBy('alerted_at')
    .orderBy('request_id')
    .execute();
}

export async function deleteAlertsOf(tx: Tx, donorId: string): Promise<void> {
  await sql`delete from emergency_alert where donor_id = ${donorId}`.execute(tx);
}

/**
 * For each person who asked between these times, and whose request is over until the second: the hours from their last
 * such request to the match that brought food, null without one. Those who canceled themselves are left out.
 */
export async function selectWaits(
  db: DbOrTx,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<(number | null)[]> {
  const { rows } = await sql<{ hours: number | null }>`
    select distinct on (request.requester_id)
      (extract(epoch from min(match.created_at) - request.created_at) / 3600)::float8 as hours
    from emergency_request as request
    left join (emergency_match as match
      join handover on handover.id = match.handover_id and handover.status = 'completed')
      on match.request_id = request.id
    where request.created_at >= ${from} and request.ended_at <= ${until}
      and request.status in ('fulfilled', 'expired')
    group by request.id
    order by request.requester_id, request.created_at desc`.execute(db);
  return rows.map(({ hours }) => hours);
}
