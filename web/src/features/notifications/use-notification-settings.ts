import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';

const settingsQuery = endpointQuery(getNotificationSettings);

/** What is mailed and when not; a change shows at once and goes back where it could not be kept. */
export function useNotificationSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery;
  const settings = useQuery(settingsQuery);
  const saving = useMutation({
    // one after the other: the last one said is the one that stays
    scope: { id: 'notification-settings' },
    mutationFn: (wanted: NotificationSettings) => call(updateNotificationSettings, { body: wanted }),
    onMutate: (wanted) => queryClient.setQueryData(queryKey, wanted),
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey });
      if (!toldUnauthorized(error)) toast({ title: sentenceOf(error), tone: 'destructive' });
    },
  });
  return { settings, change: saving.mutate };
}
