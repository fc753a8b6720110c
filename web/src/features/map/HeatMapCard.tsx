import { Trans } from '@lingui/react/macro';
import { DEFAULT_CLUSTER_RADIUS_M, listClusters } from '@openlarder/domain/map/map-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DEFAULT_BOUNDS } from './map-parts.ts';
import { MapLegend } from './MapLegend.tsx';

const HeatPicture = lazy(async () => ({ default: (await import('./HeatPicture.tsx')).HeatPicture }));

const PICTURE = 'h-44 rounded-control sm:h-72';

/** The heat of the community at a glance, and the way to the map. The picture is for the eye: the map says it in full. */
export function HeatMapCard({ onViewFullMap }: { readonly onViewFullMap: () => void }) {
  const headingId = useId();
  const tiles = useCommunity()?.mapTiles ?? null;
  const { data: clusters = [] } = useQuery(
    endpointQuery(listClusters, {
      query: {
        north: String(DEFAULT_BOUNDS.north),
        south: String(DEFAULT_BOUNDS.south),
        east: String(DEFAULT_BOUNDS.east),
        west: String(DEFAULT_BOUNDS.west),
        radius: String(DEFAULT_CLUSTER_RADIUS_M),
      },
    }),
  );
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl font-bold">
        <Trans>Community Heat Map</Trans>
      </h2>
      <p className="mt-1 text-sm text-muted">
        <Trans>Where food is waiting near you, and where it is needed.</Trans>
      </p>
      <div aria-hidden="true" inert className="mt-3">
        <Suspense fallback={<div className={`bg-sunken ${PICTURE}`} />}>
          <HeatPicture clusters={clusters} tiles={tiles} className={PICTURE} />
        </Suspense>
      </div>
      <MapLegend short className="mt-3" />
      <Button variant="secondary" wide className="mt-4" onClick={onViewFullMap}>
        <Trans>View Full Map</Trans>
      </Button>
    </Card>
  );
}
