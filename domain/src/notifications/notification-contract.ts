import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './notification-schemas.ts';

export type NotificationSubject = z.output<typeof schemas.notificationSubjectSchema>;
export type Notification = z.output<typeof schemas.notificationSchema>;

/** Newest first. Header `Link`: older ones; `X-Unread-Count`: the number of all unread ones. */
export const listNotifications: Endpoint<typeof schemas.listNotificationsSpec> = {
  method: 'GET',
  path: '/api/notifications',
  access: 'person',
  importance: 'talk',
  shows: ['notifications'],
};

export const readNotifications: Endpoint<typeof schemas.readNotificationsSpec> = {
  method: 'POST',
  path: '/api/notifications/read',
  access: 'person',
  importance: 'talk',
  changes: ['notifications'],
};
export type NotificationSettings = z.output<typeof schemas.notificationSettingsSchema>;

export const getNotificationSettings: Endpoint<typeof schemas.getNotificationSettingsSpec> = {
  method: 'GET',
  path: '/api/users/notification-settings',
  access: 'person',
  importance: 'look',
  shows: ['notification-settings'],
};

export const updateNotificationSettings: Endpoint<typeof schemas.updateNotificationSettingsSpec> = {
  method: 'PUT',
  path: '/api/users/notification-settings',
  access: 'person',
  importance: 'talk',
  changes: ['notification-settings', 'notifications', 'open-requests'],
};
