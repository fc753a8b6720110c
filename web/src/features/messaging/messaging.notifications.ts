import { t } from '@lingui/core/macro';
import { MessageCircle } from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const messageNotifications: FeatureNotifications = {
  kinds: {
    message_received: {
      icon: MessageCircle,
      sentence: ({ who, what }) => t`${who} wrote to you about “${what}”.`,
    },
  },
  paths: { conversation: (id) => paths.conversation(id) },
};
