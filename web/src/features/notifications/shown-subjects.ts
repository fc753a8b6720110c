import type {
  Notification,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { notificationsQuery, useReadNotifications } from './notifications.queries.ts';

const NONE: readonly string[] = [];
const shown = createStore(NONE);

const keyOf = ({ type, id }: NotificationSubject): string => `${type} ${id}`;

const isShownSubject = (subjects: readonly string[], subject: NotificationSubject): boolean =>
  subjects.includes(keyOf(subject));

/** Registers the subject on the screen, whose notifications do not count in the bell. */
export function useShownSubjects(subjects: readonly (NotificationSubject | null)[]): void {
  const keys = subjects.flatMap((one) => (one ? [keyOf(one)] : [])).join('\n');
  useEffect(() => {
    shown.set(keys === '' ? NONE : keys.split('\n'));
    return () => shown.set(NONE);
  }, [keys]);
}

/** The unread notifications about content on the screen. */
export function useUnreadHere(): readonly Notification[] {
  const list = useQuery(notificationsQuery).data;
  const subjects = useStore(shown);
  return (list?.notifications ?? []).filter(
    ({ readAt, subject }) => readAt === null && isShownSubject(subjects, subject),
  );
}

/** Marks notifications about content on the screen as read, with or without a bell. */
export function useMarkVisibleRead(): void {
  const { mutate } = useReadNotifications();
  const ids = useUnreadHere()
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const readThem = () => {
      if (ids !== '' && document.visibilityState === 'visible') mutate(ids.split(','));
    };
    readThem();
    document.addEventListener('visibilitychange', readThem);
    return () => document.removeEventListener('visibilitychange', readThem);
  }, [ids, mutate]);
}
