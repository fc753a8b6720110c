import { t } from '@lingui/core/macro';
import { HandHeart, type LucideIcon, MessageCircle, Salad, UserRound } from 'lucide-react';
import type { HomeTab } from '#web/lib/paths.ts';

/** Each tab's icon, so that the header and the phone's bar agree. */
export const TAB_ICONS: Readonly<Record<HomeTab, LucideIcon>> = {
  discover: Salad,
  share: HandHeart,
  messages: MessageCircle,
  profile: UserRound,
};

/** Each tab's name. */
export function tabName(tab: HomeTab): string {
  switch (tab) {
    case 'discover':
      return t`Discover`;
    case 'share':
      return t`Share Food`;
    case 'messages':
      return t`Messages`;
    case 'profile':
      return t`Profile`;
    default:
      return tab satisfies never;
  }
}
