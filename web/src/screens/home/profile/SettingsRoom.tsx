import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listingsSharedByQuery } from '#web/features/claims/claims.queries.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { BlockedPeople } from '#web/features/moderation/BlockedPeople.tsx';
import { OpeningHoursForm, PosterSection, RecurringSurplus } from '../partner-components.ts';
import { HelpOfferSettings } from '../for-volunteers.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const AccountAndPrivacy = lazy(async () => ({
  default: (await import('#web/features/accounts/security/AccountAndPrivacy.tsx')).AccountAndPrivacy,
}));

const NotificationSwitches = lazy(async () => ({
  default: (await import('#web/features/notifications/NotificationSwitches.tsx')).NotificationSwitches,
}));

const CalendarFeed = lazy(async () => ({
  default: (await import('#web/features/handovers/calendar/CalendarFeed.tsx')).CalendarFeed,
}));

const OwnReports = lazy(async () => ({
  default: (await import('#web/features/moderation/OwnReports.tsx')).OwnReports,
}));

/**
 * What an organization shows to everyone; notifications, calendar, when a volunteer can help, account and privacy, blocked
 * people and own reports.
 */
export function SettingsRoom({ me }: { readonly me: User }) {
  const community = useCommunity();
  const isPartner = me.organizationName !== null;
  // optional: what to repeat can be typed in
  const { data: shared = [] } = useQuery({ ...listingsSharedByQuery(me.id), enabled: isPartner });
  return (
    <div className="flex flex-col gap-8">
      {isPartner && (
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <div className="flex flex-col gap-8">
            {community && (
              <RecurringSurplus
                timeZone={community.timeZone}
                getsMail={community.sendsMail && me.emailVerified}
                shared={shared}
              />
            )}
            <OpeningHoursForm />
            <PosterSection partnerId={me.id} />
          </div>
        </Suspense>
      )}
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
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <AccountAndPrivacy me={me} />
      </Suspense>
      <BlockedPeople />
      <Suspense>
        <OwnReports />
      </Suspense>
    </div>
  );
}
