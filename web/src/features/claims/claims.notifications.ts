import { t } from '@lingui/core/macro';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { HandHeart, TriangleAlert } from 'lucide-react';
import { correctionWords } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const claimNotifications: FeatureNotifications = {
  kinds: {
    listing_claimed: {
      icon: HandHeart,
      sentence: ({ who, what, servings }) => claimedSentence(who, what, servings),
    },
    food_corrected: {
      icon: TriangleAlert,
      sentence: ({ who, what, correction }) => {
        const changes = correctionWords(correction);
        return changes
          ? t`${who} corrected “${what}”: it ${changes}. Please check before you eat.`
          : t`${who} corrected details of “${what}”. Please check before you eat.`;
      },
    },
  },
  paths: { claim: (id) => paths.claim(id) },
};

function claimedSentence(who: string, what: string, servings: Notification['servings']): string {
  if (servings === null || servings.shared === 1)
    return t`${who} claimed “${what}”. Plan the pickup by message.`;
  const { claimed, shared } = servings;
  if (claimed < shared)
    return t`${who} claimed part of “${what}” (${claimed} of ${shared}). Plan the pickup by message.`;
  return t`${who} claimed all of “${what}”. Plan the pickup by message.`;
}
