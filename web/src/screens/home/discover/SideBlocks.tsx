import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VolunteerCorner } from '../for-volunteers.ts';

const SmartRecommendations = lazy(async () => ({
  default: (await import('#web/features/matching/SmartRecommendations.tsx')).SmartRecommendations,
}));
const ExpiryDashboard = lazy(async () => ({
  default: (await import('#web/features/expiry/ExpiryDashboard.tsx')).ExpiryDashboard,
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

/** The blocks that follow the first food, loaded when they scroll near; their space is reserved until then. */
export function SideBlocks({ isVolunteer }: { readonly isVolunteer: boolean }) {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    <div
      ref={room}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-3 py-2 wide:gap-4"
    >
      <div className="col-span-full empty:hidden">
        <Loaded isNear={isNear} waiting={null}>
          <ExpiryDashboard />
        </Loaded>
      </div>
      {isVolunteer && (
        <div className="col-span-full">
          <Loaded isNear={isNear} waiting={<Skeleton className="h-62 rounded-card wide:h-38" />}>
            <VolunteerCorner />
          </Loaded>
        </div>
      )}
      <div className="col-span-full">
        <Loaded isNear={isNear} waiting={<Skeleton className="h-240 rounded-card" />}>
          <SmartRecommendations />
        </Loaded>
      </div>
      {BLOCKS.map((Block, nth) => (
        <Loaded key={nth} isNear={isNear} waiting={<Skeleton className="h-84 rounded-card" />}>
          <Block />
        </Loaded>
      ))}
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
