import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/** In how many of a person's conversations something is unread. */
export async function countUnreadConversations(db: DbOrTx, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_member as member
    join conversation on conversation.id = member.conversation_id
    -- the time of the last message, so that most are not looked into
    where member.person_id = ${personId} and conversation.updated_at > member.last_read_at and exists (
      select from message where conversation_id = member.conversation_id
        and created_at > member.last_read_at and sender_id is distinct from member.person_id)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether the person has not read all that others said here. */
export async function hasUnread(db: DbOrTx, conversationId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from message
    join conversation_member as member
      on member.conversation_id = message.conversation_id and member.person_id = ${personId}
    where message.conversation_id = ${conversationId} and message.created_at > member.last_read_at
      and message.sender_id is distinct from ${personId}::uuid
    limit 1`.execute(db);
  return rows.length > 0;
}

/** When a message of this conversation was said. */
export async function saidAt(
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

/**
 * Notes that the person has seen all up to `upTo`, and shows it to the other when `isShown`; never goes back. Whether
 * that changed anything.
 */
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
