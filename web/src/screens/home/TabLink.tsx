import { plural, t } from '@lingui/core/macro';
import { HandHeart, type LucideIcon, MessageCircle, Salad, Trophy, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type HomeTab, HOME_TABS } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useLingui } from '@lingui/react/macro';
import { useUnreadConversationCount } from '#web/features/messaging/messaging.queries.ts';
import { CountBadge } from '#web/ui/Badge.tsx';

const TAB_ICONS: Readonly<Record<HomeTab, LucideIcon>> = {
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
      return t({ message: 'Share Food', context: 'tab' });
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
  className: string;
  children: ReactNode;
};

export const TabLink = (props: TabLinkProps) =>
  props.tab === 'messages' ? <MessagesLink {...props} /> : <PlainLink {...props} />;

/** Screen readers hear the unread count; the children show it. */
function MessagesLink(props: TabLinkProps) {
  const unread = useUnreadConversationCount();
  return (
    <PlainLink {...props} label={unread > 0 ? labelWithUnread(tabName(props.tab), unread) : undefined} />
  );
}

type PlainLinkProps = TabLinkProps & { readonly label?: string | undefined };

function PlainLink({ tab, current, label, className, children }: PlainLinkProps) {
  return (
    <Link
      href={paths.tab(tab)}
      aria-current={tab === current ? 'page' : undefined}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Apart, so that home doesn't render again when the number comes. */
export const UnreadBadge = ({ place }: { readonly place?: string }) => (
  <CountBadge count={useUnreadConversationCount()} place={place} />
);

export function TabBar({ tab }: { readonly tab: HomeTab }) {
  const { t: say } = useLingui();
  return (
    <nav aria-label={say`Tabs`} data-tab-bar="" className="wide:hidden">
      <ul className="mx-auto flex h-(--tab-bar) max-w-xl">
        {HOME_TABS.map((one) => {
          const Icon = TAB_ICONS[one];
          return (
            <li key={one} className="flex-auto">
              <TabLink
                tab={one}
                current={tab}
                className="group flex h-full flex-col items-center justify-center gap-[min(0.25rem,4px)] text-center text-[length:min(0.75rem,4vw)]/[1.1] font-semibold text-muted aria-[current=page]:text-brand"
              >
                <span className="relative flex h-[min(2rem,48px)] w-[min(3.5rem,15vw)] items-center justify-center rounded-full transition-colors duration-150 group-aria-[current=page]:bg-brand-soft group-aria-[current=page]:text-brand-soft-ink">
                  <Icon aria-hidden="true" className="size-5.5" />
                  {one === 'messages' && <UnreadBadge place="end-1 -top-1" />}
                </span>
                {tabName(one)}
              </TabLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
