import * as contract from '@openlarder/domain/messaging/message-contract.ts';
import * as schemas from '@openlarder/domain/messaging/message-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import { photoConversation } from '#server/features/photos/photos.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { nextPageLink } from '#server/platform/http/paging.ts';
import { type LiveMessageOf, liveMessage } from '#server/platform/live/live-topic.ts';
import { countUnread, markConversationRead } from './conversations/mark-read.ts';
import { questionsAsked } from './conversations/questions-asked.ts';
import {
  adminTranscript,
  conversationEvidence,
  conversationOfMessage,
  messageEvidence,
  removeMessage,
  removePhotoEverywhere,
} from './messages/report-evidence.ts';
import { sendMessage } from './messages/send-message.ts';
import { messageMailTexts } from './messaging-texts.ts';
import { MESSAGE_SENT, type MessageSent } from './messaging.events.ts';
import * as messaging from './messaging.service.ts';
import { closePerson, exportPerson } from './messaging.service.ts';

function bindMessagingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(app, contract, schemas, {
    listConversations: async ({ caller, query, request }) => {
      const asked = { limit: query.limit, cursor: query.cursor ?? null };
      const [{ conversations, nextCursor }, unreadCount] = await Promise.all([
        messaging.listConversations(ctx, caller, asked),
        countUnread(ctx, caller),
      ]);
      return reply(200, conversations, {
        ...nextPageLink(request.url, nextCursor),
        'x-unread-count': String(unreadCount),
      });
    },
    listMessages: async ({ caller, params, query, request }) => {
      const asked = { limit: query.limit, cursor: query.cursor ?? null };
      const { messages, nextCursor } = await messaging.listMessages(ctx, caller, params.id, asked);
      return reply(200, messages, nextPageLink(request.url, nextCursor));
    },
    sendMessage: ({ caller, params, body, idempotency }) =>
      sendMessage(ctx, caller, params.id, body.content, idempotency, body.photo ?? null),
    readConversation: ({ caller, params, body }) =>
      markConversationRead(ctx, caller, params.id, body?.upTo ?? null),
  });
}

/** New messages, for all sockets of both people. */
const messagingMessages = (): LiveMessageOf[] => [
  liveMessage<MessageSent>()({
    kind: MESSAGE_SENT,
    message: ({ conversationId, messageId }) => ({
      type: 'new_message',
      data: { conversationId, messageId },
    }),
  }),
];

export const messagingModule: FeatureModule = {
  routes: bindMessagingRoutes,
  messages: messagingMessages,
  frames: (ctx) => ({
    async join_conversation(frame, viewer) {
      const isMember = await messaging.isMember(ctx, viewer, frame.conversationId);
      return isMember ? null : 'not-found';
    },
  }),
  hooks: [
    notificationMails.handler({
      texts: messageMailTexts,
      paths: { conversation: (id) => `/?tab=messages&conversation=${id}` },
    }),
    accountHooks.onAccountClosed.handler(closePerson),
    accountHooks.questionsAsked.handler(questionsAsked),
    accountHooks.personExport.handler({ name: 'conversations', read: exportPerson }),
    photoConversation.handler(messaging.conversationOfPhoto),
    moderationHooks.reportEvidence.handler({
      subjectType: 'conversation',
      find: conversationEvidence,
    }),
    moderationHooks.reportEvidence.handler({ subjectType: 'message', find: messageEvidence }),
    moderationHooks.reportedConversation.handler({
      subjectType: 'conversation',
      find: async (_tx, id) => id,
    }),
    moderationHooks.reportedConversation.handler({
      subjectType: 'message',
      find: conversationOfMessage,
    }),
    moderationHooks.transcript.handler(adminTranscript),
    moderationHooks.moderationDelete.handler({ kind: 'message', delete: removeMessage }),
    moderationHooks.moderationDelete.handler({ kind: 'photo', delete: removePhotoEverywhere }),
  ],
};
