import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useWatchedArea } from '#web/live/watched-area.ts';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { NO_MAP_FILTER } from '../map-filter.ts';
import { MapLegend } from '../panel/MapLegend.tsx';
import { MapError } from '../panel/MapStatus.tsx';
import { useClusters } from '../panel/use-clusters.ts';

const HeatPreview = lazyPart(async () => (await import('./HeatPreview.tsx')).HeatPreview);

const PICTURE = 'h-44 rounded-control sm:h-72';

/** Counts the food that the feed's filters leave, as the map does. Hidden from screen readers: the map has the same content. */
export function HeatMapCard({ onViewFullMap }: { readonly onViewFullMap: () => void }) {
  const { mapTiles: tiles = null, mapBounds: bounds = null } = useCommunity() ?? {};
  const clusters = useClusters(bounds, bounds, NO_MAP_FILTER);
  useWatchedArea(bounds);
  const isEmpty = clusters.state === 'loaded' && clusters.all.length === 0;
  return (
    <Section isCard title={<Trans>Community Heat Map</Trans>} heading="text-xl font-bold">
      <p className="mt-1 text-sm text-muted">
        <Trans>Where food is waiting, and where it's needed.</Trans>
      </p>
      {clusters.state === 'failed' ? (
        <div className={`mt-3 grid content-center bg-sunken px-3 ${PICTURE}`}>
          <MapError clusters={clusters} />
        </div>
      ) : (
        <div className="relative isolate mt-3">
          <div aria-hidden="true" inert>
            <Suspense fallback={<Skeleton className={PICTURE} />}>
              {bounds && (
                <HeatPreview clusters={clusters.all} bounds={bounds} tiles={tiles} className={PICTURE} />
              )}
            </Suspense>
          </div>
          {isEmpty && (
            <p className="absolute inset-x-4 top-1/2 z-10 mx-auto w-fit -translate-y-1/2 rounded-control bg-surface px-4 py-2 text-center font-semibold shadow-float">
              <Trans>No data in current map area</Trans>
            </p>
          )}
        </div>
      )}
      <MapLegend short className="mt-3" />
      {clusters.state === 'loaded' && clusters.hasFailed && (
        <div className="mt-3">
          <MapError clusters={clusters} />
        </div>
      )}
      <Button variant="secondary" wide className="mt-4" onClick={onViewFullMap}>
        <Trans>View Full Map</Trans>
      </Button>
    </Section>
  );
}
