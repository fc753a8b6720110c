import { Trans } from '@lingui/react/macro';
import {
  type ReactNode,
  type RefCallback,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { LivePickup } from '#web/features/claims/live-pickup/LivePickup.tsx';
import { OwnRequestStatus } from '#web/features/emergency/requests/OwnRequestStatus.tsx';
import { useDonorPresence } from '#web/features/emergency/alerts/use-donor-presence.ts';
import { useUnreadConversationCount } from '#web/features/messaging/messaging.queries.ts';
import { HungerStrip } from '#web/features/hunger-banner/HungerStrip.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { LazySafetyDialog } from '#web/screens/safety/LazySafetyDialog.tsx';
import { type HomeTab, type ProfileSection, useAddress } from '#web/lib/address.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { LiveNotice } from '#web/live/LiveNotice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorBoundary, LazyOverlay, Optional } from '#web/ui/ErrorBoundary.tsx';
import { Later } from '#web/ui/Later.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { DiscoverTab } from './discover/DiscoverTab.tsx';
import { Header } from './Header.tsx';
import { ListingOverlay, useOverlayParam } from './overlays/ListingOverlay.tsx';
import { MapOverlay } from './discover/DiscoverMap.tsx';
import { DonorAlerts } from './home-prefetch.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { TabBar, tabName } from './TabLink.tsx';
import { useMapSheet } from './discover/use-map-sheet.ts';
import { useBottomEdge } from '#web/ui/bottom-edge.ts';
import { ToastRow } from '#web/ui/ToastRow.tsx';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';

const HelpingStatus = lazyPart(
  async () => (await import('#web/features/emergency/requests/HelpingStatus.tsx')).HelpingStatus,
);
const CodeOverlay = lazyPart(
  async () => (await import('#web/features/handovers/code/CodeOverlay.tsx')).CodeOverlay,
);
const ShareTab = lazyPart(async () => (await import('./share/ShareTab.tsx')).ShareTab);
const MessagesTab = lazyPart(async () => (await import('./messages/MessagesTab.tsx')).MessagesTab);
const ProfileTab = lazyPart(async () => (await import('./profile/ProfileTab.tsx')).ProfileTab);
const LeaderboardTab = lazyPart(
  async () => (await import('./leaderboard/LeaderboardTab.tsx')).LeaderboardTab,
);
const AccountPausedNotice = lazyPart(
  async () => (await import('#web/features/moderation/AccountPausedNotice.tsx')).AccountPausedNotice,
);
const ConfirmEmailNotice = lazyPart(
  async () => (await import('#web/features/accounts/sign-in/ConfirmEmailNotice.tsx')).ConfirmEmailNotice,
);
const EmailPausedNotice = lazyPart(
  async () => (await import('#web/features/accounts/security/EmailPausedNotice.tsx')).EmailPausedNotice,
);

/** A tab's content. `beneathMap` is under the map if that is beside the feed. */
function tabContent(tab: HomeTab, beneathMap: ReactNode): ReactNode {
  const contents: Readonly<Record<HomeTab, () => ReactNode>> = {
    discover: () => <DiscoverTab beneathMap={beneathMap} />,
    share: () => <ShareTab />,
    messages: () => <MessagesTab />,
    profile: () => <ProfileTab />,
    leaderboard: () => <LeaderboardTab />,
  };
  return contents[tab]();
}

/** Whether a screen shows the next pickup itself: the profile begins with it, and messages have it above their list. */
const showsNextPickup = (tab: HomeTab, room: ProfileSection, isWide: boolean): boolean =>
  tab === 'profile' ? room === 'overview' : tab === 'messages' && isWide;

function TabSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}

