import type { MessageEvent } from '@openlarder/domain/messaging/message-contract.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimePosition } from '#server/platform/paging.ts';
import type { MessagingTables } from './messaging.tables.ts';

export type ConversationRow = Selectable<MessagingTables['conversation']>;

/** The other of the two people of a conversation. */
export const otherOf = (conversation: ConversationRow, personId: string): string =>
  conversation.host_id === personId ? conversation.guest_id : conversation.host_id;
export type MessageRow = Selectable<MessagingTables['message']>;

/** A conversation as one of its members finds it in their list. */
export type ConversationEntry = ConversationRow & {
  readonly unread_count: number;
  readonly other_read_at: Date;
  readonly last_message_id: string | null;
};

/** Unread counts are exact up to here. */
const COUNTED_TO = 100;

/** The conversation, if the person is one of its two. */
export async function selectOwnConversation(
  db: DbOrTx,
  id: string,
  personId: string,
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('host_id', '=', personId), is('guest_id', '=', personId)]))
    .executeTakeFirst();
}

export async function selectConversationsOf(
  db: DbOrTx,
  personId: string,
  after: TimePosition | null,
  limit: number,
): Promise<ConversationEntry[]> {
  const { rows } = await sql<ConversationEntry>`
    select conversation.*, last_message.id as last_message_id, unread.count as unread_count,
      other.last_read_at as other_read_at
    from conversation_member as member
    join conversation on conversation.id = member.conversation_id
    join conversation_member as other
      on other.conversation_id = member.conversation_id and other.person_id <> member.person_id
    left join lateral (
      select id from message where conversation_id = conversation.id
      order by created_at desc, id desc limit 1
    ) as last_message on true
    cross join lateral (
      select count(*)::int from (
        select from message
        where conversation_id = conversation.id and created_at > member.last_read_at
          and sender_id is distinct from member.person_id
        limit ${COUNTED_TO}) as newer
    ) as unread
    where member.person_id = ${personId}
      and (${after?.id ?? null}::uuid is null
        or (conversation.updated_at, conversation.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by conversation.updated_at desc, conversation.id desc
    limit ${limit}`.execute(db);
  return rows;
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
  before: TimePosition | null,
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

/** The conversation of these two about this listing, open for writing: the one they had, or a new one. */
export async function upsertConversation(
  tx: Tx,
  conversation: { id: string; listingId: string; hostId: string; guestId: string; now: Date },
): Promise<ConversationRow> {
  const { id, listingId, hostId, guestId, now } = conversation;
  const row = await tx
    .insertInto('conversation')
    .values({
      id,
      listing_id: listingId,
      host_id: hostId,
      guest_id: guestId,
      closed_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['listing_id', 'guest_id']).doUpdateSet({ closed_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('conversation_member')
    .values(
      [hostId, guestId].map((personId) => ({
        conversation_id: row.id,
        person_id: personId,
        last_read_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return row;
}

export async function closeConversation(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

/**
 * Adds a message behind the last one, locking the conversation: each is at least a millisecond later than the one
 * before, so that the order of time is the order in which they were said. Null when the conversation is closed
 * and `evenClosed` is not set.
 */
export async function insertMessage(
  tx: Tx,
  message: {
    id: string;
    conversationId: string;
    senderId: string | null;
    content: string;
    event: MessageEvent | null;
    now: Date;
    evenClosed: boolean;
  },
): Promise<{ conversation: ConversationRow; row: MessageRow } | null> {
  const conversation = await tx
    .updateTable('conversation')
    .set({
      updated_at: sql<Date>`greatest(${message.now}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', message.conversationId)
    .$if(!message.evenClosed, (query) => query.where('closed_at', 'is', null))
    .returningAll()
    .executeTakeFirst();
  if (!conversation) return null;
  const row = await tx
    .insertInto('message')
    .values({
      id: message.id,
      conversation_id: message.conversationId,
      sender_id: message.senderId,
      content: message.content,
      event: message.event,
      created_at: conversation.updated_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { conversation, row };
}

/** Notes that the person has seen all up to `upTo`; never goes back. Whether that changed anything. */
export async function markRead(
  tx: Tx,
  conversationId: string,
  personId: string,
  upTo: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation_member')
    .set({ last_read_at: upTo })
    .where('conversation_id', '=', conversationId)
    .where('person_id', '=', personId)
    .where('last_read_at', '<', upTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The conversations of a person that can still be written in. */
export async function selectOpenIdsOf(db: DbOrTx, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation')
    .select('id')
    .where((is) => is.or([is('host_id', '=', personId), is('guest_id', '=', personId)]))
    .where('closed_at', 'is', null)
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
