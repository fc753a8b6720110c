import { conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/ids.ts';
import type { Conversation, Message, MessageEvent } from '@openlarder/domain/messaging/message-contract.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { EventLog } from '#server/platform/event-log.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { NewId } from '#server/platform/ids.ts';
import { FIRST_PAGE, type Page, pageOf, positionOf, timeCursor } from '#server/platform/paging.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { makeLeaving } from './leaving.ts';
import * as store from './messaging.store.ts';

/** The events that somebody said something, and that somebody has read it. */
export const MESSAGE_SENT = 'message_sent';
export type MessageSent = {
  readonly conversationId: string;
  readonly messageId: string;
  readonly people: readonly string[];
};
export const CONVERSATION_READ = 'conversation_read';
export type ConversationWasRead = {
  readonly conversationId: string;
  readonly personId: string;
  readonly people: readonly string[];
};

export type MessagingParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly accounts: Pick<Accounts, 'fullNames'>;
  readonly moderation: Moderation;
  readonly notifications: Notifications;
  readonly listings: Listings;
};

const closed = () => conflict('conversation-closed', 'This conversation is closed.');

export type Messaging = ReturnType<typeof makeMessaging>;

/** What the two people of a claim say to each other, and what the product tells both about it. */
export function makeMessaging(parts: MessagingParts) {
  const { db, clock, newId, eventLog, accounts, moderation, notifications, listings } = parts;

  async function ownConversation(dbOrTx: DbOrTx, caller: Caller, id: string): Promise<store.ConversationRow> {
    const conversation = await store.selectOwnConversation(dbOrTx, id, caller.userId);
    if (!conversation) throw notFound();
    return conversation;
  }

  const presentMessage = (row: store.MessageRow): Message => ({
    id: row.id,
    conversationId: row.conversation_id,
    senderId: row.sender_id,
    content: row.content,
    event: row.event,
    photo: null,
    createdAt: row.created_at.toISOString(),
  });

  /** The caller's conversations, newest first, and where the older ones go on. */
  async function listConversations(
    caller: Caller,
    { limit, cursor }: Page = FIRST_PAGE,
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
    const after = positionOf(cursor);
    const rows = await store.selectConversationsOf(db, caller.userId, after, limit + 1);
    const { page, last } = pageOf(rows, limit);
    return {
      conversations: await presentConversations(caller.userId, page),
      nextCursor: last ? timeCursor({ at: last.updated_at, id: last.id }) : null,
    };
  }

  async function presentConversations(
    me: string,
    rows: readonly store.ConversationEntry[],
  ): Promise<Conversation[]> {
    if (rows.length === 0) return [];
    const [names, titles, lastMessages, blocked] = await Promise.all([
      accounts.fullNames(db, [...new Set(rows.map((row) => store.otherOf(row, me)))]),
      listings.listingsById(
        db,
        rows.flatMap((row) => row.listing_id ?? []),
      ),
      store.selectMessages(
        db,
        rows.flatMap((row) => row.last_message_id ?? []),
      ),
      moderation.blockedWith(db, me),
    ]);
    const lastOf = new Map(lastMessages.map((row) => [row.conversation_id, presentMessage(row)]));
    return rows.flatMap((row) => {
      const otherId = store.otherOf(row, me);
      const other = names.get(otherId);
      if (!other) return [];
      const listing = row.listing_id === null ? undefined : titles.get(row.listing_id);
      return {
        id: row.id,
        otherUser: { ...other, email: null },
        foodListing: listing ? { id: listing.id, title: listing.title } : null,
        updatedAt: row.updated_at.toISOString(),
        lastMessage: lastOf.get(row.id) ?? null,
        unreadCount: row.unread_count,
        otherReadAt: row.other_read_at.toISOString(),
        readOnly: row.closed_at !== null || blocked.has(otherId),
      };
    });
  }

  /** A page of messages, oldest first, and where the older ones go on. */
  async function listMessages(
    caller: Caller,
    conversationId: string,
    { limit, cursor }: Page,
  ): Promise<{ messages: Message[]; nextCursor: string | null }> {
    await ownConversation(db, caller, conversationId);
    const rows = await store.selectNewest(db, conversationId, positionOf(cursor), limit + 1);
    const { page, last } = pageOf(rows, limit);
    return {
      messages: page.toReversed().map(presentMessage),
      nextCursor: last ? timeCursor({ at: last.created_at, id: last.id }) : null,
    };
  }

  async function append(
    tx: Tx,
    said: {
      conversationId: string;
      senderId: string | null;
      content: string;
      event: MessageEvent | null;
    },
  ): Promise<{ conversation: store.ConversationRow; row: store.MessageRow } | null> {
    const message = { ...said, id: newId(), now: clock.now(), evenClosed: said.event !== null };
    const result = await store.insertMessage(tx, message);
    if (!result) return null;
    const { conversation, row } = result;
    // who writes has read what is above; what is done on a claim is done elsewhere
    if (said.event === null && said.senderId !== null)
      await store.markRead(tx, conversation.id, said.senderId, row.created_at);
    const sent: MessageSent = {
      conversationId: conversation.id,
      messageId: row.id,
      people: [conversation.host_id, conversation.guest_id],
    };
    await eventLog.append(tx, MESSAGE_SENT, sent);
    return result;
  }

  /** Sends what the caller wrote. 409 `conversation-closed` after a release and across a block. */
  async function sendMessage(
    caller: Caller,
    conversationId: string,
    content: string,
    idempotency: Idempotency | null = null,
  ): Promise<Message> {
    const conversation = await ownConversation(db, caller, conversationId);
    const otherId = store.otherOf(conversation, caller.userId);
    const { messageId } = await inTransaction(db, (tx) =>
      once(tx, caller.userId, idempotency, clock, async () => {
        if (await moderation.isBlockedBetween(tx, caller.userId, otherId)) throw closed();
        const said = { conversationId, senderId: caller.userId, content, event: null };
        const result = await append(tx, said);
        if (!result) throw closed();
        const listing = conversation.listing_id
          ? (await listings.listingsById(tx, [conversation.listing_id])).get(conversation.listing_id)
          : undefined;
        await notifications.notify(tx, {
          personId: otherId,
          kind: 'message_received',
          subject: { type: 'conversation', id: conversationId },
          actorId: caller.userId,
          listingTitle: listing?.title ?? null,
        });
        return { messageId: result.row.id };
      }),
    );
    const [row] = await store.selectMessages(db, [messageId]);
    if (!row) throw notFound();
    return presentMessage(row);
  }

  /** Marks all that is in the conversation as read, and tells the caller's other tabs. */
  async function readConversation(caller: Caller, conversationId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const conversation = await ownConversation(tx, caller, conversationId);
      const changed = await store.markRead(tx, conversationId, caller.userId, conversation.updated_at);
      if (!changed) return;
      const read: ConversationWasRead = {
        conversationId,
        personId: caller.userId,
        people: [conversation.host_id, conversation.guest_id],
      };
      await eventLog.append(tx, CONVERSATION_READ, read);
      const subject = { type: 'conversation' as const, id: conversationId };
      await notifications.markSubjectRead(tx, caller.userId, subject);
    });
  }

  /** Whether the caller may hear what is said here. */
  async function isMember(caller: Caller, conversationId: string): Promise<boolean> {
    if (!idSchema.safeParse(conversationId).success) return false;
    return (await store.selectOwnConversation(db, conversationId, caller.userId)) !== undefined;
  }

  /** The caller's conversation, for the features that come after this one; 404 to anybody else. */
  async function conversationOf(
    caller: Caller,
    conversationId: string,
  ): Promise<{
    readonly id: string;
    readonly listingId: string | null;
    readonly hostId: string;
    readonly guestId: string;
  }> {
    const row = await ownConversation(db, caller, conversationId);
    return { id: row.id, listingId: row.listing_id, hostId: row.host_id, guestId: row.guest_id };
  }

  /** The open conversation of these two about a listing; one they had before is opened again. Gives its id. */
  async function openConversation(
    tx: Tx,
    about: { readonly listingId: string; readonly hostId: string; readonly guestId: string },
  ): Promise<string> {
    const row = await store.upsertConversation(tx, { ...about, id: newId(), now: clock.now() });
    return row.id;
  }

  /** Makes the conversation read-only until the same two claim again. */
  async function closeConversation(tx: Tx, conversationId: string): Promise<void> {
    await store.closeConversation(tx, conversationId, clock.now());
  }

  /** Tells both people, in their conversation, what `actorId` (null: time) did; a closed conversation hears it too. */
  async function say(
    tx: Tx,
    conversationId: string,
    event: MessageEvent,
    actorId: string | null,
  ): Promise<void> {
    await append(tx, { conversationId, senderId: actorId, content: '', event });
  }

  return {
    listConversations,
    listMessages,
    sendMessage,
    readConversation,
    isMember,
    conversationOf,
    openConversation,
    closeConversation,
    say,
    ...makeLeaving({ accounts, listings, say, closeConversation }),
  };
}
