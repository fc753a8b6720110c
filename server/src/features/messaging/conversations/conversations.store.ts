import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import type { MessagingTables } from '../messaging.tables.ts';
import { mayBeUnread } from './mark-read.store.ts';

export type ConversationRow = Selectable<MessagingTables['conversation']>;

export const otherOf = (conversation: ConversationRow, personId: string): string =>
  conversation.giver_id === personId ? conversation.receiver_id : conversation.giver_id;

/** Returns true if the conversation is read-only at `now`. */
export const isClosed = ({ closed_at }: ConversationRow, now: Date): boolean =>
  closed_at !== null && closed_at <= now;

/** A conversation with the columns of one member's list. */
export type ConversationEntry = ConversationRow & {
  readonly unread_count: number;
  readonly other_read_at: Date;
  readonly last_message_id: string | null;
};

const COUNTED_TO = 100;

const ownConversation = (db: DbOrTx, id: string, personId: string) =>
  db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('giver_id', '=', personId), is('receiver_id', '=', personId)]));

export async function selectOwnConversation(
  db: DbOrTx,
  id: string,
  personId: string,
): Promise<ConversationRow | undefined> {
  return ownConversation(db, id, personId).executeTakeFirst();
}

/** As `selectOwnConversation`, share-locked against new messages until the transaction ends. */
export async function shareLockOwnConversation(
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
  // the page first, so that unread messages are counted only for its rows
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
          and sender_id is distinct from ${personId}::uuid and ${mayBeUnread(personId)}
        limit ${COUNTED_TO}) as newer
    ) as unread
    order by page.updated_at desc, page.id desc`.execute(db);
  return rows;
}

/** Opens the conversation of these two about a listing or a request: reopens an existing one or inserts a new one. */
export async function upsertConversation(
  tx: Tx,
  conversation: {
    readonly id: string;
    readonly about: { readonly listingId: string } | { readonly requestId: string };
    /** The current title of the listing or request. */
    readonly title: string | null;
    readonly giverId: string;
    readonly receiverId: string;
    readonly now: Date;
  },
): Promise<ConversationRow> {
  const { id, about, title, giverId, receiverId, now } = conversation;
  const row = await tx
    .insertInto('conversation')
    .values({
      id,
      listing_id: 'listingId' in about ? about.listingId : null,
      request_id: 'requestId' in about ? about.requestId : null,
      listing_title: title,
      giver_id: giverId,
      receiver_id: receiverId,
      closed_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      ('listingId' in about
        ? conflict.columns(['listing_id', 'receiver_id'])
        : conflict.columns(['request_id', 'giver_id']).where('request_id', 'is not', null)
      ).doUpdateSet({ closed_at: null, listing_title: title }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('conversation_member')
    .values(
      [giverId, receiverId].map((personId) => ({
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

/** Closes the conversation at `at`, or earlier if set before. */
export async function closeConversation(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ closed_at: sql<Date>`least(${at}::timestamptz, closed_at)` })
    .where('id', '=', id)
    .execute();
}

/** Keeps the conversation open until `at`. */
export async function keepOpen(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('conversation').set({ closed_at: at }).where('id', '=', id).execute();
}

/**
 * Locks the conversation and sets `updated_at` to the time of the next message: at least a millisecond after the last
 * one, so that times order messages strictly. Undefined if the conversation is closed, unless `evenClosed`.
 */
export async function lockForMessage(
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

/** Locks a conversation until the transaction ends: concurrent messages wait. */
export async function lockConversation(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('conversation').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The listing titles at the last claim, by conversation id. */
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

/** Which of these conversations are open at `now`, in the order of locks. */
export async function selectOpenIds(db: DbOrTx, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>', now)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteMemberships(
  tx: Tx,
  personId: string,
  conversationIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('conversation_member')
    .where('person_id', '=', personId)
    .where('conversation_id', '=', sql<string>`any(${[...conversationIds]}::uuid[])`)
    .execute();
}

/** All conversations of a person, oldest first. */
export async function selectAllOf(db: DbOrTx, personId: string): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where((is) => is.or([is('giver_id', '=', personId), is('receiver_id', '=', personId)]))
    .orderBy('id')
    .execute();
}

/** Sets the title of the conversations about a listing or a request; returns their ids. */
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
