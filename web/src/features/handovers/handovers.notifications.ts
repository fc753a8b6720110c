import { t } from '@lingui/core/macro';
import {
  CalendarCheck,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Footprints,
  Heart,
  MapPin,
  Undo2,
} from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';

export const handoverNotifications: FeatureNotifications = {
  kinds: {
    claim_released: {
      icon: Undo2,
      sentence: ({ who, what }) => t`${who} canceled the pickup of “${what}”.`,
    },
    claim_no_food: {
      icon: CircleAlert,
      sentence: ({ who, what }) =>
        t`${who} came for “${what}”, and it wasn't there. We won't offer it again.`,
    },
    claim_no_show: {
      icon: CircleAlert,
      sentence: ({ who, what }) => t`${who} marked “${what}” as missed. If you were there, let us know.`,
    },
    claim_lapsed: {
      icon: Clock,
      sentence: ({ what }) => t`No one confirmed “${what}”, so we closed it.`,
    },
    claim_disputed: {
      icon: CircleAlert,
      sentence: ({ who, what }) => t`${who} disagrees about “${what}”.`,
    },
    claimer_coming: {
      icon: Footprints,
      sentence: ({ who, what }) => t`${who} can still pick up “${what}”.`,
    },
    time_proposed: {
      icon: CalendarClock,
      sentence: ({ who, what }) => t`${who} proposed a time for “${what}”.`,
    },
    time_agreed: {
      icon: CalendarCheck,
      sentence: ({ who, what }) => t`You and ${who} agreed on a time for “${what}”.`,
    },
    on_my_way_question: {
      icon: CircleQuestionMark,
      sentence: ({ what }) => t`It's time for “${what}”. On your way, or there already?`,
    },
    on_my_way: {
      icon: Footprints,
      sentence: ({ who, what }) => t`${who} is on the way, or already there: “${what}”.`,
    },
    pickup_soon: {
      icon: Clock,
      sentence: ({ what }) => t`“${what}” is coming up soon.`,
    },
    handover_question: {
      icon: CircleQuestionMark,
      sentence: ({ what }) => t`Did “${what}” get picked up?`,
    },
    place_shared: {
      icon: MapPin,
      // a conversation: a public place was named, and the address stays private
      sentence: ({ who, what, subject }) =>
        subject.type === 'conversation'
          ? t`${who} named a place to meet for “${what}”.`
          : t`${who} shared the address for “${what}” with you.`,
    },
    handover_confirmed: {
      icon: CircleCheck,
      sentence: ({ who, what }) => t`${who} says “${what}” was picked up. Is that right?`,
    },
    handover_completed: {
      icon: CircleCheck,
      sentence: ({ what }) => t`“${what}” has found its table. Thank you!`,
    },
    thanked: {
      icon: Heart,
      sentence: ({ who, what }) => t`${who} says thank you for “${what}”.`,
    },
  },
};
