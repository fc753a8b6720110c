import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** What follows the first food, in this order. */
const BLOCKS: readonly ComponentType[] = [
  lazy(async () => ({
    default: (await import('#web/features/impact/CommunityImpact.tsx')).CommunityImpact,
  })),
  lazy(async () => ({
    default: (await import('#web/features/matching/SmartRecommendations.tsx')).SmartRecommendations,
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
export function SideBlocks() {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  const waiting = <Skeleton className="h-84 rounded-card" />;
  return (
    <div
      ref={room}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3 py-2 wide:gap-4"
    >
      {BLOCKS.map((Block, nth) =>
        isNear ? (
          // It loads while scrolling: if it fails, the feed around it stays.
          <ErrorBoundary key={nth}>
            <Suspense fallback={waiting}>
              <Block />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <div key={nth}>{waiting}</div>
        ),
      )}
    </div>
  );
}
