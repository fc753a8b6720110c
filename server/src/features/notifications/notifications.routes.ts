import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Notifications } from './notifications.service.ts';

export function bindNotificationRoutes(app: FastifyInstance, notifications: Notifications): void {
  bindEndpoint(app, listNotifications, async ({ caller }) => {
    const { notifications: newest, unreadCount } = await notifications.list(caller);
    return answer(200, newest, { 'x-unread-count': String(unreadCount) });
  });
  bindEndpoint(app, readNotifications, async ({ caller, body }) => {
    await notifications.markRead(caller, body?.ids ?? null);
    return answer(204, null);
  });
  bindEndpoint(app, getNotificationSettings, async ({ caller }) =>
    answer(200, await notifications.mailSettings(caller)),
  );
  bindEndpoint(app, updateNotificationSettings, async ({ caller, body }) =>
    answer(200, await notifications.changeMailSettings(caller, body)),
  );
}
