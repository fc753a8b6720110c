import { t } from '@lingui/core/macro';
import { CircleQuestionMark } from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const partnerNotifications: FeatureNotifications = {
  kinds: {
    surplus_question: {
      icon: CircleQuestionMark,
      sentence: ({ what }) => t`Post “${what}” today? One tap is enough.`,
    },
  },
  paths: { surplus: () => paths.tab('share') },
};
