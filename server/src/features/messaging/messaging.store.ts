import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import type { MessagingTables } from './messaging.tables.ts';

export type ConversationRow = Selectable<MessagingTables['conversation']>;

/** The other of the two people of a conversation. */
export const otherOf = (conversation: ConversationRow, personId: string): string =>
  conversation.host_id === personId ? conversation.guest_id : conversation.host_id;

/** Whether it is read-only by `now`. */
export const isClosed = ({ closed_at }: ConversationRow, now: Date): boolean =>
  closed_at !== null && closed_at <= now;

export type MessageRow = Selectable<MessagingTables['message']>;

/** A conversation as one of its members finds it in their list. */
export type ConversationEntry = ConversationRow & {
  readonly unread_count: number;
  readonly other_read_at: Date;
  readonly last_message_id: string | null;
};

/** Unread counts are exact up to here. */
const COUNTED_TO = 100;

const ownConversation = (db: DbOrTx, id: string, personId: string) =>
  db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('host_id', '=', personId), is('guest_id', '=', personId)]));

/** The conversation, if the person is one of its two. */
export async function selectOwnConversation(
  db: DbOrTx,
  id: string,
  personId: string,
): Promise<ConversationRow | undefined> {
  return ownConversation(db, id, personId).executeTakeFirst();
}

/** The same, with nothing said in it until the transaction ends. */
export async function holdOwnConversation(
  tx: Tx,
  id: string,
  personId: string,
): Promise<ConversationRow | undefined> {
  return ownConversation(tx, id, personId).forShare().executeTakeFirst();
}

export async function selectConversationsOf(
  db: DbOrTx,
  personId: string,
  after: TimeCursor | null,
  limit: number,
): Promise<ConversationEntry[]> {
  // the page first: what is counted for each is not counted for all that somebody ever had
  const { rows } = await sql<ConversationEntry>`
    with page as materialized (
      select conversation.*, member.last_read_at
      from conversation_member as member
      join conversation on conversation.id = member.conversation_id
      where member.person_id = ${personId}
        and (${after?.id ?? null}::uuid is null
          or (conversation.updated_at, conversation.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by conversation.updated_at desc, conversation.id desc
      limit ${limit}
    )
    select page.*, last_message.id as last_message_id, unread.count as unread_count,
      coalesce(other.shown_read_at, page.created_at) as other_read_at
    from page
    left join conversation_member as other
      on other.conversation_id = page.id and other.person_id <> ${personId}
    left join lateral (
      select id from message where conversation_id = page.id
      order by created_at desc, id desc limit 1
    ) as last_message on true
    cross join lateral (
      select count(*)::int from (
        select from message
        where conversation_id = page.id and created_at > page.last_read_at
          and sender_id is distinct from ${personId}::uuid
        limit ${COUNTED_TO}) as newer
    ) as unread
    order by page.updated_at desc, page.id desc`.execute(db);
  return rows;
}

