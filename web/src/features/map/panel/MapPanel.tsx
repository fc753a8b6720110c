import { Trans } from '@lingui/react/macro';
import { boundsOfCluster } from '@openlarder/domain/map/cluster-grid.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { savedScrollPosition, saveScrollPosition } from '#web/lib/scroll-restoration.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ClusterDetail } from '../clusters/ClusterDetail.tsx';
import { ClusterList } from '../clusters/ClusterList.tsx';
import { excludesItems } from '../map-filter.ts';
import { InteractiveMap } from './InteractiveMap.tsx';
import { MapFilters } from './MapFilters.tsx';
import { LiveBadge, MapAnnouncements, MapError } from './MapStatus.tsx';
import { type MapPanelProps, type MapState, useMapState } from './use-map-state.ts';

/** The map with its filters and legend, and for the keyboard its content as a list. */
export function MapPanel(props: MapPanelProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useMapState(props, heading);
  const [searchSlot, setSearchSlot] = useState<HTMLElement | null>(null);
  return (
    <section
      aria-labelledby={headingId}
      className="relative -m-1 flex h-full min-h-0 flex-col gap-3 overflow-y-auto p-1"
    >
      <h2 id={headingId} ref={heading} tabIndex={-1} className="sr-only outline-none">
        <Trans>Map</Trans>
      </h2>
      <MapError clusters={state.clusters} />
      <MapAnnouncements state={state} />
      <div className="relative isolate grid min-h-56 flex-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-sheet border border-line bg-surface">
        <MapFilters
          filter={state.filter}
          onChange={state.setFilter}
          searchSlot={setSearchSlot}
          beside={<LiveBadge />}
        />
        <InteractiveMap
          myPlace={props.myPlace}
          area={props.area}
          onArea={props.onArea}
          state={state}
          searchSlot={searchSlot}
          inPage
          className="col-start-1 row-start-2 border-x-0 border-b-0"
        />
      </div>
      <BelowMap {...props} state={state} />
    </section>
  );
}

/** Scrolls all of an element into view, and updates the saved scroll position. */
function scrollFullyIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
  const saved = savedScrollPosition();
  if (saved) saveScrollPosition({ ...saved, scrollY: window.scrollY });
}

/** The selected cluster, or else the list of all clusters. */
function BelowMap({ under, onArea, onShowFeed, onRespond, state }: MapPanelProps & { state: MapState }) {
  const { clusters, selected } = state;
  const { cluster } = selected;
  const container = useRef<HTMLDivElement>(null);
  const openId = cluster?.id;
  useEffect(() => {
    if (openId === undefined) return;
    // the feed scrolls to its top at the same time, which may hide the card
    queueMicrotask(() => scrollFullyIntoView(container.current));
  }, [openId]);
  return (
    <div
      ref={container}
      className={classNames(
        'shrink-0',
        // the feed is beside the map: this list is for the keyboard only, over the map, whose area stays the same
        cluster
          ? 'relative'
          : 'absolute inset-x-1 bottom-1 z-20 h-1/2 min-h-40 rounded-sheet border border-line bg-bg shadow-float not-focus-within:sr-only',
      )}
    >
      <div
        className={classNames(
          'absolute inset-0 overflow-y-auto overscroll-contain rounded-sheet p-3',
          // hidden, not unmounted: it keeps its scroll position and gets the focus back
          cluster && 'invisible',
        )}
      >
        {clusters.state === 'loading' && (
          <div aria-hidden="true" className="flex flex-col gap-2">
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className="h-20 rounded-card" />
            ))}
          </div>
        )}
        {clusters.state === 'loaded' && (
          <>
            <ClusterList
              clusters={clusters.inView}
              selectedId={cluster?.id ?? null}
              myPlace={state.here}
              onSelect={selected.select}
            />
            {clusters.inView.length === 0 && clusters.isCurrent && (
              <p className="mt-2 text-muted">
                <Trans>No data in current map area</Trans>
              </p>
            )}
          </>
        )}
      </div>
      {cluster && (
        <div data-card="" className="*:max-h-[min(23rem,48dvh)]! *:border *:border-line *:shadow-none!">
          <ClusterDetail
            cluster={cluster}
            here={state.here}
            isFiltered={excludesItems(state.filter)}
            under={under}
            onClose={selected.close}
            onViewAll={() => {
              onArea(boundsOfCluster(cluster.id));
              onShowFeed?.();
            }}
            onRespond={onRespond ? () => onRespond(cluster) : null}
          />
        </div>
      )}
    </div>
  );
}
