import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { toastError } from '#web/lib/unauthorized.ts';

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
