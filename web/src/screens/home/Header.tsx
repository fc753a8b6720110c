import { Trans, useLingui } from '@lingui/react/macro';
import { avatarInitials, displayName } from '@openlarder/domain/accounts/person-names.ts';
import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { FoodDrawing } from '#web/features/listings/ListingPicture.tsx';
import { SearchToggle } from '#web/features/listings/search/SearchField.tsx';
import { NotificationBell } from '#web/features/notifications/NotificationBell.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { HOME_TABS, type HomeTab } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { forgetPersonWhoLeaves } from '#web/lib/session-navigation.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { Later } from '#web/ui/Later.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TabLink, tabName, UnreadBadge } from './TabLink.tsx';

const SignOutQuestion = lazyPart(async () => (await import('./SignOutQuestion.tsx')).SignOutQuestion);

const HeaderPoints = lazyPart(async () => (await import('./HeaderPoints.tsx')).HeaderPoints);
const AvatarPoints = lazyPart(async () => (await import('./HeaderPoints.tsx')).AvatarPoints);
const AvatarTip = lazyPart(async () => (await import('./HeaderPoints.tsx')).AvatarTip);

type HeaderProps = {
  /** Null on a screen that is no tab. */
  tab: HomeTab | null;
  onSafety: () => void;
};

/** 44 px; it does not grow as fast as the text, so that all stay in one line. */
const ROUND = 'size-[min(2.75rem,48px)]';

const NAV_ITEM =
  'inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold whitespace-nowrap min-[96rem]:px-2.5 transition-colors duration-150';

const NAV_LINK =
  'text-muted hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-soft-ink';

const pictureOfDish = (title: string) => (
  <FoodDrawing title={title} category={null} className="size-11 shrink-0 rounded-small" />
);

export function Header({ tab, onSafety }: HeaderProps) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const name = displayName(me);
  const [isSearching, setSearching] = useState(false);
  return (
    <header className="sticky top-(--connection-strip,0px) z-30 border-b bg-bg">
      <div
        className={classNames(
          'page-width relative flex min-h-(--header-bar) items-center gap-1 px-gutter wide:gap-2',
          // not by :has(), for which every change of the page would restyle all of it
          isSearching && '[&>:not([data-unfolded])]:invisible',
        )}
      >
        <Link href={paths.home} className="me-auto rounded-small wide:me-4">
          <WordMark isShort />
        </Link>
        <nav aria-label={t`Main`} className="me-auto hidden items-center gap-1 wide:flex">
          {HOME_TABS.map((one) => (
            <TabLink key={one} tab={one} current={tab} className={classNames(NAV_ITEM, 'relative', NAV_LINK)}>
              {tabName(one)}
              {one === 'messages' && <UnreadBadge />}
            </TabLink>
          ))}
          <Link
            href={paths.donate}
            aria-current={tab === null ? 'page' : undefined}
            className={classNames(NAV_ITEM, NAV_LINK)}
          >
            <Trans>Donate</Trans>
          </Link>
          <button
            type="button"
            onClick={onSafety}
            className={classNames(NAV_ITEM, 'text-muted hover:text-ink')}
          >
            <Trans>Safety</Trans>
          </button>
        </nav>
        <Later>
          <HeaderPoints />
        </Later>
        {tab === 'discover' && <SearchToggle onUnfolded={setSearching} />}
        <NotificationBell pictureOf={pictureOfDish} />
        <Tooltip
          place="below"
          text={
            <Suspense fallback={name}>
              <AvatarTip name={name} />
            </Suspense>
          }
        >
          <Link
            href={paths.tab('profile')}
            className={classNames(
              ROUND,
              'relative inline-flex shrink-0 items-center justify-center rounded-full',
            )}
          >
            <PersonAvatar
              // the initials are the person's, also where they run a shop, whose sign has its own
              person={{ id: me.id, initials: avatarInitials(me) }}
              showsInitials
              size="small"
              className="size-[min(2.25rem,42px)]! text-[length:min(0.875rem,18px)]!"
            />
            <span className="sr-only">
              <Trans>Your profile, {name}</Trans>
            </span>
            <Later>
              <AvatarPoints />
            </Later>
          </Link>
        </Tooltip>
        <SignOutLink />
      </div>
    </header>
  );
}

/** Ends the session; on a phone, where it is next to other buttons, it asks first. */
function SignOutLink() {
  const isWide = useIsWide();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <a
        href={paths.signOut}
        aria-haspopup={isWide ? undefined : 'dialog'}
        onClick={(event) => {
          if (isWide) {
            forgetPersonWhoLeaves();
            return;
          }
          event.preventDefault();
          setAsking(true);
        }}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center gap-2 rounded-full font-semibold text-muted transition-colors duration-150 hover:bg-brand-soft hover:text-brand-soft-ink',
          isWide ? 'min-h-11 px-3' : ROUND,
        )}
      >
        <LogOut className={classNames('rtl:-scale-x-100', isWide ? 'size-5' : 'size-[min(1.375rem,28px)]')} />
        <span className={isWide ? 'max-[80rem]:sr-only' : 'sr-only'}>
          <Trans>Sign Out</Trans>
        </span>
      </a>
      {isAsking && (
        <Optional>
          <SignOutQuestion onClose={() => setAsking(false)} />
        </Optional>
      )}
    </>
  );
}
