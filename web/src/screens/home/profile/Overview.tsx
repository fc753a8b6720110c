import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';
import { myClaimsQuery, ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { TodaysPickups } from '#web/features/claims/live-pickup/TodaysPickups.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { helpingQuery, myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { CommunityImpact } from '#web/features/impact/CommunityImpact.tsx';
import { useIsWide } from '#web/lib/browser-state.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Loaded, OnTap } from './SettingsSection.tsx';

const BusinessCounter = lazyPart(
  async () => (await import('#web/features/claims/counter/BusinessCounter.tsx')).BusinessCounter,
);

const VolunteerCorner = lazyPart(
  async () => (await import('#web/features/volunteers/VolunteerCorner.tsx')).VolunteerCorner,
);

const InviteNeighbors = lazyPart(
  async () => (await import('#web/features/partners/poster/InviteNeighbors.tsx')).InviteNeighbors,
);

const ImpactDashboard = lazyPart(
  async () => (await import('#web/features/impact/ImpactDashboard.tsx')).ImpactDashboard,
);
const AchievementsCard = lazyPart(
  async () => (await import('#web/features/recognition/badges/AchievementsCard.tsx')).AchievementsCard,
);
const GlobalImpactContext = lazyPart(
  async () => (await import('#web/features/impact-facts/ImpactFacts.tsx')).GlobalImpactContext,
);
const OwnActivity = () => <RecentActivity of="me" />;

type Block = { readonly title: ReactNode; readonly Block: ComponentType };
const DASHBOARD: Block = { title: <Trans>Impact Dashboard</Trans>, Block: ImpactDashboard };
const MORE: readonly Block[] = [
  { title: <Trans>Achievements & Badges</Trans>, Block: AchievementsCard },
  { title: <Trans>Recent Activity</Trans>, Block: OwnActivity },
  { title: <Trans>Global Impact Context</Trans>, Block: GlobalImpactContext },
];

type Props = {
  /** For a business, whose counter and details fill a phone by themselves. */
  readonly isPartner: boolean;
};

function OverviewBlocks({ isPartner }: Props) {
  const isWide = useIsWide();
  const open = isWide ? [DASHBOARD, ...MORE] : isPartner ? [] : [DASHBOARD];
  return (
    <>
      {open.map(({ Block }, nth) => (
        <Loaded key={nth}>
          <Block />
        </Loaded>
      ))}
      {[DASHBOARD, ...MORE]
        .filter((block) => !open.includes(block))
        .map(({ title, Block }, nth) => (
          <OnTap key={nth} title={title}>
            <Block />
          </OnTap>
        ))}
    </>
  );
}

const WAY = 'min-h-11 content-center font-semibold text-ink underline underline-offset-4';

/** In place of what volunteers are told. */
function OrganizerTools() {
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Section isCard title={<Trans>For organizers</Trans>}>
          <p className="mt-2">
            <Trans>
              To see reports, offers of help, and businesses to verify, run{' '}
              <code translate="no">npm run admin</code> on the server.
            </Trans>
          </p>
          <Link href={paths.whoNeedsFood} className={classNames(WAY, 'mt-2 inline-block')}>
            <Trans>See who needs food</Trans>
          </Link>
        </Section>
        <CommunityImpact />
      </div>
      <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
        <InviteNeighbors />
      </Suspense>
    </div>
  );
}

/** What comes up, then what the person did. */
export function Overview({ below }: { readonly below: ReactNode }) {
  const me = useCurrentUser();
  const { data: mine = [] } = useQuery(myRequestsQuery);
  const { data: helping = [] } = useQuery({ ...helpingQuery, enabled: me.userType === 'donor' });
  const isWide = useIsWide();
  const { data: shared = [] } = useQuery(ownListingsQuery(me.id));
  const posted = shared.filter(({ status }) => status === 'posted');
  const out = posted.length;
  const isUntouched = posted.every((one) => one.servingsLeft === one.estimatedServings);
  const isPartner = me.organizationName !== null;
  // people with a match see it above every screen
  const isFree = ![...mine, ...helping].some(({ status }) => status === 'matched');
  const isAsking = mine.some(({ status }) => status === 'pending');
  const { data: taking } = useQuery({ ...myClaimsQuery, enabled: isPartner });
  const timeZone = useCommunity()?.timeZone;
  const [, navigate] = useLocation();
  // at closing time: who comes and when, their codes, and the same again; what it picks up itself is listed otherwise
  const isTaking = taking?.some(({ status }) => status === 'open') ?? false;
  const counterZone = isPartner && !isTaking ? timeZone : undefined;
  // a request that waits is above every screen, and counted in its tab
  const nothing = isFree && !isAsking && (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {out > 0 ? (
        <Link href={paths.profileSection('shares')} className={WAY}>
          {isUntouched ? (
            <Plural
              value={out}
              one="You're sharing one thing. No one has claimed it yet."
              other="You're sharing # things. No one has claimed them yet."
            />
          ) : (
            <Plural value={out} one="You're sharing one thing." other="You're sharing # things." />
          )}
        </Link>
      ) : (
        <Trans>Nothing coming up.</Trans>
      )}
      {!isPartner && (
        <Link href={paths.askForFood} className={WAY}>
          <Trans>Ask for food</Trans>
        </Link>
      )}
      <Link href={paths.tab('share')} className={WAY}>
        <Trans>Share Food</Trans>
      </Link>
    </p>
  );
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      {counterZone === undefined ? (
        <TodaysPickups otherwise={nothing} />
      ) : (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <BusinessCounter
            personId={me.id}
            timeZone={counterZone}
            isQueueFirst
            onNewDonation={() => navigate(paths.shareInBulk)}
            otherwise={nothing}
          />
        </Suspense>
      )}
      {me.isAdmin ? (
        <OrganizerTools />
      ) : (
        me.userType === 'volunteer' && (
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <VolunteerCorner />
          </Suspense>
        )
      )}
      {(me.userType !== 'volunteer' || mine.length > 0 || !isWide) && below}
      <OverviewBlocks isPartner={isPartner} />
    </div>
  );
}
