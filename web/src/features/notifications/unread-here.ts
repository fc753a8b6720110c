import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useStore } from '#web/lib/store.ts';
import { notificationsQuery } from './notifications.queries.ts';
import { isShownSubject, shownSubjects } from './shown-subjects.ts';

/** The unread notifications of what is on the screen. */
export function useUnreadHere(): readonly Notification[] {
  const list = useQuery(notificationsQuery).data;
  const shown = useStore(shownSubjects);
  return (list?.notifications ?? []).filter(
    ({ readAt, subject }) => readAt === null && isShownSubject(shown, subject),
  );
}
