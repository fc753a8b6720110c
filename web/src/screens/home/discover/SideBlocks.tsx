import { type ComponentType, Fragment, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
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
/** What follows the first food, in this order, below what suits the person. */
const BLOCKS: readonly ComponentType[] = [
  async () => (await import('#web/features/impact/CommunityImpact.tsx')).CommunityImpact,
  async () => (await import('#web/features/impact-facts/ImpactFacts.tsx')).GlobalImpactFacts,
  async () => (await import('#web/features/impact-facts/ImpactFacts.tsx')).WhyFoodSharingMatters,
  async () => (await import('./CommunityActivity.tsx')).CommunityActivity,
].map(lazyPart);

/** The second ad of the home page is above this block. */
const ADS_BETWEEN = 2;

/** The blocks that follow the first food, loaded when they scroll near; their space is reserved until then. */
export function SideBlocks({ isVolunteer }: { readonly isVolunteer: boolean }) {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    <div
      ref={room}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-3 py-2 wide:gap-4"
    >
      <HomeAd location="home-page" nth={0} />
      <div className="col-span-full empty:hidden">
        <Loaded isNear={isNear} room={null}>
          <ExpiryDashboard />
        </Loaded>
      </div>
      {isVolunteer && (
        <div className="col-span-full">
          <Loaded isNear={isNear} room="h-62 wide:h-38">
            <VolunteerCorner />
          </Loaded>
        </div>
      )}
      <div className="col-span-full">
        <Loaded isNear={isNear} room="h-240">
          <SmartRecommendations />
        </Loaded>
      </div>
      {BLOCKS.map((Block, nth) => (
        <Fragment key={nth}>
          {nth === ADS_BETWEEN && <HomeAd location="home-page" nth={1} />}
          <Loaded isNear={isNear} room="h-84">
            <Block />
          </Loaded>
        </Fragment>
      ))}
      <HomeAd location="home-page" nth={2} />
    </div>
  );
}

type LoadedProps = {
  readonly isNear: boolean;
  /** The height that is kept for it; null if it may have nothing to show. */
  readonly room: string | null;
  readonly children: ReactNode;
};

/** A block that loads while scrolling: if it fails, the feed around it stays. */
function Loaded({ isNear, room, children }: LoadedProps) {
  const place = room !== null && <Skeleton still={!isNear} className={`rounded-card ${room}`} />;
  if (!isNear) return place;
  return (
    <ErrorBoundary>
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  );
}
