import * as contract from '@openlarder/domain/notifications/notification-contract.ts';
import * as schemas from '@openlarder/domain/notifications/notification-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Notifications } from './notifications.service.ts';

export function bindNotificationRoutes(app: FastifyInstance, notifications: Notifications): void {
  bindEndpoint(app, contract.listNotifications, schemas.listNotificationsSpec, async ({ caller }) => {
    const { notifications: newest, unreadCount } = await notifications.list(caller);
    return reply(200, newest, { 'x-unread-count': String(unreadCount) });
  });
  bindEndpoint(app, contract.readNotifications, schemas.readNotificationsSpec, async ({ caller, body }) => {
    await notifications.markRead(caller, body?.ids ?? null);
    return reply(204, null);
  });
  bindEndpoint(
    app,
    contract.getNotificationSettings,
    schemas.getNotificationSettingsSpec,
    async ({ caller }) => reply(200, await notifications.getMailSettings(caller)),
  );
  bindEndpoint(
    app,
    contract.updateNotificationSettings,
    schemas.updateNotificationSettingsSpec,
    async ({ caller, body }) => reply(200, await notifications.updateMailSettings(caller, body)),
  );
}
