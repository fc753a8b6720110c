import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import { mayBeUnread } from '../conversations/mark-read.store.ts';
import type { MessagingTables } from '../messaging.tables.ts';

export type MessageRow = Selectable<MessagingTables['message']>;

/** Whether a person wrote its text: a message, or the note of a thank-you. */
export const isWritten = ({ event, content }: Pick<MessageRow, 'event' | 'content'>): boolean =>
  event === null || (event === 'thanked' && content !== '');
const WRITTEN = sql<boolean>`(event is null or (event = 'thanked' and content <> ''))`;

/** The times of the sender's last `limit` messages and proposals of a time since `since` and since the other's last message or event. */
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
    where conversation_id = ${of.conversationId} and sender_id = ${of.senderId} and (event is null or event = 'time_proposed')
      and created_at > ${of.since} and created_at > coalesce((
        select max(created_at) from message
        where conversation_id = ${of.conversationId} and sender_id = ${of.otherId}), '-infinity')
    order by created_at desc limit ${limit}`.execute(db);
  return rows.map((row) => row.created_at);
}

/** A person in a conversation, from `since` on. */
export type SpeakerSince = {
  readonly conversationId: string;
  readonly personId: string;
  readonly since: Date;
};

/** The conversations in which the person wrote or caused an event since `since`, after their latest match. */
export async function selectSpokenIn(db: DbOrTx, speakers: readonly SpeakerSince[]): Promise<string[]> {
  if (speakers.length === 0) return [];
  const { rows } = await sql<{ conversation_id: string }>`
    select speaker.conversation_id
    from unnest(
      ${speakers.map(({ conversationId }) => conversationId)}::uuid[],
      ${speakers.map(({ personId }) => personId)}::uuid[],
      ${speakers.map(({ since }) => since)}::timestamptz[]
    ) as speaker(conversation_id, person_id, since)
    where exists (
      select from message
      where conversation_id = speaker.conversation_id and sender_id = speaker.person_id and created_at >= speaker.since
        and created_at > coalesce((
          select max(created_at) from message
          where conversation_id = speaker.conversation_id and sender_id = speaker.person_id and event = 'request_matched'
        ), '-infinity'))`.execute(db);
  return rows.map(({ conversation_id }) => conversation_id);
}

/** A match of a helper and a requester in a conversation. */
export type MatchSince = {
  readonly conversationId: string;
  readonly helperId: string;
  readonly requesterId: string;
  readonly since: Date;
};

/** When the requester last wrote or caused an event after the helper's first match since `since`, by conversation. */
export async function selectAnswers(
  db: DbOrTx,
  matches: readonly MatchSince[],
): Promise<ReadonlyMap<string, Date>> {
  if (matches.length === 0) return new Map();
  const { rows } = await sql<{ conversation_id: string; answered_at: Date }>`
    select match.conversation_id, max(message.created_at) as answered_at
    from unnest(
      ${matches.map(({ conversationId }) => conversationId)}::uuid[],
      ${matches.map(({ helperId }) => helperId)}::uuid[],
      ${matches.map(({ requesterId }) => requesterId)}::uuid[],
      ${matches.map(({ since }) => since)}::timestamptz[]
    ) as match(conversation_id, helper_id, requester_id, since)
    join message on message.conversation_id = match.conversation_id and message.sender_id = match.requester_id
      and message.created_at >= match.since
      and message.created_at > coalesce((
        select min(created_at) from message as first
        where first.conversation_id = match.conversation_id and first.sender_id = match.helper_id
          and first.event = 'request_matched' and first.created_at >= match.since), '-infinity')
    group by match.conversation_id`.execute(db);
  return new Map(rows.map((row) => [row.conversation_id, row.answered_at]));
}

/** When each of these people first revealed a place, or named a meeting point, in their match, by conversation. */
export async function selectPlacesShown(
  db: DbOrTx,
  people: readonly SpeakerSince[],
): Promise<Map<string, Date>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ conversation_id: string; shown_at: Date }>`
    select shown.conversation_id, min(message.created_at) as shown_at
    from unnest(
      ${people.map(({ conversationId }) => conversationId)}::uuid[],
      ${people.map(({ personId }) => personId)}::uuid[],
      ${people.map(({ since }) => since)}::timestamptz[]
    ) as shown(conversation_id, person_id, since)
    join message on message.conversation_id = shown.conversation_id and message.sender_id = shown.person_id
      and message.created_at >= shown.since and message.event in ('place_shared', 'meeting_point_named')
    group by shown.conversation_id`.execute(db);
  return new Map(rows.map((row) => [row.conversation_id, row.shown_at]));
}

export async function selectConversationOfPhoto(db: DbOrTx, photoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('message')
    .select('conversation_id')
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return row?.conversation_id ?? null;
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

export async function insertMessage(tx: Tx, message: MessageRow): Promise<void> {
  await tx.insertInto('message').values(message).execute();
}

/** The newest message about this event that the person has not read. */
export async function selectUnreadEvent(
  tx: Tx,
  conversationId: string,
  personId: string,
  event: MessageRow['event'],
): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('message')
    .innerJoin('conversation_member as member', 'member.conversation_id', 'message.conversation_id')
    .selectAll('message')
    .where('message.conversation_id', '=', conversationId)
    .where('member.person_id', '=', personId)
    .where('message.event', '=', event)
    .whereRef('message.created_at', '>', 'member.last_read_at')
    .where(mayBeUnread(personId))
    .orderBy('message.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Moves a message about an event to this time, with what it says now. */
export async function moveEvent(
  tx: Tx,
  id: string,
  to: Pick<MessageRow, 'created_at' | 'correction'>,
): Promise<void> {
  await tx.updateTable('message').set(to).where('id', '=', id).execute();
}

/** Deletes text and photo of a person's message; returns the row as it was, undefined if there is none. */
export async function blankMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  const row = await tx
    .selectFrom('message')
    .selectAll()
    .where('id', '=', id)
    .where(WRITTEN)
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

/** All messages of a person, oldest first. */
export async function selectWrittenBy(db: DbOrTx, personId: string): Promise<MessageRow[]> {
  return db
    .selectFrom('message')
    .selectAll()
    .where('sender_id', '=', personId)
    .where(WRITTEN)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A person's last `limit` messages in a conversation, oldest first. */
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
    .where(WRITTEN)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

export function selectShowing(db: DbOrTx, photoId: string): Promise<MessageRow[]> {
  return db.selectFrom('message').selectAll().where('photo_id', '=', photoId).execute();
}

export async function removePhoto(tx: Tx, messageId: string): Promise<void> {
  await tx.updateTable('message').set({ photo_id: null }).where('id', '=', messageId).execute();
}
