import * as contract from '@openlarder/domain/messaging/message-contract.ts';
import * as schemas from '@openlarder/domain/messaging/message-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { nextPageLink } from '#server/platform/http/paging.ts';
import * as messaging from './messaging.service.ts';

export function bindMessagingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(
    app,
    contract.listConversations,
    schemas.listConversationsSpec,
    async ({ caller, query, request }) => {
      const asked = { limit: query.limit, cursor: query.cursor ?? null };
      const [{ conversations, nextCursor }, unreadCount] = await Promise.all([
        messaging.listConversations(ctx, caller, asked),
        messaging.countUnread(ctx, caller),
      ]);
      return reply(200, conversations, {
        ...nextPageLink(request.url, nextCursor),
        'x-unread-count': String(unreadCount),
      });
    },
  );
  bindEndpoint(
    app,
    contract.listMessages,
    schemas.listMessagesSpec,
    async ({ caller, params, query, request }) => {
      const asked = { limit: query.limit, cursor: query.cursor ?? null };
      const { messages, nextCursor } = await messaging.listMessages(ctx, caller, params.id, asked);
      return reply(200, messages, nextPageLink(request.url, nextCursor));
    },
  );
  bindEndpoint(
    app,
    contract.sendMessage,
    schemas.sendMessageSpec,
    async ({ caller, params, body, idempotency }) =>
      reply(
        201,
        await messaging.sendMessage(ctx, caller, params.id, body.content, idempotency, body.photo ?? null),
      ),
  );
  bindEndpoint(
    app,
    contract.readConversation,
    schemas.readConversationSpec,
    async ({ caller, params, body }) => {
      await messaging.markConversationRead(ctx, caller, params.id, body?.upTo ?? null);
      return reply(204, null);
    },
  );
}
