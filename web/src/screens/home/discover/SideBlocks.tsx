import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { HomeAd } from './HomeAd.tsx';

const SmartRecommendations = lazy(async () => ({
  default: (await import('#web/features/matching/SmartRecommendations.tsx')).SmartRecommendations,
}));
/** What follows the first food, in this order, below what suits the person. */
const BLOCKS: readonly ComponentType[] = [
  lazy(async () => ({
    default: (await import('#web/features/impact/CommunityImpact.tsx')).CommunityImpact,
  })),
  lazy(async () => ({
    default: (await import('#web/features/impact-facts/GlobalImpactFacts.tsx')).GlobalImpactFacts,
  })),
  lazy(async () => ({
    default: (await import('#web/features/impact-facts/WhyFoodSharingMatters.tsx')).WhyFoodSharingMatters,
  })),
  lazy(async () => ({ default: (await import('./CommunityActivity.tsx')).CommunityActivity })),
];

/** The second ad of the home page is above this block. */
const ADS_BETWEEN = 2;

/** The blocks that follow the first food, loaded when they scroll near; their space is reserved until then. */
export function SideBlocks() {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    <div
      ref={room}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-3 py-2 wide:gap-4"
    >
      <div className="col-span-full">
        <Loaded isNear={isNear} waiting={<Skeleton className="h-240 rounded-card" />}>
          <SmartRecommendations />
        </Loaded>
      </div>
      <HomeAd location="home-page" nth={0} />
      {BLOCKS.map((Block, nth) => (
        <Fragment key={nth}>
          {nth === ADS_BETWEEN && <HomeAd location="home-page" nth={1} />}
          <Loaded isNear={isNear} waiting={<Skeleton className="h-84 rounded-card" />}>
            <Block />
          </Loaded>
        </Fragment>
      ))}
      <HomeAd location="home-page" nth={2} />
    </div>
  );
}

type LoadedProps = { readonly isNear: boolean; readonly waiting: ReactNode; readonly children: ReactNode };

/** A block that loads while scrolling: if it fails, the feed around it stays. */
const Loaded = ({ isNear, waiting, children }: LoadedProps) =>
  isNear ? (
    <ErrorBoundary>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  ) : (
    waiting
  );
