import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { loadAccountTexts } from '#web/features/accounts/account-texts.ts';
import { loadClaimTexts } from '#web/features/claims/claim-texts.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { loadEmergencyTexts } from '#web/features/emergency/emergency-texts.ts';
import { useDonorPresence } from '#web/features/emergency/alerts/use-donor-presence.ts';
import { useUnreadConversationCount } from '#web/features/messaging/messaging.queries.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { LazySafetyDialog } from '#web/features/safety/LazySafetyDialog.tsx';
import type { HomeTab } from '#web/lib/paths.ts';
import { LiveNotice } from '#web/live/LiveNotice.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { DiscoverTab } from './discover/DiscoverTab.tsx';
import { FloatingActions } from './FloatingActions.tsx';
import { Header } from './Header.tsx';
import { ListingOverlay } from './overlays/ListingOverlay.tsx';
import { MapOverlay } from './discover/MapOverlay.tsx';
import { PersonOverlay } from './overlays/PersonOverlay.tsx';
import { TabBar } from './TabBar.tsx';
import { tabName } from './TabLink.tsx';
import { useMapSheet } from './discover/use-map-sheet.ts';
import { useTab, useTabArrival } from './use-tab.ts';

const DonorAlerts = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/emergency/alerts/DonorAlerts.tsx'),
    loadEmergencyTexts(),
  ]);
  return { default: part.DonorAlerts };
});
const ShareTab = lazy(async () => ({ default: (await import('./share/ShareTab.tsx')).ShareTab }));
const MessagesTab = lazy(async () => {
  const [screen] = await Promise.all([
    import('./messages/MessagesTab.tsx'),
    loadClaimTexts(),
    loadPeopleTexts(),
  ]);
  return { default: screen.MessagesTab };
});
const ProfileTab = lazy(async () => {
  const [screen] = await Promise.all([
    import('./profile/ProfileTab.tsx'),
    loadAccountTexts(),
    loadClaimTexts(),
    loadPeopleTexts(),
  ]);
  return { default: screen.ProfileTab };
});
const AccountPausedNotice = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/moderation/AccountPausedNotice.tsx'),
    loadPeopleTexts(),
  ]);
  return { default: part.AccountPausedNotice };
});
const ConfirmEmailNotice = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/accounts/sign-in/ConfirmEmailNotice.tsx'),
    loadAccountTexts(),
  ]);
  return { default: part.ConfirmEmailNotice };
});

const TABS: Readonly<Record<HomeTab, ReactNode>> = {
  discover: <DiscoverTab />,
  share: <ShareTab />,
  messages: <MessagesTab />,
  profile: <ProfileTab />,
};

function TabSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}

/** What comes by itself above a tab: the tab neither waits for it nor goes with it. */
const Unasked = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary quiet>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);

/** The home screen: its tabs and what stands around them. */
export function Home() {
  const tab = useTab();
  const [search] = useSearchParams();
  // an open conversation says by itself, where one writes, that the line is down
  const isTalking = tab === 'messages' && search.has('conversation');
  const me = useCurrentUser();
  const sendsMail = useCommunity()?.sendsMail;
  const unreadMessages = useUnreadConversationCount();
  const [safetyOpen, setSafetyOpen] = useState(false);
  const openSafety = () => setSafetyOpen(true);
  const map = useMapSheet();
  useTabArrival(tab);
  useDonorPresence(me);
  useDocumentTitle(tabName(tab), unreadMessages);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-70 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <Header tab={tab} unreadMessages={unreadMessages} onSafety={openSafety} />
      <main
        id="content"
        tabIndex={-1}
        className="page-width flex-1 px-gutter pt-5 pb-[calc(var(--tab-bar)+env(safe-area-inset-bottom,0px)+5rem)] sm:pt-8 wide:pb-24"
      >
        {me.userType === 'donor' && (
          <Unasked>
            <DonorAlerts hasRoom={!isTalking} />
          </Unasked>
        )}
        {!isTalking && <LiveNotice />}
        {me.paused && (
          <Unasked>
            <AccountPausedNotice />
          </Unasked>
        )}
        {sendsMail && !me.emailVerified && (tab === 'discover' || tab === 'profile') && (
          <Unasked>
            <ConfirmEmailNotice email={me.email} />
          </Unasked>
        )}
        <ErrorBoundary key={tab}>
          <Suspense fallback={<TabSkeleton />}>{TABS[tab]}</Suspense>
        </ErrorBoundary>
      </main>
      {tab !== 'messages' && (
        <FloatingActions
          quickShare={tab !== 'share'}
          onSafety={openSafety}
          onMap={tab === 'discover' ? map.open : undefined}
        />
      )}
      <TabBar tab={tab} unreadMessages={unreadMessages} />
      <MapOverlay />
      <ListingOverlay />
      <PersonOverlay />
      <LazySafetyDialog open={safetyOpen} onOpenChange={setSafetyOpen} />
    </div>
  );
}
