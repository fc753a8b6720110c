import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { CONVERSATION_READ, type ConversationWasRead, peopleOf } from '../messaging.events.ts';
import { shareLockOwnConversation, otherOf } from './conversations.store.ts';
import * as store from './mark-read.store.ts';

/**
 * Marks the conversation as read up to the message `upTo`, or entirely, and announces it to both people, across a
 * block and of who has no name only to the reader. Never moves back. Marks its notification as read once nothing is unread. 404 if the
 * message is not in this conversation.
 */
export async function markConversationRead(
  ctx: AppContext,
  caller: Caller,
  conversationId: string,
  upTo: string | null = null,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // locked, so that a concurrent message comes later and gets its own notification
    const conversation = await shareLockOwnConversation(tx.db, conversationId, caller.userId);
    const readAt = upTo ? await store.sentAt(tx.db, conversationId, upTo) : conversation?.updated_at;
    if (!conversation || !readAt) throw notFound();
    const otherId = otherOf(conversation, caller.userId);
    // the instant of reading would be that at which a person reads who is known by name elsewhere
    const isNamed = (await anonymousSummaries(tx, otherId, [conversationId])).size === 0;
    const isShown = isNamed && !(await isAcrossBlock(tx, caller.userId, { id: conversationId, otherId }));
    if (await store.markRead(tx.db, conversationId, caller.userId, readAt, isShown)) {
      const read: ConversationWasRead = {
        conversationId,
        personId: caller.userId,
        people: peopleOf(conversation),
      };
      await tx.eventLog.append(tx, CONVERSATION_READ, read, {
        topics: ['conversations'],
        people: isShown ? read.people : [caller.userId],
      });
    }
    if (await store.hasUnread(tx.db, conversationId, caller.userId)) return;
    const subject = { type: 'conversation' as const, id: conversationId };
    await notifications.markSubjectRead(tx, caller.userId, subject);
  });
}

export const countUnread = (ctx: AppContext, caller: Caller): Promise<number> =>
  store.countUnreadConversations(ctx.db, caller.userId);
