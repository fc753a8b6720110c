import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { MAX_UNANSWERED, unansweredWaitSeconds } from '@openlarder/domain/messaging/unanswered.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { MESSAGE_SENT, type MessageSent, peopleOf } from './messaging.events.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';
import type { Presenting } from './messaging.presenter.ts';

const closed = () => conflict('conversation-closed', 'This conversation is closed.');
const waitForAnswer = (retryAfterSeconds: number): AppError =>
  new AppError(
    429,
    'wait-for-answer',
    'You have written a lot without an answer. Please give them a little time.',
    { retryAfterSeconds },
  );

/** How messages come into a conversation: those of people, and what the product says for them. */
export function makeWriting(parts: MessagingParts & Pick<Presenting, 'presentMessages'>) {
  const { db, clock, newId, eventLog, rateLimits, accounts, moderation, notifications, photos, listings } =
    parts;
  const { hasOpenClaim } = parts;

  /** The conversation is locked by now, and its `updated_at` is the message's time. */
  async function append(
    tx: Tx,
    conversation: store.ConversationRow,
    said: Pick<store.MessageRow, 'sender_id' | 'content' | 'event' | 'photo_id'>,
  ): Promise<string> {
    const id = newId();
    await store.insertMessage(tx, {
      ...said,
      id,
      conversation_id: conversation.id,
      created_at: conversation.updated_at,
    });
    const sent: MessageSent = {
      conversationId: conversation.id,
      messageId: id,
      people: peopleOf(conversation),
    };
    await eventLog.append(tx, MESSAGE_SENT, sent);
    return id;
  }

  /** What the food is called by now; a request is called what it was when somebody said that they help. */
  async function titleOf(tx: Tx, about: store.ConversationRow): Promise<string | null> {
    const { listing_id, request_id, listing_title } = about;
    if (request_id !== null) return listing_title;
    return (listing_id && (await listings.listingsById(tx, [listing_id])).get(listing_id)?.title) ?? null;
  }

  async function refuseUnanswered(
    tx: Tx,
    conversationId: string,
    senderId: string,
    otherId: string,
  ): Promise<void> {
    const nowMs = clock.now().getTime();
    const of = { conversationId, senderId, otherId, since: new Date(nowMs - DAY_MS) };
    const times = await store.unansweredTimes(tx, of, MAX_UNANSWERED);
    const waitSeconds = unansweredWaitSeconds(
      times.map((at) => at.getTime()),
      nowMs,
    );
    if (waitSeconds !== null) throw waitForAnswer(waitSeconds);
  }

  async function write(
    tx: Tx,
    senderId: string,
    before: store.ConversationRow,
    { content, photo }: { readonly content: string; readonly photo: string | null },
  ): Promise<string> {
    const { id } = before;
    const otherId = store.otherOf(before, senderId);
    // who is paused may say what it takes to hand over, and nothing to anybody else
    await accounts.requireActive(tx, senderId, () => hasOpenClaim(tx, id));
    if ((await moderation.lockPairAgainstBlock(tx, senderId, otherId)).isBlocked) throw closed();
    const conversation = await store.takeTurn(tx, id, { now: clock.now(), evenClosed: false });
    if (!conversation) throw closed();
    await refuseUnanswered(tx, id, senderId, otherId);
    const photoId = photo === null ? null : await photos.attachPrivatePhoto(tx, senderId, photo, otherId);
    const said = { sender_id: senderId, content, event: null, photo_id: photoId };
    const messageId = await append(tx, conversation, said);
    await notifications.notify(tx, {
      personId: otherId,
      kind: 'message_received',
      subject: { type: 'conversation', id },
      actorId: senderId,
      listingTitle: await titleOf(tx, before),
    });
    return messageId;
  }

  /** Tells both people, in their conversation, what `actorId` (null: time) did; a closed one hears it too. */
  async function postSystemMessage(
    tx: Tx,
    conversationId: string,
    event: MessageEvent,
    actorId: string | null,
  ): Promise<void> {
    const conversation = await store.takeTurn(tx, conversationId, { now: clock.now(), evenClosed: true });
    if (conversation)
      await append(tx, conversation, { sender_id: actorId, content: '', event, photo_id: null });
  }

  return {
    /**
     * Sends what the caller wrote, and a photo of theirs by its path; one of the two is there. 403
     * `account-paused` of who is paused and has nothing to hand over here; 409 `conversation-closed` after a release and across a block; 422 on `photo` for one
     * that cannot be used; 429 `too-many` past their share of a minute, `wait-for-answer` past what nobody answered.
     */
    async sendMessage(
      caller: Caller,
      conversationId: string,
      content: string,
      idempotency: Idempotency | null = null,
      photo: string | null = null,
    ): Promise<Message> {
      const conversation = await store.selectOwnConversation(db, conversationId, caller.userId);
      if (!conversation) throw notFound();
      await rateLimits.spend('person-message', caller.userId);
      const { messageId } = await inTransaction(db, (tx) =>
        once(tx, caller.userId, idempotency, clock, async () => ({
          messageId: await write(tx, caller.userId, conversation, { content, photo }),
        })),
      );
      const [message] = await parts.presentMessages(
        caller.userId,
        await store.selectMessages(db, [messageId]),
        new Set(),
      );
      if (!message) throw notFound();
      return message;
    },

    postSystemMessage,
  };
}
