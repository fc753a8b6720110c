import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { HomeAd } from './HomeAd.tsx';

const SmartRecommendations = lazyPart(
  async () => (await import('#web/features/matching/SmartRecommendations.tsx')).SmartRecommendations,
);
const ExpiryDashboard = lazyPart(
  async () => (await import('#web/features/expiry-alerts/ExpiryDashboard.tsx')).ExpiryDashboard,
);
const VolunteerCorner = lazyPart(
  async () => (await import('#web/features/volunteers/VolunteerCorner.tsx')).VolunteerCorner,
);
const CommunityImpact = lazyPart(
  async () => (await import('#web/features/impact/CommunityImpact.tsx')).CommunityImpact,
);
const GlobalImpactFacts = lazyPart(
  async () => (await import('#web/features/impact-facts/ImpactFacts.tsx')).GlobalImpactFacts,
);
const WhyFoodSharingMatters = lazyPart(
  async () => (await import('#web/features/impact-facts/ImpactFacts.tsx')).WhyFoodSharingMatters,
);
const RecentActivity = lazyPart(
  async () => (await import('#web/features/activity/RecentActivity.tsx')).RecentActivity,
);
const HeatMapCard = lazyPart(
  async () => (await import('#web/features/map/heat/HeatMapCard.tsx')).HeatMapCard,
);

type Props = {
  readonly isVolunteer: boolean;
  /** One line each, which unfolds; else cards below each other. */
  readonly isFolded: boolean;
  readonly onViewFullMap: () => void;
};

/** The specification's blocks. A line loads when unfolded, a card with the column, the map when in sight. */
export function SideBlocks({ isVolunteer, isFolded, onViewFullMap }: Props) {
  const [isNear, setIsNear] = useState(false);
  const column = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  const Block = isFolded ? FoldedBlock : OpenBlock;
  return (
    <Loading value={isNear}>
      <div ref={column} className={isFolded ? 'flex flex-col' : 'flex flex-col gap-3'}>
        <HomeAd location="home-page" nth={0} />
        <Block title={<Trans>Smart Expiry Alerts</Trans>} room={null}>
          <ExpiryDashboard />
        </Block>
        {isVolunteer && (
          <OpenBlock room="h-62">
            <VolunteerCorner />
          </OpenBlock>
        )}
        <Block title={<Trans>Smart Recommendations</Trans>} room="h-240">
          <SmartRecommendations />
        </Block>
        {!isFolded && <HomeAd location="home-page" nth={1} />}
        <Block title={<Trans>Community Impact</Trans>} room="h-56">
          <CommunityImpact />
        </Block>
        <Block title={<Trans>Recent Activity</Trans>} room="h-84">
          <RecentActivity of="community" />
        </Block>
        <Block title={<Trans>Community Heat Map</Trans>} room="h-92 sm:h-124" isLazy>
          <HeatMapCard onViewFullMap={onViewFullMap} />
        </Block>
        {!isFolded && <HomeAd location="home-page" nth={2} />}
        <Block title={<Trans>Global Impact Facts</Trans>} room="h-84">
          <GlobalImpactFacts />
        </Block>
        <Block title={<Trans>Why Food Sharing Matters</Trans>} room="h-84">
          <WhyFoodSharingMatters />
        </Block>
        {isFolded && (
          <Link href={paths.donate} className={LINE}>
            <Trans>Donate</Trans>
            <ChevronRight className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
          </Link>
        )}
      </div>
    </Loading>
  );
}

/** Whether the blocks are near. */
const Loading = createContext(false);

const LINE =
  'flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 border-b py-1.5 font-semibold [&::-webkit-details-marker]:hidden';

type BlockProps = {
  readonly title?: ReactNode;
  /** The height that is kept for it; null if it may have nothing to show, and has no line then. */
  readonly room: string | null;
  /** Whether a card waits until it is in sight. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
};

/** A line that unfolds. Its title stands in for the heading of what it holds, which only screen readers have. */
function FoldedBlock({ title, room, children }: BlockProps) {
  const isNear = useContext(Loading) && room === null;
  const [isOpened, setOpened] = useState(false);
  return (
    <details
      className={`group/block ${room === null ? 'not-has-[section]:invisible not-has-[section]:h-0' : ''}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true);
      }}
    >
      <summary className={LINE}>
        {title}
        <ChevronRight className="size-5 shrink-0 text-muted transition-transform duration-150 group-open/block:rotate-90 rtl:not-group-open/block:-scale-x-100" />
      </summary>
      <div className="py-2 [&_h2]:sr-only [&>section]:p-0 [&>section]:bg-transparent [&>section]:shadow-none">
        {(isOpened || isNear) && <Part room={room}>{children}</Part>}
      </div>
    </details>
  );
}

function OpenBlock({ room, isLazy = false, children }: BlockProps) {
  const isColumnNear = useContext(Loading);
  const [isInSight, setInSight] = useState(false);
  const isNear = isInSight || (isColumnNear && !isLazy);
  const place = useInView<HTMLDivElement>(isLazy && !isNear, () => setInSight(true));
  return (
    <div ref={place} className="not-has-[section]:not-has-[[data-room]]:absolute">
      {isNear ? <Part room={room}>{children}</Part> : room && <Room height={room} still />}
    </div>
  );
}

const Room = ({ height, still = false }: { readonly height: string; readonly still?: boolean }) => (
  <div data-room="">
    <Skeleton still={still} className={`rounded-card ${height}`} />
  </div>
);

/** What loads on its own: if it fails, the page around it stays. */
const Part = ({ room, children }: Omit<BlockProps, 'title' | 'isLazy'>) => (
  <ErrorBoundary>
    <Suspense fallback={room && <Room height={room} />}>{children}</Suspense>
  </ErrorBoundary>
);
