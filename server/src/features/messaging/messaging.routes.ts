import {
  listConversations,
  listMessages,
  readConversation,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import { nextPageLink } from '#server/platform/paging.ts';
import type { Messaging } from './messaging.service.ts';

export function bindMessagingRoutes(app: FastifyInstance, messaging: Messaging): void {
  bindEndpoint(app, listConversations, async ({ caller, query, request }) => {
    const asked = { limit: query.limit, cursor: query.cursor ?? null };
    const [{ conversations, nextCursor }, unreadCount] = await Promise.all([
      messaging.listConversations(caller, asked),
      messaging.countUnread(caller),
    ]);
    return answer(200, conversations, {
      ...nextPageLink(request.url, nextCursor),
      'x-unread-count': String(unreadCount),
    });
  });
  bindEndpoint(app, listMessages, async ({ caller, params, query, request }) => {
    const asked = { limit: query.limit, cursor: query.cursor ?? null };
    const { messages, nextCursor } = await messaging.listMessages(caller, params.id, asked);
    return answer(200, messages, nextPageLink(request.url, nextCursor));
  });
  bindEndpoint(app, sendMessage, async ({ caller, params, body, idempotency }) =>
    answer(
      201,
      await messaging.sendMessage(caller, params.id, body.content, idempotency, body.photo ?? null),
    ),
  );
  bindEndpoint(app, readConversation, async ({ caller, params, body }) => {
    await messaging.readConversation(caller, params.id, body?.upTo ?? null);
    return answer(204, null);
  });
}
