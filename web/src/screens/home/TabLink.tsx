import { plural, t } from '@lingui/core/macro';
import { HandHeart, type LucideIcon, MessageCircle, Salad, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type HomeTab, paths } from '#web/lib/paths.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';

/** Icons of the tabs, shared by header and tab bar. */
export const TAB_ICONS: Readonly<Record<HomeTab, LucideIcon>> = {
  discover: Salad,
  share: HandHeart,
  messages: MessageCircle,
  profile: UserRound,
};

/** Label of a tab. */
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

type TabLinkProps = {
  tab: HomeTab;
  current: HomeTab;
  /** Unread count shown over the corner and read by screen readers. */
  unread: number;
  className: string;
  children: ReactNode;
};

/** A link to a tab that marks the current one. */
export function TabLink({ tab, current, unread, className, children }: TabLinkProps) {
  return (
    <Link href={paths.tab(tab)} aria-current={tab === current ? 'page' : undefined} className={className}>
      {children}
      {unread > 0 && (
        <>
          <CountBadge count={unread} />
          <span className="sr-only">{plural(unread, { one: ', # unread', other: ', # unread' })}</span>
        </>
      )}
    </Link>
  );
}
