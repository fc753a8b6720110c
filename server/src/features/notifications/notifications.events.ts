import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';

/** The event of a new notification, or (without an id) of some having been read or deleted. */
export const NOTIFICATION_EVENT = 'notification';
export type NotificationEvent = {
  readonly personId: string;
  readonly notificationId: string | null;
  readonly kind: NotificationKind | null;
};

/** The event of one notification to many people: the id of each one's own, by person. */
export const BULK_NOTIFICATION_EVENT = 'notifications';
export type BulkNotificationEvent = {
  readonly kind: NotificationKind;
  readonly byPerson: Readonly<Record<string, string>>;
};
