import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { CONVERSATION_READ, type ConversationWasRead, peopleOf } from './messaging.events.ts';
import type { MessagingParts } from './messaging.parts.ts';
import { holdOwnConversation, otherOf } from './messaging.store.ts';
import * as store from './mark-read.store.ts';

/** What becomes of a look into a conversation. */
export function makeReading(parts: Pick<MessagingParts, 'db' | 'eventLog' | 'moderation' | 'notifications'>) {
  const { db, eventLog, moderation, notifications } = parts;

  return {
    /**
     * Marks what is in the conversation as read, up to the message `upTo` or all there is, and tells both people, across a
     * block only the reader; what
     * was read before stays read. Its notification is read once nothing is unread. 404 for a message of elsewhere.
     */
    async markConversationRead(
      caller: Caller,
      conversationId: string,
      upTo: string | null = null,
    ): Promise<void> {
      await inTransaction(db, async (tx) => {
        // held, so that a message that comes meanwhile is behind all this, with a notification of its own
        const conversation = await holdOwnConversation(tx, conversationId, caller.userId);
        const seenAt = upTo ? await store.saidAt(tx, conversationId, upTo) : conversation?.updated_at;
        if (!conversation || !seenAt) throw notFound();
        const otherId = otherOf(conversation, caller.userId);
        const isShown = !(await moderation.isBlockedBetween(tx, caller.userId, otherId));
        if (await store.markRead(tx, conversationId, caller.userId, seenAt, isShown)) {
          const read: ConversationWasRead = {
            conversationId,
            personId: caller.userId,
            people: peopleOf(conversation),
          };
          await eventLog.append(tx, CONVERSATION_READ, read);
        }
        if (await store.hasUnread(tx, conversationId, caller.userId)) return;
        const subject = { type: 'conversation' as const, id: conversationId };
        await notifications.markSubjectRead(tx, caller.userId, subject);
      });
    },

    /** In how many of the caller's conversations something is unread. */
    countUnread: (caller: Caller): Promise<number> => store.countUnreadConversations(db, caller.userId),
  };
}
