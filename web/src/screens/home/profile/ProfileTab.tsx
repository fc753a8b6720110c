import { Trans } from '@lingui/react/macro';
import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ProfileActions } from '#web/features/accounts/profile/ProfileActions.tsx';
import { ProfileCard } from '#web/features/accounts/profile/ProfileCard.tsx';
import { MyPickups } from '#web/features/claims/lists/MyPickups.tsx';
import { MyShares } from '#web/features/claims/lists/MyShares.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { BlockedPeople } from '#web/features/moderation/BlockedPeople.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MyLocation } from './MyLocation.tsx';

const AccountAndPrivacy = lazy(async () => ({
  default: (await import('#web/features/accounts/security/AccountAndPrivacy.tsx')).AccountAndPrivacy,
}));

const MailSettings = lazy(async () => ({
  default: (await import('#web/features/notifications/MailSettings.tsx')).MailSettings,
}));

const CalendarFeed = lazy(async () => ({
  default: (await import('#web/features/handovers/calendar/CalendarFeed.tsx')).CalendarFeed,
}));

const MyRequests = lazy(async () => ({
  default: (await import('#web/features/emergency/requests/MyRequests.tsx')).MyRequests,
}));

const OwnReports = lazy(async () => ({
  default: (await import('#web/features/moderation/OwnReports.tsx')).OwnReports,
}));

/** The person, their location, pickups and shares. */
export function ProfileTab() {
  const me = useCurrentUser();
  const setting = useCommunity();
  const sharesFirst = me.userType === 'donor';
  const requests = (
    <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
      <MyRequests />
    </Suspense>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>
        <Trans>Profile</Trans>
      </PageHeading>
      <div className="grid gap-6 wide:grid-cols-[22rem_1fr] wide:items-start wide:gap-10">
        <div className="flex min-w-0 flex-col gap-6 wide:sticky wide:top-24">
          <ProfileCard
            me={me}
            name={displayName(me)}
            initials={initials(me)}
            actions={<ProfileActions me={me} setting={setting} />}
          />
          <MyLocation me={me} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          {sharesFirst && <MyShares personId={me.id} />}
          {!sharesFirst && requests}
          <MyPickups />
          {sharesFirst && requests}
          {!sharesFirst && <MyShares personId={me.id} />}
          <Suspense fallback={<Skeleton className="h-36 rounded-card" />}>
            <CalendarFeed />
          </Suspense>
          <BlockedPeople />
          <Suspense>
            <OwnReports />
          </Suspense>
          {setting?.sendsMail && (
            <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
              <MailSettings email={me.email} />
            </Suspense>
          )}
          <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
            <AccountAndPrivacy me={me} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
