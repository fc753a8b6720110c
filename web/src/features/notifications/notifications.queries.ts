import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { toastError } from '#web/lib/unauthorized.ts';

export type NotificationList = {
  readonly notifications: readonly Notification[];
  /** All unread ones, also those not in the list. */
  readonly unreadCount: number;
  /** Leads to older ones; null if there are none. */
  readonly olderCursor: string | null;
};

export async function fetchNotifications(
  cursor: string | null,
  signal: AbortSignal,
): Promise<NotificationList> {
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

/** The list after these notifications, or all if `ids` is null, were read at `readAt`. */
export function withRead(
  list: NotificationList,
  ids: readonly string[] | null,
  readAt: string,
): NotificationList {
  const isMeant = ({ id, readAt: before }: Notification) =>
    before === null && (ids === null || ids.includes(id));
  const count = list.notifications.filter(isMeant).length;
  return {
    ...list,
    notifications: list.notifications.map((one) => (isMeant(one) ? { ...one, readAt } : one)),
    unreadCount: ids === null ? 0 : Math.max(0, list.unreadCount - count),
  };
}

export function useReadNotifications() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationFn: (ids: readonly string[] | null) =>
      call(readNotifications, { body: ids === null ? {} : { ids: [...ids] } }),
    onMutate: (ids) => {
      cancelRefetches(queryClient, { queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before)
        queryClient.setQueryData(queryKey, withRead(before, ids, new Date(Date.now()).toISOString()));
      return { before };
    },
    onError: (error, _ids, kept) => {
      if (kept?.before) queryClient.setQueryData(queryKey, kept.before);
      toastError(error);
    },
  });
}