export function Home() {
  const [{ tab, room, conversation }] = useAddress();
  // An open conversation reports a lost connection itself, next to its input.
  const isTalking = tab === 'messages' && conversation !== null;
  const me = useCurrentUser();
  const sendsMail = useCommunity()?.sendsMail;
  const [safetyOpen, setSafetyOpen] = useState(false);
  const openSafety = () => setSafetyOpen(true);
  const map = useMapSheet();
  const isWide = useIsWide();
  const { fits, dock } = useDockFits();
  // A phone shows nothing but the conversation.
  const isFullScreen = isTalking && !isWide;
  // beside each other, the list and the conversation fill what is left of the window
  const fillsWindow = isWide && tab === 'messages';
  const hasOwnPickup = showsNextPickup(tab, room, isWide);
  const underWay = hasOwnPickup ? null : <LivePickup />;
  // the share tab has its own button in the dock
  const isDocked = !isWide && tab !== 'share';
  const shortcuts = { quickShare: tab !== 'share', onSafety: openSafety };
  const row = isTalking ? null : (
    <div ref={dock} className="max-wide:py-[min(0.375rem,8px)]">
      <Shortcuts
        {...shortcuts}
        onMap={tab === 'discover' && !isWide ? map.open : undefined}
        isPending={isDocked && underWay !== null}
      >
        {isDocked && <Optional>{underWay}</Optional>}
      </Shortcuts>
    </div>
  );
  const isBeneathMap = isWide && tab === 'discover';
  useTabArrival(tab);
  useDonorPresence(me);
  return (
    <div
      className={classNames(
        'group/home flex flex-col',
        isFullScreen || fillsWindow ? 'h-[calc(100dvh-var(--connection-strip,0px))]' : 'min-h-dvh',
        isFullScreen && 'bg-surface',
      )}
    >
      <a
        href={tab === 'discover' ? '#food' : '#content'}
        className="sr-only z-70 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      {!isFullScreen && <Header tab={tab} onSafety={openSafety} />}
      {!isFullScreen && <HungerStrip />}
      <main
        id="content"
        tabIndex={-1}
        className={
          isFullScreen
            ? 'flex min-h-0 flex-1 flex-col pb-safe'
            : classNames(
                'page-width flex-1 px-gutter pt-5 pb-6 sm:pt-8',
                fillsWindow ? 'flex flex-col' : 'wide:pb-24',
              )
        }
      >
        {!isWide && !fits && <div className="mb-3">{row}</div>}
        {me.userType === 'donor' && (
          <Optional>
            <DonorAlerts shownAs={isTalking ? 'toasts' : tab === 'discover' ? 'banner' : 'line'} />
          </Optional>
        )}
        {!isTalking && <LiveNotice />}
        {/* what is under way stands side by side where there is room */}
        <div className="max-wide:contents wide:flex">
          <div
            className={
              isFullScreen
                ? 'px-3 has-[a]:pt-2'
                : 'max-wide:has-[>div>:is(a,[data-low])]:-mt-4 wide:has-[a]:flex-1'
            }
          >
            <Optional>
              <OwnRequestStatus />
            </Optional>
            {me.userType === 'donor' && !isTalking && (
              <Optional>
                <HelpingStatus />
              </Optional>
            )}
          </div>
          {!isDocked && !isTalking && !hasOwnPickup && (
            <div className="has-[a]:mb-7 wide:has-[a]:mb-6 wide:has-[a]:flex-1 wide:[div:has(a)+&:has(a)]:ms-4">
              <Optional>
                <LivePickup />
              </Optional>
            </div>
          )}
        </div>
        {me.paused && (
          <Optional>
            <AccountPausedNotice />
          </Optional>
        )}
        {sendsMail && !me.emailVerified && (tab === 'discover' || tab === 'profile') && (
          <Optional>
            <ConfirmEmailNotice email={me.email} />
          </Optional>
        )}
        {sendsMail && me.emailPaused && (tab === 'discover' || tab === 'profile') && (
          <Optional>
            <EmailPausedNotice me={me} />
          </Optional>
        )}
        <ErrorBoundary key={tab}>
          <Suspense fallback={<TabSkeleton />}>{tabContent(tab, isBeneathMap ? row : null)}</Suspense>
        </ErrorBoundary>
        {isDocked && !isTalking && (
          // the pickup has their place in the dock
          <div className="mt-6 hidden group-has-[[data-middle]_a]/home:block">
            <Shortcuts {...shortcuts} isRest />
          </div>
        )}
        {isWide && !isBeneathMap && <div className="mt-4 empty:hidden">{row}</div>}
      </main>
      {!isWide && !isTalking && <Dock row={fits && row} tabBar={<TabBar tab={tab} />} />}
      <DocumentTitle tab={tab} />
      <MapOverlay />
      <ListingOverlay />
      <PersonOverlay />
      <Sheets />
      <Later>
        <CodeOverlay />
      </Later>
      <LazySafetyDialog open={safetyOpen} onOpenChange={setSafetyOpen} />
    </div>
  );
}

