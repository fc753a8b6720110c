import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type ConversationEntry,
  type ConversationRow,
  isClosed,
  otherOf,
} from './conversations/conversations.store.ts';
import { peopleMet } from './messaging.hooks.ts';
import { type MessageRow, selectMessages } from './messages/messages.store.ts';

// The only JSON shapes of messages and conversations, for one of the two people. Across a block earlier text stays
// readable; photos of the other, their later reads and a new title of the listing are hidden.

/** `blocked`: the senders across a block. */
export async function presentMessages(
  ctx: AppContext,
  me: string,
  rows: readonly MessageRow[],
  blocked: ReadonlySet<string>,
): Promise<Message[]> {
  const showsPhoto = (row: MessageRow): boolean =>
    row.sender_id === me || row.sender_id === null || !blocked.has(row.sender_id);
  const pictures = await photos.photosByIds(
    ctx,
    rows.flatMap((row) => (row.photo_id !== null && showsPhoto(row) ? [row.photo_id] : [])),
  );
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    senderId: row.sender_id,
    content: row.content,
    event: row.event,
    eventTime: row.event_time?.toISOString() ?? null,
    photo: (row.photo_id !== null && pictures.get(row.photo_id)) || null,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function presentConversations(
  ctx: AppContext,
  me: string,
  rows: readonly ConversationEntry[],
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const otherIds = [...new Set(rows.map((row) => otherOf(row, me)))];
  const [names, titles, lastRows, blocked] = await Promise.all([
    namesFor(ctx, me, otherIds),
    listings.listingsById(
      ctx,
      rows.flatMap((row) => row.listing_id ?? []),
    ),
    selectMessages(
      ctx.db,
      rows.flatMap((row) => row.last_message_id ?? []),
    ),
    moderation.blockedWith(ctx, me),
  ]);
  const lastMessages = await presentMessages(ctx, me, lastRows, blocked);
  const lastOf = new Map(lastMessages.map((message) => [message.conversationId, message]));
  return rows.flatMap((row) => {
    const otherId = otherOf(row, me);
    const other = names.get(otherId);
    if (!other) return [];
    const isBlocked = blocked.has(otherId);
    const listing = row.listing_id === null ? undefined : titles.get(row.listing_id);
    const title = isBlocked ? row.listing_title : listing?.title;
    return {
      id: row.id,
      otherUser: { ...other, email: null },
      foodListing: listing && title ? { id: listing.id, title } : null,
      emergencyRequest: requestOf(row),
      updatedAt: row.updated_at.toISOString(),
      lastMessage: lastOf.get(row.id) ?? null,
      unreadCount: row.unread_count,
      otherReadAt: row.other_read_at.toISOString(),
      readOnly: isBlocked || isClosed(row, now),
    };
  });
}

/** The names of these people as `me` sees them: a first name until a handover of the two is completed. */
export async function namesFor(
  ctx: AppContext,
  me: string,
  otherIds: readonly string[],
): ReturnType<typeof accounts.fullNames> {
  const met = await Promise.all(peopleMet.handlersOf(ctx).map((metBy) => metBy(ctx, me, otherIds)));
  return accounts.fullNames(ctx, otherIds, new Set(met.flatMap((ids) => [...ids])));
}

/** A request keeps the title it had at its match, so it is shown across a block too. */
const requestOf = ({ request_id, listing_title }: ConversationRow): Conversation['emergencyRequest'] =>
  request_id !== null && listing_title !== null ? { id: request_id, title: listing_title } : null;
