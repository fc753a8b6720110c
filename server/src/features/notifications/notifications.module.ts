import * as z from 'zod/mini';
import * as contract from '@openlarder/domain/notifications/notification-contract.ts';
import * as schemas from '@openlarder/domain/notifications/notification-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { nextPageLink } from '#server/platform/http/paging.ts';
import { queueDueMails, SEND_MAIL, sendMail } from './mail/notification-mail-delivery.ts';
import * as notifications from './notifications.service.ts';
import { bindUnsubscribeRoutes } from './unsubscribe/unsubscribe.routes.ts';

const mailTurn = z.object({ mailId: z.string(), turn: z.number() });

export const notificationsModule: FeatureModule = {
  async routes(http, ctx) {
    bindNotificationRoutes(http, ctx);
    await bindUnsubscribeRoutes(http, ctx);
  },
  tasks: {
    'mail-due-notifications': { run: (ctx) => queueDueMails(ctx), schedule: '* * * * *' },
    [SEND_MAIL]: {
      run(ctx, payload) {
        const { mailId, turn } = mailTurn.parse(payload);
        return sendMail(ctx, mailId, turn);
      },
    },
  },
  hooks: [
    onAccountClosed.handler(notifications.closePerson),
    personExport.handler({ name: 'notifications', read: notifications.exportPerson }),
  ],
};

function bindNotificationRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    listNotifications: async (call) => {
      const asked = { limit: call.query.limit, cursor: call.query.cursor ?? null };
      const { notifications: page, ...rest } = await notifications.listNotifications(ctx, call.caller, asked);
      return reply(200, page, {
        ...nextPageLink(call.request.url, rest.nextCursor),
        'x-unread-count': String(rest.unreadCount),
      });
    },
    readNotifications: ({ caller, body }) => notifications.markRead(ctx, caller, body?.ids ?? null),
    getNotificationSettings: ({ caller }) => notifications.getSettings(ctx, caller),
    updateNotificationSettings: ({ caller, body }) => notifications.updateSettings(ctx, caller, body),
  });
}
