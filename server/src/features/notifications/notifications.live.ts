import { liveTopic } from '#server/platform/live-topic.ts';
import { NOTIFICATION_EVENT, type NotificationEvent } from './notifications.service.ts';

/** A notification, new or read, reaches every tab of its person. */
export const notificationTopics = [
  liveTopic<NotificationEvent>()({
    kind: NOTIFICATION_EVENT,
    audience: ({ personId }) => ({ people: [personId] }),
    message: ({ notificationId, kind }) => ({ type: 'notification', data: { notificationId, kind } }),
  }),
];
