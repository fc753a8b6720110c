import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { mergeOlder, type Page, useOlderPages } from '#web/lib/use-older-pages.ts';
import { fetchNotifications, notificationsQuery, useReadNotifications } from './notifications.queries.ts';

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
  const read = useReadNotifications();
  const markOlder = (ids: readonly string[] | null): void => {
    const readAt = new Date(Date.now()).toISOString();
    const isMeant = ({ id, readAt: before }: Notification) =>
      before === null && (ids === null || ids.includes(id));
    queryClient.setQueriesData<InfiniteData<Page<Notification>>>(
      { queryKey: olderKey },
      (all) =>
        all && {
          ...all,
          pages: all.pages.map((page) => ({
            ...page,
            items: page.items.map((one) => (isMeant(one) ? { ...one, readAt } : one)),
          })),
        },
    );
  };
  return {
    isPending: read.isPending,
    mutate(ids: readonly string[] | null): void {
      markOlder(ids);
      read.mutate(ids, { onError: () => void queryClient.invalidateQueries({ queryKey: olderKey }) });
    },
  };
}
