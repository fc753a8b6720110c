import { t } from '@lingui/core/macro';
import { CircleCheck, CircleQuestionMark, Clock, HandHeart, Siren, Undo2 } from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const emergencyNotifications: FeatureNotifications = {
  kinds: {
    emergency_alert: {
      icon: Siren,
      sentence: ({ what }) => t`Someone near you needs food: “${what}”.`,
    },
    request_matched: {
      icon: HandHeart,
      sentence: ({ who, what }) => t`${who} is helping with “${what}”. Plan it by message.`,
    },
    request_released: {
      icon: Undo2,
      sentence: ({ who, what, actor }) =>
        actor ? t`${who} ended the match for “${what}”.` : t`The match for “${what}” has ended.`,
    },
    request_cancelled: {
      icon: CircleCheck,
      sentence: ({ who, what }) => t`${who} doesn't need “${what}” anymore. Thank you for offering.`,
    },
    request_expired: {
      icon: Clock,
      sentence: ({ what }) => t`No one could help with “${what}” in time. You can ask again.`,
    },
    request_confirmed: {
      icon: CircleQuestionMark,
      sentence: ({ who, what }) => t`${who} says the food for “${what}” was handed over. Is that right?`,
    },
    request_fulfilled: {
      icon: CircleCheck,
      sentence: ({ what }) => t`The food for “${what}” was handed over.`,
    },
  },
  paths: {
    request(id, kind) {
      if (kind === 'emergency_alert') return paths.emergency(id);
      // There is no conversation: the person may ask again.
      return kind === 'request_expired' ? paths.requests : paths.help(id);
    },
  },
};
