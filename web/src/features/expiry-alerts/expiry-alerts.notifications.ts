import { t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';

export const expiryAlertNotifications: FeatureNotifications = {
  kinds: {
    listing_ending: {
      icon: Clock,
      sentence: ({ what }) =>
        t`“${what}” ends soon and isn't all claimed. Extend the pickup, or mark it as gone.`,
    },
    listing_lapsed: {
      icon: Clock,
      sentence: ({ what }) => t`No one claimed “${what}” before its time was up. Thank you for offering it.`,
    },
    food_ending_near: {
      icon: Clock,
      sentence: ({ what }) => t`“${what}” ends soon, close to you. Would you like it?`,
    },
  },
};
