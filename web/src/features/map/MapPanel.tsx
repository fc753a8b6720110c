import { Trans } from '@lingui/react/macro';
import { areaOfCluster } from '@openlarder/domain/map/cluster-id.ts';
import { useEffect, useId, useRef } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ClusterDetail } from './ClusterDetail.tsx';
import { ClusterList } from './ClusterList.tsx';
import { LiveMark } from './LiveMark.tsx';
import { MapFailure } from './MapFailure.tsx';
import { MapFilters } from './MapFilters.tsx';
import { MapLegend } from './MapLegend.tsx';
import { MapNews } from './MapNews.tsx';
import type { MapPanelProps } from './map-parts.ts';
import { PanelMap } from './PanelMap.tsx';
import { type MapState, useMapPanel } from './use-map-panel.ts';

/** The map of what is shared and asked for, with the same things as a list below it. */
export default function MapPanel(props: MapPanelProps) {
  const headingId = useId();
  const community = useCommunity();
  const state = useMapPanel(props);
  return (
    <section aria-labelledby={headingId} className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={headingId} className="text-lg">
          <Trans>Map</Trans>
        </h2>
        <LiveMark />
      </div>
      <div className="-m-1 max-h-[55%] shrink-0 overflow-y-auto overscroll-contain p-1">
        <MapFilters filter={state.filter} onChange={state.setFilter} />
      </div>
      <MapFailure clusters={state.clusters} />
      <MapNews state={state} />
      {community ? (
        <PanelMap
          myPlace={props.myPlace}
          area={props.area}
          onArea={props.onArea}
          state={state}
          community={community}
          className="min-h-56 flex-1 rounded-sheet"
        />
      ) : (
        <Skeleton className="min-h-56 flex-1 rounded-sheet" />
      )}
      <MapLegend />
      <div className="max-h-[38%] min-h-24 shrink-0 overflow-y-auto overscroll-contain pe-1">
        <Below {...props} state={state} />
      </div>
    </section>
  );
}

/** What is open of the map, then everything on it. */
function Below({ under, onArea, state }: MapPanelProps & { state: MapState }) {
  const { clusters, chosen } = state;
  const opened = useRef<HTMLDivElement>(null);
  const chosenId = chosen.cluster?.id;
  useEffect(() => {
    if (chosenId === undefined) return;
    opened.current?.focus({ preventScroll: true });
    opened.current?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  return (
    <>
      {chosen.cluster && (
        <div ref={opened} tabIndex={-1} className="mb-3 outline-none">
          <ClusterDetail
            cluster={chosen.cluster}
            under={under}
            onClose={chosen.close}
            onViewAll={() => chosen.cluster && onArea(areaOfCluster(chosen.cluster.id))}
            onRespond={null}
          />
        </div>
      )}
      {clusters.state === 'first' && (
        <div aria-hidden="true" className="flex flex-col gap-2">
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-16 rounded-control" />
          ))}
        </div>
      )}
      {clusters.state === 'shown' && (
        <ClusterList
          clusters={clusters.inView}
          chosenId={chosenId ?? null}
          myPlace={state.here}
          onChoose={chosen.choose}
        />
      )}
    </>
  );
}
