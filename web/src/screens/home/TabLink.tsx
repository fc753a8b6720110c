import { plural, t } from '@lingui/core/macro';
import { HandHeart, type LucideIcon, MessageCircle, Salad, Trophy, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { HomeTab } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';

export const TAB_ICONS: Readonly<Record<HomeTab, LucideIcon>> = {
  discover: Salad,
  share: HandHeart,
  messages: MessageCircle,
  profile: UserRound,
  leaderboard: Trophy,
};

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
    case 'leaderboard':
      return t`Leaderboard`;
    default:
      return tab satisfies never;
  }
}

const labelWithUnread = (name: string, unread: number): string =>
  plural(unread, { one: `${name}, # unread`, other: `${name}, # unread` });

type TabLinkProps = {
  tab: HomeTab;
  current: HomeTab | null;
  /** Unread count, read by screen readers; the children show it. */
  unread: number;
  className: string;
  children: ReactNode;
};

export function TabLink({ tab, current, unread, className, children }: TabLinkProps) {
  return (
    <Link
      href={paths.tab(tab)}
      aria-current={tab === current ? 'page' : undefined}
      aria-label={unread > 0 ? labelWithUnread(tabName(tab), unread) : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}