/** When the person wrote here since `since` and since the other last said or did something; the newest `limit`. */
export async function unansweredTimes(
  db: DbOrTx,
  of: {
    readonly conversationId: string;
    readonly senderId: string;
    readonly otherId: string;
    readonly since: Date;
  },
  limit: number,
): Promise<Date[]> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from message
    where conversation_id = ${of.conversationId} and sender_id = ${of.senderId} and event is null
      and created_at > ${of.since} and created_at > coalesce((
        select max(created_at) from message
        where conversation_id = ${of.conversationId} and sender_id = ${of.otherId}), '-infinity')
    order by created_at desc limit ${limit}`.execute(db);
  return rows.map((row) => row.created_at);
}

/** Whether the person wrote or did anything here from `since` on, behind the last time that they said they help. */
export async function hasSpoken(
  db: DbOrTx,
  conversationId: string,
  personId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from message
    where conversation_id = ${conversationId} and sender_id = ${personId} and created_at >= ${since}
      and created_at > coalesce((
        select max(created_at) from message
        where conversation_id = ${conversationId} and sender_id = ${personId} and event = 'request_matched'
      ), '-infinity')
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function selectMessages(db: DbOrTx, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('message')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Newest first. */
export async function selectNewest(
  db: DbOrTx,
  conversationId: string,
  before: TimeCursor | null,
  limit: number,
): Promise<MessageRow[]> {
  return db
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The conversation of these two about a listing, or about a request, open for writing: the one they had, or a new one. */
export async function upsertConversation(
  tx: Tx,
  conversation: {
    readonly id: string;
    readonly about: { readonly listingId: string } | { readonly requestId: string };
    /** What the food is called now, or the request. */
    readonly title: string | null;
    readonly hostId: string;
    readonly guestId: string;
    readonly now: Date;
  },
): Promise<ConversationRow> {
  const { id, about, title, hostId, guestId, now } = conversation;
  const row = await tx
    .insertInto('conversation')
    .values({
      id,
      listing_id: 'listingId' in about ? about.listingId : null,
      request_id: 'requestId' in about ? about.requestId : null,
      listing_title: title,
      host_id: hostId,
      guest_id: guestId,
      closed_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      ('listingId' in about
        ? conflict.columns(['listing_id', 'guest_id'])
        : conflict.columns(['request_id', 'host_id']).where('request_id', 'is not', null)
      ).doUpdateSet({ closed_at: null, listing_title: title }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('conversation_member')
    .values(
      [hostId, guestId].map((personId) => ({
        conversation_id: row.id,
        person_id: personId,
        last_read_at: now,
        shown_read_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return row;
}

/** Read-only from `at` on, or from before when it was to be anyway. */
export async function closeConversation(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ closed_at: sql<Date>`least(${at}::timestamptz, closed_at)` })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the conversation for a message behind the last one: each is at least a millisecond later than the one before,
 * so that the order of time is the order in which they were said. `updated_at` is then the message's time. Undefined
 * when the conversation is closed and `evenClosed` is not set.
 */
export async function takeTurn(
  tx: Tx,
  id: string,
  { now, evenClosed }: { readonly now: Date; readonly evenClosed: boolean },
): Promise<ConversationRow | undefined> {
  return tx
    .updateTable('conversation')
    .set({ updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .$if(!evenClosed, (query) =>
      query.where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>', now)])),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function insertMessage(tx: Tx, message: MessageRow): Promise<void> {
  await tx.insertInto('message').values(message).execute();
}

/** Takes away what a person said in a message of theirs; gives what it was, undefined where there is no such message. */
export async function blankMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  const row = await tx
    .selectFrom('message')
    .selectAll()
    .where('id', '=', id)
    .where('event', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row)
    await tx
      .updateTable('message')
      .set({ content: '', photo_id: null, event: 'removed' })
      .where('id', '=', id)
      .execute();
  return row;
}

/** What the food was called when it was claimed last, by the conversation's id. */
export async function selectTitles(
  db: DbOrTx,
  ids: readonly string[],
): Promise<(readonly [id: string, title: string])[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('conversation')
    .select(['id', 'listing_title'])
    .where('id', 'in', [...ids])
    .execute();
  return rows.flatMap(({ id, listing_title }) =>
    listing_title === null ? [] : [[id, listing_title] as const],
  );
}

export async function selectConversation(db: DbOrTx, id: string): Promise<ConversationRow | undefined> {
  return db.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The conversations of a person that can still be written in. */
export async function selectOpenIdsOf(db: DbOrTx, personId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation')
    .select('id')
    .where((is) => is.or([is('host_id', '=', personId), is('guest_id', '=', personId)]))
    .where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>', now)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Forgets what a person has read and when. */
export async function deleteMemberships(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('conversation_member').where('person_id', '=', personId).execute();
}

/** All conversations of a person, oldest first. */
export async function selectAllOf(db: DbOrTx, personId: string): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where((is) => is.or([is('host_id', '=', personId), is('guest_id', '=', personId)]))
    .orderBy('id')
    .execute();
}

/** All that a person wrote, oldest first. */
export async function selectWrittenBy(db: DbOrTx, personId: string): Promise<MessageRow[]> {
  return db
    .selectFrom('message')
    .selectAll()
    .where('sender_id', '=', personId)
    .where('event', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The last `limit` that a person wrote in a conversation, oldest first. */
export async function selectLastBy(
  db: DbOrTx,
  conversationId: string,
  senderId: string,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('event', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** The messages that show a photo. */
export function selectShowing(db: DbOrTx, photoId: string): Promise<MessageRow[]> {
  return db.selectFrom('message').selectAll().where('photo_id', '=', photoId).execute();
}

export async function takePhotoOff(tx: Tx, messageId: string): Promise<void> {
  await tx.updateTable('message').set({ photo_id: null }).where('id', '=', messageId).execute();
}

/** Gives the conversations about a listing, or about a request, another title for it, and their ids. */
export async function updateTitle(
  tx: Tx,
  about: 'listing_id' | 'request_id',
  aboutId: string,
  title: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('conversation')
    .set({ listing_title: title })
    .where(about, '=', aboutId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
