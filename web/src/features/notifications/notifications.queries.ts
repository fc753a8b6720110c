import {
  listNotifications,
  type Notification,
  readNotifications,
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
  type NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  useQuery,
} from '@tanstack/react-query';
import { call, callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { mergeOlder, type Page, useOlderPages } from '#web/lib/use-older-pages.ts';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';

export type NotificationList = {
  readonly notifications: readonly Notification[];
  /** All unread ones, also those not in the list. */
  readonly unreadCount: number;
  /** Leads to older ones; null if there are none. */
  readonly olderCursor: string | null;
};

async function fetchNotifications(cursor: string | null, signal: AbortSignal): Promise<NotificationList> {
  const query = cursor === null ? {} : { cursor };
  const { data, headers } = await callWithHeaders(listNotifications, { query, signal });
  const unread = Number(headers.get('X-Unread-Count') ?? Number.NaN);
  return {
    notifications: data,
    unreadCount: Number.isFinite(unread) ? unread : data.filter(({ readAt }) => readAt === null).length,
    olderCursor: nextCursor(headers),
  };
}

export const notificationsQuery = queryOptions({
  queryKey: endpointKey(listNotifications),
  queryFn: ({ signal }) => fetchNotifications(null, signal),
});

type Ids = readonly string[] | null;

/** These notifications, of which those unread with one of `ids`, or all if it is null, were read at `readAt`. */
const readAmong = (notifications: readonly Notification[], ids: Ids, readAt: string): Notification[] =>
  notifications.map((one) =>
    one.readAt === null && (ids === null || ids.includes(one.id)) ? { ...one, readAt } : one,
  );

/** The list after these notifications, or all if `ids` is null, were read at `readAt`. */
export function withRead(list: NotificationList, ids: Ids, readAt: string): NotificationList {
  const notifications = readAmong(list.notifications, ids, readAt);
  const count = notifications.filter((one, nth) => one !== list.notifications[nth]).length;
  return {
    ...list,
    notifications,
    unreadCount: ids === null ? 0 : Math.max(0, list.unreadCount - count),
  };
}

/** `isAsked`: by the person, who sees it fail. */
function useReadNotifications(isAsked: boolean) {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationFn: (ids: Ids) => call(readNotifications, { body: ids === null ? {} : { ids: [...ids] } }),
    onMutate: (ids) => {
      cancelRefetches(queryClient, { queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before)
        queryClient.setQueryData(queryKey, withRead(before, ids, new Date(Date.now()).toISOString()));
      return { before };
    },
    onError: (error, _ids, kept) => {
      if (kept?.before) queryClient.setQueryData(queryKey, kept.before);
      if (isAsked) toastError(error);
    },
  });
}

const olderKey = [...notificationsQuery.queryKey, 'older'];

export function useNotifications() {
  const newest = useQuery(notificationsQuery);
  const older = useOlderPages({
    cursor: newest.data?.olderCursor ?? null,
    queryKey: olderKey,
    fetchPage: async (cursor, signal): Promise<Page<Notification>> => {
      const { notifications, olderCursor } = await fetchNotifications(cursor, signal);
      return { items: notifications, olderCursor };
    },
  });
  return { newest, all: mergeOlder(newest.data?.notifications ?? [], older.items), older };
}

/** Marks notifications as read, all if null: in the cache immediately, on older pages too, then on the server. */
export function useMarkListedRead() {
  const queryClient = useQueryClient();
  const read = useReadNotifications(true);
  const markOlder = (ids: Ids): void => {
    const readAt = new Date(Date.now()).toISOString();
    queryClient.setQueriesData<InfiniteData<Page<Notification>>>(
      { queryKey: olderKey },
      (all) =>
        all && {
          ...all,
          pages: all.pages.map((page) => ({ ...page, items: readAmong(page.items, ids, readAt) })),
        },
    );
  };
  return {
    isPending: read.isPending,
    mutate(ids: Ids): void {
      markOlder(ids);
      read.mutate(ids, { onError: () => void queryClient.invalidateQueries({ queryKey: olderKey }) });
    },
  };
}

/** The heading of their section, for links within the settings. */
export const NOTIFICATION_SETTINGS_ID = 'notification-settings';

export const notificationSettingsQuery = endpointQuery(getNotificationSettings);

export function useNotificationSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const settings = useQuery(notificationSettingsQuery);
  const saving = useMutation({
    // Requests run one after the other, so that the last change wins.
    scope: { id: 'notification-settings' },
    mutationFn: (wanted: NotificationSettings) => call(updateNotificationSettings, { body: wanted }),
    onMutate: (wanted) => {
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, wanted);
    },
    onError: (error) => toastError(error),
  });
  return { settings, change: saving.mutate };
}

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
  const { mutate } = useReadNotifications(false);
  /** What was reported last; if that failed it is not reported in a loop, but once there is a reason to. */
  const reported = useRef('');
  const ids = useUnreadHere()
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const readThem = () => {
      if (ids === '' || document.visibilityState !== 'visible') return;
      reported.current = ids;
      mutate(ids.split(','));
    };
    if (ids !== reported.current) readThem();
    document.addEventListener('visibilitychange', readThem);
    window.addEventListener('online', readThem);
    return () => {
      document.removeEventListener('visibilitychange', readThem);
      window.removeEventListener('online', readThem);
    };
  }, [ids, mutate]);
}