/** Renders nothing, so that home doesn't render again with the number of unread messages. */
function DocumentTitle({ tab }: { readonly tab: HomeTab }) {
  useDocumentTitle(tabName(tab), useUnreadConversationCount());
  return null;
}

const PersonDetail = lazyPart(async () => (await import('./overlays/PersonDetail.tsx')).PersonDetail);

/** The person named by the address, over the current screen. Closing equals Back. */
export function PersonOverlay() {
  const { id, close } = useOverlayParam('person');
  if (id === null) return null;
  return (
    <LazyOverlay key={id} onClose={close}>
      <PersonDetail id={id} onClose={close} />
    </LazyOverlay>
  );
}

/** Maximum share of the window's height for the dock; a laptop's at a zoom of 200 % is 450 px high. */
const MOST_OF_WINDOW = 1 / 4;

/** Whether the dock may stay at the bottom, over the tab bar, or has to be part of the page. */
function useDockFits(): { readonly fits: boolean; readonly dock: RefCallback<HTMLDivElement> } {
  const [fits, setFits] = useState(true);
  const dock = useCallback((part: HTMLDivElement) => {
    const check = () => {
      const tabs = document.querySelector<HTMLElement>('[data-tab-bar]')?.offsetHeight ?? 0;
      setFits(part.offsetHeight + tabs <= window.innerHeight * MOST_OF_WINDOW);
    };
    const grown = new ResizeObserver(check);
    grown.observe(part);
    window.addEventListener('resize', check);
    return () => {
      grown.disconnect();
      window.removeEventListener('resize', check);
    };
  }, []);
  return { fits, dock };
}

type DockProps = {
  /** The row over the tab bar; null where the screen needs the space. */
  readonly row: ReactNode;
  readonly tabBar: ReactNode;
};

/** The dock of a phone: one opaque part at the bottom, in the page's flow, so that everything scrolls clear of it. */
function Dock({ row, tabBar }: DockProps) {
  const edge = useBottomEdge<HTMLDivElement>();
  return (
    <div ref={edge} data-dock="" className="sticky bottom-0 z-30 border-t bg-surface pb-safe print:hidden">
      <ToastRow kind="dock" className="px-[min(0.75rem,12px)] sm:px-6">
        {row}
      </ToastRow>
      {tabBar}
    </div>
  );
}

const HelpOfferDialog = lazyPart(
  async () => (await import('#web/features/volunteers/HelpOfferForms.tsx')).HelpOfferDialog,
);
const WhoNeedsFood = lazyPart(async () => (await import('#web/features/map/WhoNeedsFood.tsx')).WhoNeedsFood);
const LocationDialog = lazyPart(async () => (await import('./overlays/LocationDialog.tsx')).LocationDialog);

/**
 * The forms that open over the screen where they are needed (`paths.location`, `paths.helpOffer`, `paths.whoNeedsFood`). Closing equals Back.
 */
function Sheets() {
  const { id, close } = useOverlayParam('sheet');
  return (
    <LazyOverlay key={id} onClose={close}>
      {id === 'location' && <LocationDialog onClose={close} />}
      {id === 'helping' && <HelpOfferDialog onClose={close} />}
      {id === 'needs' && <WhoNeedsFood onClose={close} />}
    </LazyOverlay>
  );
}

/** On a change of tab: scrolls to the top and focuses the new heading, unless Back restores a position. */
function useTabArrival(tab: HomeTab): void {
  const shown = useRef(tab);
  // A layout effect runs before the effect in which the new heading checks whether to take focus.
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    requestHeadingFocus();
    if (!savedScrollPosition()) window.scrollTo({ top: 0 });
  }, [tab]);
}
