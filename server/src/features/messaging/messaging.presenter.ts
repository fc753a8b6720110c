import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';

type PresentingParts = Pick<MessagingParts, 'db' | 'accounts' | 'moderation' | 'photos' | 'listings'>;

/** A request is called what it was called when it was matched, across a block as well: it has no other title. */
const aboutRequest = ({
  request_id,
  listing_title,
}: store.ConversationRow): Conversation['emergencyRequest'] =>
  request_id !== null && listing_title !== null ? { id: request_id, title: listing_title } : null;

/**
 * The only JSON shapes of messages and conversations, for one of the two people. Across a block what was said before
 * stays to be read; photos of the other, what they have read since and what they now call the food do not pass.
 */
export function makePresenting({ db, accounts, moderation, photos, listings }: PresentingParts) {
  /** `blocked`: with whom of the senders there is a block. */
  async function presentMessages(
    me: string,
    rows: readonly store.MessageRow[],
    blocked: ReadonlySet<string>,
  ): Promise<Message[]> {
    const shows = (row: store.MessageRow): boolean =>
      row.sender_id === me || row.sender_id === null || !blocked.has(row.sender_id);
    const pictures = await photos.photosByIds(
      db,
      rows.flatMap((row) => (row.photo_id !== null && shows(row) ? [row.photo_id] : [])),
    );
    return rows.map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      senderId: row.sender_id,
      content: row.content,
      event: row.event,
      photo: (row.photo_id !== null && pictures.get(row.photo_id)) || null,
      createdAt: row.created_at.toISOString(),
    }));
  }

  async function presentConversations(
    me: string,
    rows: readonly store.ConversationEntry[],
    now: Date,
  ): Promise<Conversation[]> {
    if (rows.length === 0) return [];
    const [names, titles, lastRows, blocked] = await Promise.all([
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
    const lastMessages = await presentMessages(me, lastRows, blocked);
    const lastOf = new Map(lastMessages.map((message) => [message.conversationId, message]));
    return rows.flatMap((row) => {
      const otherId = store.otherOf(row, me);
      const other = names.get(otherId);
      if (!other) return [];
      const isBlocked = blocked.has(otherId);
      const listing = row.listing_id === null ? undefined : titles.get(row.listing_id);
      const title = isBlocked ? row.listing_title : listing?.title;
      return {
        id: row.id,
        otherUser: { ...other, email: null },
        foodListing: listing && title ? { id: listing.id, title } : null,
        emergencyRequest: aboutRequest(row),
        updatedAt: row.updated_at.toISOString(),
        lastMessage: lastOf.get(row.id) ?? null,
        unreadCount: row.unread_count,
        otherReadAt: row.other_read_at.toISOString(),
        readOnly: isBlocked || store.isClosed(row, now),
      };
    });
  }

  return { presentMessages, presentConversations };
}

export type Presenting = ReturnType<typeof makePresenting>;
