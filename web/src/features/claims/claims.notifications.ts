import { plural, t } from '@lingui/core/macro';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { HandHeart } from 'lucide-react';
import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const claimNotifications: FeatureNotifications = {
  kinds: {
    listing_claimed: {
      icon: HandHeart,
      sentence: ({ who, what, servings }) => claimedSentence(who, what, servings),
    },
  },
  paths: { claim: (id) => paths.claim(id) },
};

function claimedSentence(who: string, what: string, servings: Notification['servings']): string {
  if (servings === null) return t`${who} claimed “${what}”. Plan the pickup by message.`;
  const { claimed, shared } = servings;
  if (claimed < shared)
    return t`${who} claimed ${claimed} of ${shared} servings of “${what}”. Plan the pickup by message.`;
  return plural(shared, {
    one: `${who} claimed # serving of “${what}”. Plan the pickup by message.`,
    other: `${who} claimed all # servings of “${what}”. Plan the pickup by message.`,
  });
}
