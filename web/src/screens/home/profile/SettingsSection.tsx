import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { BlockedPeople } from '#web/features/moderation/BlockedPeople.tsx';
import { useIsWide } from '#web/lib/browser-state.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const HelpOfferSettings = lazyPart(
  async () => (await import('#web/features/volunteers/HelpOfferForms.tsx')).HelpOfferSettings,
);
const OpeningHoursForm = lazyPart(
  async () => (await import('#web/features/partners/hours/OpeningHoursForm.tsx')).OpeningHoursForm,
);
const PosterSection = lazyPart(
  async () => (await import('#web/features/partners/poster/Poster.tsx')).PosterSection,
);
const RecurringSurplus = lazyPart(
  async () => (await import('#web/features/partners/surplus/RecurringSurplus.tsx')).RecurringSurplus,
);
const AccountAndPrivacy = lazyPart(
  async () => (await import('#web/features/accounts/security/AccountAndPrivacy.tsx')).AccountAndPrivacy,
);

const NotificationSwitches = lazyPart(
  async () => (await import('#web/features/notifications/NotificationSwitches.tsx')).NotificationSwitches,
);

const DisplaySettings = lazyPart(
  async () => (await import('#web/features/accounts/profile/DisplaySettings.tsx')).DisplaySettings,
);

const CalendarFeed = lazyPart(
  async () => (await import('#web/features/handovers/calendar/CalendarFeed.tsx')).CalendarFeed,
);

const OwnReports = lazyPart(async () => (await import('#web/features/moderation/OwnReports.tsx')).OwnReports);

/**
 * What an organization shows to everyone; language and theme, notifications, calendar, when a volunteer can help, account and privacy,
 * blocked people and own reports. A phone opens the long parts on a tap, so that the section stays short.
 */
export function SettingsSection({ me }: { readonly me: User }) {
  const community = useCommunity();
  const isPartner = me.organizationName !== null;
  const isWide = useIsWide();
  const long = (title: ReactNode, part: ReactNode) =>
    isWide ? <Loaded>{part}</Loaded> : <OnTap title={title}>{part}</OnTap>;
  // optional: what to repeat can be typed in
  const { data: shared = [] } = useQuery({ ...ownListingsQuery(me.id), enabled: isPartner });
  return (
    <div className="flex flex-col gap-8">
      {isPartner && (
        <>
          {community &&
            long(
              <Trans>Recurring surplus</Trans>,
              <RecurringSurplus
                timeZone={community.timeZone}
                getsMail={community.sendsMail && me.emailVerified}
                shared={shared}
              />,
            )}
          {long(<Trans>Opening hours</Trans>, <OpeningHoursForm shared={shared} />)}
          <Loaded>
            <PosterSection partnerId={me.id} />
          </Loaded>
        </>
      )}
      <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
        <DisplaySettings me={me} />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <NotificationSwitches
          isDonor={me.userType === 'donor'}
          email={community?.sendsMail ? me.email : null}
        />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-36 rounded-card" />}>
        <CalendarFeed />
      </Suspense>
      <Suspense>
        <HelpOfferSettings isVolunteer={me.userType === 'volunteer'} />
      </Suspense>
      {long(
        <Trans>Account and privacy</Trans>,
        <AccountAndPrivacy me={me} sendsMail={community?.sendsMail ?? false} />,
      )}
      <BlockedPeople />
      <Suspense>
        <OwnReports />
      </Suspense>
    </div>
  );
}

/** Loads on its own: the rest of the section neither waits for it nor fails with it. */
export const Loaded = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>{children}</Suspense>
  </ErrorBoundary>
);

/** The same function at each rendering, so that the card has the focus once. */
const focusCard = (card: HTMLElement | null) => card?.focus({ preventScroll: true });

/** A line of a phone that turns into the card it names. */
export function OnTap({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div tabIndex={-1} ref={focusCard} className="outline-none">
        <Loaded>{children}</Loaded>
      </div>
    );
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setOpen(true)}
      className="flex min-h-14 items-center justify-between gap-3 rounded-card bg-surface px-4 py-2 text-start font-display text-lg font-bold shadow-card"
    >
      {title}
      <ChevronRight className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}
