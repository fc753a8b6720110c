import { lazy, Suspense, useState } from 'react';
import { loadMapTexts } from '#web/features/map/map-texts.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const HeatMapCard = lazy(async () => {
  const [part] = await Promise.all([import('#web/features/map/heat/HeatMapCard.tsx'), loadMapTexts()]);
  return { default: part.HeatMapCard };
});

/** The "Community Heat Map" card, which is fetched as one comes near it; its room is kept until then. */
export function LazyHeatMapCard({ onViewFullMap }: { readonly onViewFullMap: () => void }) {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  const waiting = <Skeleton className="h-92 rounded-card sm:h-124" />;
  return (
    <div ref={room}>
      {isNear ? (
        // comes by itself as one scrolls: where it does not come, the food around it stays
        <ErrorBoundary>
          <Suspense fallback={waiting}>
            <HeatMapCard onViewFullMap={onViewFullMap} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        waiting
      )}
    </div>
  );
}
