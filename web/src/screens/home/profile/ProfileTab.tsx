import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import { isOpenListing } from '@openlarder/domain/listings/listing-states.ts';
import { useQuery } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ProfileActions } from '#web/features/accounts/profile/ProfileActions.tsx';
import { ProfileCard } from '#web/features/accounts/profile/ProfileCard.tsx';
import {
  claimsOnMyListingsQuery,
  myClaimsQuery,
  ownListingsQuery,
} from '#web/features/claims/claims.queries.ts';
import { MyShares } from '#web/features/claims/lists/MyShares.tsx';
import { MyPickups } from '#web/features/claims/lists/PastClaims.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { GiverHours } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { TopDonorBadge } from '#web/features/impact/TopDonorBadge.tsx';
import { PROFILE_SECTIONS, type ProfileSection, useAddress } from '#web/lib/address.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProfilePoints } from '../HeaderPoints.tsx';
import { useGiverHours } from '../use-giver-hours.ts';
import { Overview } from './Overview.tsx';
import { SettingsSection } from './SettingsSection.tsx';

const MyRequests = lazyPart(
  async () => (await import('#web/features/emergency/requests/MyRequests.tsx')).MyRequests,
);

function RequestsSection() {
  return (
    <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
      <MyRequests />
    </Suspense>
  );
}

/** The person, whose location is asked for until it is set: a separate section on a phone, beside every section on a wide screen. */
function Person({ me }: { readonly me: User }) {
  const community = useCommunity();
  return (
    <>
      <ProfileCard
        me={me}
        name={displayName(me)}
        initials={initials(me)}
        earned={<TopDonorBadge />}
        actions={<ProfileActions me={me} setting={community} />}
      />
      <ProfilePoints />
      {me.latitude === null && <LocationPrompt isBusiness={me.organizationName !== null} />}
      <LinkButton href={paths.donate} variant="secondary" wide>
        <HeartHandshake className="size-5" />
        <Trans>Donate</Trans>
      </LinkButton>
    </>
  );
}

const HandoverLog = lazyPart(async () => (await import('#web/features/impact/HandoverLog.tsx')).HandoverLog);

function SharesSection({ me }: { readonly me: User }) {
  const timeZone = useCommunity()?.timeZone;
  const { data: shared = [] } = useQuery(ownListingsQuery(me.id));
  return (
    <div className="flex flex-col gap-8">
      <MyShares personId={me.id} />
      {timeZone !== undefined && shared.length > 0 && (
        <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
          <HandoverLog timeZone={timeZone} />
        </Suspense>
      )}
    </div>
  );
}

type SectionProps = {
  readonly section: ProfileSection;
  readonly me: User;
  /** Shown in the overview of a phone. */
  readonly person: ReactNode;
};

function Section({ section, me, person }: SectionProps) {
  switch (section) {
    case 'pickups':
      return <MyPickups />;
    case 'shares':
      return <SharesSection me={me} />;
    case 'requests':
      return <RequestsSection />;
    case 'settings':
      return <SettingsSection me={me} />;
    default:
      // a business asks for nothing, unless it has
      return <Overview below={person ?? (me.organizationName === null && <RequestsSection />)} />;
  }
}

/** The profile, in sections that the address names. */
export function ProfileTab() {
  const me = useCurrentUser();
  const isWide = useIsWide();
  const hoursOf = useGiverHours();
  const section = useProfileSection();
  const person = <Person me={me} />;
  return (
    <div className="flex flex-col gap-5">
      {/* on a phone the marked tab says it */}
      <div className="max-sm:sr-only">
        <PageHeading>
          <Trans>Profile</Trans>
        </PageHeading>
      </div>
      <SectionNav section={section} meId={me.id} />
      <div className="grid gap-6 wide:grid-cols-[22rem_1fr] wide:items-start wide:gap-10">
        {isWide && <div className="flex min-w-0 flex-col gap-6">{person}</div>}
        <div className="min-w-0">
          <GiverHours value={hoursOf}>
            <Section section={section} me={me} person={isWide ? null : person} />
          </GiverHours>
        </div>
      </div>
    </div>
  );
}

function LocationPrompt({ isBusiness }: { readonly isBusiness: boolean }) {
  return (
    <Card as="section" aria-labelledby="my-place" className="flex flex-col gap-3">
      <h2 id="my-place" className="text-lg">
        <Trans>My location</Trans>
      </h2>
      <p className="text-muted">
        {isBusiness ? (
          <Trans>Put your business on the map so people can see how far away it is.</Trans>
        ) : (
          <Trans>Set your location to see what's closest. No one sees your address.</Trans>
        )}
      </p>
      <LinkButton href={paths.location(paths.profileSection('overview'))}>
        <Trans>Set my location</Trans>
      </LinkButton>
    </Card>
  );
}

const NAMES: Readonly<Record<ProfileSection, ReactNode>> = {
  overview: <Trans>Overview</Trans>,
  pickups: <Trans>Pickups</Trans>,
  shares: <Trans>Shares</Trans>,
  requests: <Trans>Requests</Trans>,
  settings: <Trans>Settings</Trans>,
};

/** The sections of the profile, all in sight, with the number of open things in each. */
function SectionNav({ section, meId }: { readonly section: ProfileSection; readonly meId: string }) {
  const { t } = useLingui();
  const isOpen = ({ status }: { status: string }) => status === 'open';
  const pickups = useQuery(myClaimsQuery).data?.filter(isOpen).length ?? 0;
  const shares = useQuery(ownListingsQuery(meId)).data?.filter(isOpenListing).length ?? 0;
  const requests = useQuery(myRequestsQuery).data?.filter(isOpenRequest).length ?? 0;
  const open: Readonly<Record<ProfileSection, number>> = {
    overview: 0,
    pickups,
    shares,
    requests,
    settings: 0,
  };
  return (
    <nav aria-label={t`Profile`} className="flex flex-wrap gap-1.5 sm:gap-2">
      {PROFILE_SECTIONS.map((one) => (
        <Link
          key={one}
          href={paths.profileSection(one)}
          aria-current={one === section ? 'page' : undefined}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-surface px-3 text-sm font-semibold transition-colors duration-150 hover:bg-sunken sm:px-4 aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-bg"
        >
          {NAMES[one]}
          {open[one] > 0 && <span className="tabular-nums">{open[one]}</span>}
        </Link>
      ))}
    </nav>
  );
}

/**
 * The section named by the address. A link to a claim leads to the section of its side, known once claims have loaded.
 */
function useProfileSection(): ProfileSection {
  const [{ claim: claimId, room }] = useAddress();
  const theirs = useQuery({ ...claimsOnMyListingsQuery, enabled: claimId !== null });
  if (claimId !== null) return theirs.data?.some(({ id }) => id === claimId) ? 'shares' : 'pickups';
  return room;
}
