import { type LiveTopic, liveTopic } from '#server/platform/live/live-topic.ts';
import {
  NOTIFICATION_EVENT,
  NOTIFICATIONS_EVENT,
  type NotificationEvent,
  type NotificationsEvent,
} from './notifications.service.ts';

/** A notification, new or read, reaches every tab of its person. */
export const notificationTopics: readonly LiveTopic[] = [
  liveTopic<NotificationEvent>()({
    kind: NOTIFICATION_EVENT,
    audience: ({ personId }) => ({ people: [personId] }),
    message: ({ notificationId, kind }) => ({ type: 'notification', data: { notificationId, kind } }),
  }),
  liveTopic<NotificationsEvent>()({
    kind: NOTIFICATIONS_EVENT,
    audience: ({ byPerson }) => ({ people: Object.keys(byPerson) }),
    message({ byPerson, kind }, { userId }) {
      const notificationId = byPerson[userId];
      return notificationId === undefined ? null : { type: 'notification', data: { notificationId, kind } };
    },
  }),
];
