import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Db } from '#server/db/database.ts';
import { type FrameHandlers, type LiveTopic, liveTopic } from '#server/platform/live/live-topic.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import {
  CONVERSATION_READ,
  type ConversationWasRead,
  MESSAGE_SENT,
  type MessageSent,
} from './messaging.events.ts';
import type { Messaging } from './messaging.service.ts';

/**
 * A new message reaches both people's sockets, joined or not, and so does that one of them has read: the latter not
 * across a block.
 */
export function messagingTopics(parts: {
  readonly db: Db;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
}): LiveTopic[] {
  return [
    liveTopic<MessageSent>()({
      kind: MESSAGE_SENT,
      audience: ({ people }) => ({ people }),
      message: ({ conversationId, messageId, people }, viewer) =>
        people.includes(viewer.userId) ? { type: 'new_message', data: { conversationId, messageId } } : null,
    }),
    liveTopic<ConversationWasRead>()({
      kind: CONVERSATION_READ,
      audience: ({ people }) => ({ people }),
      prepare: ({ personId }) => parts.moderation.blockedWith(parts.db, personId),
      message({ conversationId, personId, people }, viewer, blocked) {
        if (!people.includes(viewer.userId) || blocked.has(viewer.userId)) return null;
        return { type: 'conversation_read', data: { conversationId, byMe: viewer.userId === personId } };
      },
    }),
  ];
}

/** Joining is for the two people of a conversation; to anybody else it does not exist. */
export function messagingFrames(
  messaging: Messaging,
): Pick<FrameHandlers<ClientMessage>, 'join_conversation'> {
  return {
    async join_conversation(frame, viewer) {
      const isMember = await messaging.isMember(viewer, frame.conversationId);
      return isMember ? null : 'We could not find that conversation.';
    },
  };
}
