import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/**
 * SQL condition: a message of the other person may count as unread; used together with `last_read_at`. Any written
 * message may. A system message may until the person acts in the conversation after it, also from another screen;
 * `place_shared` does not count as an act, since a claim may post it automatically.
 */
export const mayBeUnread = (personId: string) => sql<boolean>`(
  message.event is null or message.content <> '' or message.created_at > coalesce((
    select max(own.created_at) from message as own
    where own.conversation_id = message.conversation_id and own.sender_id = ${personId}::uuid
      and own.event is distinct from 'place_shared'), '-infinity'))`;

export async function countUnreadConversations(db: DbOrTx, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_member as member
    join conversation on conversation.id = member.conversation_id
    -- the time of the last message, so that few conversations are searched
    where member.person_id = ${personId} and conversation.updated_at > member.last_read_at and exists (
      select from message where conversation_id = member.conversation_id
        and created_at > member.last_read_at and sender_id is distinct from member.person_id
        and ${mayBeUnread(personId)})`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function hasUnread(db: DbOrTx, conversationId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from message
    join conversation_member as member
      on member.conversation_id = message.conversation_id and member.person_id = ${personId}
    where message.conversation_id = ${conversationId} and message.created_at > member.last_read_at
      and message.sender_id is distinct from ${personId}::uuid and ${mayBeUnread(personId)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The time of a message; undefined if it is not in this conversation. */
export async function sentAt(
  db: DbOrTx,
  conversationId: string,
  messageId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('message')
    .select('created_at')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row?.created_at;
}

/** Moves the read position forward to `upTo`, and the one shown to the other if `isShown`. False if not forward. */
export async function markRead(
  tx: Tx,
  conversationId: string,
  personId: string,
  upTo: Date,
  isShown: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation_member')
    .set({ last_read_at: upTo, ...(isShown && { shown_read_at: upTo }) })
    .where('conversation_id', '=', conversationId)
    .where('person_id', '=', personId)
    .where('last_read_at', '<', upTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
