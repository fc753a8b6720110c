import {
  type FoodCorrection,
  joinCorrections,
  type StatedCorrection,
} from '@openlarder/domain/kernel/food-tags.ts';
import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import {
  MAX_UNANSWERED_MESSAGES,
  unansweredWaitSeconds,
} from '@openlarder/domain/messaging/unanswered-limit.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import { isAcrossBlock, lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { attachPrivatePhoto } from '#server/features/photos/access/attach-photos.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as conversations from '../conversations/conversations.store.ts';
import { announceMessage } from '../messaging.events.ts';
import { hasOpenHandover } from '../messaging.hooks.ts';
import { presentMessages } from '../messaging.presenter.ts';
import * as messages from './messages.store.ts';

const closed = () => conflict('conversation-closed');
const waitForAnswer = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'wait-for-answer', { retryAfterSeconds });

/**
 * Sends the caller's text and a photo of theirs by its path; one of the two is given. 403 `account-paused` if paused
 * without an open handover here; 409 `conversation-closed` after a release and across a block; 422 on `photo` if it
 * cannot be used; 429 `too-many` past the limit per minute, `wait-for-answer` past the limit of unanswered messages.
 */
export async function sendMessage(
  ctx: AppContext,
  caller: Caller,
  conversationId: string,
  content: string,
  idempotency: Idempotency | null = null,
  photo: string | null = null,
): Promise<Message> {
  const conversation = await conversations.selectOwnConversation(ctx.db, conversationId, caller.userId);
  if (!conversation) throw notFound();
  await ctx.rateLimits.spend('person-message', caller.userId);
  const { messageId } = await inTransaction(ctx, (tx) =>
    once(tx, caller.userId, idempotency, async () => ({
      messageId: await write(tx, caller.userId, conversation, { content, photo }),
    })),
  );
  const rows = await messages.selectMessages(ctx.db, [messageId]);
  const [message] = await presentMessages(ctx, caller.userId, conversation, rows, new Set());
  if (!message) throw notFound();
  return message;
}

/**
 * Posts a system message about an act of `actorId` (null for a timeout), also into a closed conversation. `time` is the
 * time that the event is about, if any. Throws 429 `wait-for-answer` for a proposal past the limit of unanswered messages.
 */
export async function postSystemMessage(
  tx: TxContext,
  conversationId: string,
  event: MessageEvent,
  actorId: string | null,
  about: { readonly time?: Date } = {},
): Promise<void> {
  const turn = { now: tx.clock.now(), evenClosed: true };
  const conversation = await conversations.lockForMessage(tx.db, conversationId, turn);
  if (!conversation) return;
  if (event === 'time_proposed' && actorId !== null)
    await requireFewUnanswered(tx, conversationId, actorId, conversations.otherOf(conversation, actorId));
  await append(tx, conversation, {
    sender_id: actorId,
    content: '',
    event,
    event_time: about.time ?? null,
    photo_id: null,
  });
}

/**
 * Posts a system message about corrected food, also into a closed conversation. One that the other person has not read
 * is moved to its place, and says both.
 */
export async function postCorrection(
  tx: TxContext,
  conversationId: string,
  actorId: string,
  { correction, contained }: StatedCorrection,
): Promise<void> {
  const event = 'food_corrected';
  const turn = { now: tx.clock.now(), evenClosed: true };
  const conversation = await conversations.lockForMessage(tx.db, conversationId, turn);
  if (!conversation) return;
  const readerId = conversations.otherOf(conversation, actorId);
  const unread = await messages.selectUnreadEvent(tx.db, conversationId, readerId, event);
  if (!unread) {
    await append(tx, conversation, { sender_id: actorId, content: '', event, correction, photo_id: null });
    return;
  }
  const both = joinCorrections(unread.correction, correction, contained);
  await messages.moveEvent(tx.db, unread.id, { created_at: conversation.updated_at, correction: both });
  await announceMessage(tx, conversation, unread.id);
}

/**
 * Posts what the receiver of a handover says after it, with their note; '' for none. Has the refusals of `sendMessage`,
 * except for the limit of unanswered messages. The caller holds the lock of the pair.
 */
