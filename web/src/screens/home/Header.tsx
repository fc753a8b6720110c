import { Trans, useLingui } from '@lingui/react/macro';
import { avatarInitials, displayName } from '@openlarder/domain/accounts/person-names.ts';
import { LogOut, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { SearchToggle } from '#web/features/listings/search/SearchToggle.tsx';
import { NotificationBell } from '#web/features/notifications/NotificationBell.tsx';
import { HOME_TABS, type HomeTab, paths } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TabLink, tabName } from './TabLink.tsx';

type HeaderProps = {
  tab: HomeTab;
  unreadMessages: number;
  onSafety: () => void;
};

const NAV_ITEM =
  'inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold whitespace-nowrap transition-colors duration-150';

/** The sticky header of the home screen. */
export function Header({ tab, unreadMessages, onSafety }: HeaderProps) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const name = displayName(me);
  return (
    <header className="sticky top-0 z-30 border-b bg-bg">
      <div className="page-width relative flex min-h-(--header-bar) items-center gap-1 px-gutter sm:gap-2 has-[[data-unfolded]]:[&>:not([data-unfolded])]:invisible">
        <Link href={paths.home} className="me-auto rounded-small max-sm:[&_span_span]:sr-only wide:me-4">
          <WordMark />
        </Link>
        <nav aria-label={t`Main`} className="me-auto hidden items-center gap-1 wide:flex">
          {HOME_TABS.map((one) => (
            <TabLink
              key={one}
              tab={one}
              current={tab}
              unread={one === 'messages' ? unreadMessages : 0}
              className={classNames(
                NAV_ITEM,
                'relative text-muted hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-soft-ink',
              )}
            >
              {tabName(one)}
              {one === 'messages' && <CountBadge count={unreadMessages} />}
            </TabLink>
          ))}
          <button
            type="button"
            onClick={onSafety}
            className={classNames(NAV_ITEM, 'text-muted hover:text-ink')}
          >
            <ShieldCheck aria-hidden="true" className="size-5" />
            <Trans>Safety</Trans>
          </button>
        </nav>
        {tab === 'discover' && <SearchToggle />}
        <NotificationBell />
        <Link
          href={paths.tab('profile')}
          className="inline-flex size-11 items-center justify-center rounded-full"
        >
          <Avatar initials={avatarInitials(me)} seed={me.id} size="small" />
          <VisuallyHidden>
            <Trans>Your profile, {name}</Trans>
          </VisuallyHidden>
        </Link>
        <a
          href={paths.signOut}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full font-semibold text-muted transition-colors duration-150 hover:bg-brand-soft hover:text-brand-soft-ink wide:px-3"
        >
          <LogOut aria-hidden="true" className="size-5.5 rtl:-scale-x-100 wide:size-5" />
          <span className="sr-only wide:not-sr-only">
            <Trans>Sign Out</Trans>
          </span>
        </a>
      </div>
    </header>
  );
}