export async function postAfterHandover(
  tx: TxContext,
  handover: { readonly conversation_id: string; readonly receiver_id: string },
  event: 'thanked' | 'name_told',
  note = '',
): Promise<void> {
  const { conversation_id, receiver_id } = handover;
  const before = await conversations.selectOwnConversation(tx.db, conversation_id, receiver_id);
  if (!before) throw notFound();
  const conversation = await lockToWrite(tx, receiver_id, before);
  await append(tx, conversation, { sender_id: receiver_id, content: note, event, photo_id: null });
}

/** Locks the conversation for a message of this person, who may write in it now. */
async function lockToWrite(
  tx: TxContext,
  senderId: string,
  before: conversations.ConversationRow,
): Promise<conversations.ConversationRow> {
  const { id } = before;
  const otherId = conversations.otherOf(before, senderId);
  // a paused person may write only while a handover is open here
  await requireActive(tx, senderId, () => isHandoverOpen(tx, id));
  await lockPairAgainstBlock(tx, senderId, otherId);
  if (await isAcrossBlock(tx, senderId, { id, otherId })) throw closed();
  const turn = { now: tx.clock.now(), evenClosed: false };
  const conversation = await conversations.lockForMessage(tx.db, id, turn);
  if (!conversation) throw closed();
  return conversation;
}

async function write(
  tx: TxContext,
  senderId: string,
  before: conversations.ConversationRow,
  { content, photo }: { readonly content: string; readonly photo: string | null },
): Promise<string> {
  const { id } = before;
  const otherId = conversations.otherOf(before, senderId);
  const conversation = await lockToWrite(tx, senderId, before);
  await requireFewUnanswered(tx, id, senderId, otherId);
  const photoId = photo === null ? null : await attachPrivatePhoto(tx, senderId, photo, otherId);
  const message = { sender_id: senderId, content, event: null, photo_id: photoId };
  const messageId = await append(tx, conversation, message);
  await notifications.notify(tx, {
    personId: otherId,
    kind: 'message_received',
    subject: { type: 'conversation', id },
    actorId: senderId,
    listingTitle: await titleOf(tx, before),
  });
  return messageId;
}

async function isHandoverOpen(tx: TxContext, conversationId: string): Promise<boolean> {
  for (const isOpen of hasOpenHandover.handlersOf(tx)) if (await isOpen(tx, conversationId)) return true;
  return false;
}

/** Inserts a message into a conversation locked by `lockForMessage`, whose `updated_at` is the message's time. */
async function append(
  tx: TxContext,
  conversation: conversations.ConversationRow,
  message: Pick<messages.MessageRow, 'sender_id' | 'content' | 'event' | 'photo_id'> & {
    readonly event_time?: Date | null;
    readonly correction?: FoodCorrection | null;
  },
): Promise<string> {
  const id = tx.newId();
  await messages.insertMessage(tx.db, {
    event_time: null,
    correction: null,
    ...message,
    id,
    conversation_id: conversation.id,
    created_at: conversation.updated_at,
  });
  await announceMessage(tx, conversation, id);
  return id;
}

/** The listing's current title, or the request's title at its match. */
async function titleOf(tx: TxContext, about: conversations.ConversationRow): Promise<string | null> {
  const { listing_id, request_id, listing_title } = about;
  if (request_id !== null) return listing_title;
  return (listing_id && (await listingsById(tx, [listing_id])).get(listing_id)?.title) ?? null;
}

async function requireFewUnanswered(
  tx: TxContext,
  conversationId: string,
  senderId: string,
  otherId: string,
): Promise<void> {
  const nowMs = tx.clock.now().getTime();
  const of = { conversationId, senderId, otherId, since: new Date(nowMs - DAY_MS) };
  const times = await messages.unansweredTimes(tx.db, of, MAX_UNANSWERED_MESSAGES);
  const waitSeconds = unansweredWaitSeconds(
    times.map((at) => at.getTime()),
    nowMs,
  );
  if (waitSeconds !== null) throw waitForAnswer(waitSeconds);
}
