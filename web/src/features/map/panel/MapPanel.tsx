import { Trans } from '@lingui/react/macro';
import { areaOfCluster } from '@openlarder/domain/map/cluster-id.ts';
import { useEffect, useId, useRef } from 'react';
import { saveScrollPosition, savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ClusterDetail } from '../clusters/ClusterDetail.tsx';
import { ClusterList } from '../clusters/ClusterList.tsx';
import { LiveBadge, MapError, MapAnnouncements } from './MapStatus.tsx';
import { MapFilters } from './MapFilters.tsx';
import { MapLegend } from './MapLegend.tsx';
import { excludesItems, type MapPanelProps } from '../map-filter.ts';
import { InteractiveMap } from './InteractiveMap.tsx';
import { type MapState, useMapState } from './use-map-state.ts';

/** The map of what is shared and asked for, with the same things as a list below it. */
export default function MapPanel(props: MapPanelProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useMapState(props, heading);
  return (
    <section
      aria-labelledby={headingId}
      className="group/panel -m-1 flex h-full min-h-0 flex-col gap-3 overflow-y-auto p-1"
    >
      <div
        className={classNames(
          '-m-1 shrink-0 overflow-y-auto overscroll-contain p-1',
          state.chosen.cluster ? 'max-h-[30%]' : 'max-h-[55%]',
        )}
      >
        <MapFilters
          filter={state.filter}
          onChange={state.setFilter}
          before={
            <h2 id={headingId} ref={heading} tabIndex={-1} className="me-2 text-lg outline-none">
              <Trans>Map</Trans>
            </h2>
          }
          beside={<LiveBadge />}
        />
      </div>
      <MapError clusters={state.clusters} />
      <MapAnnouncements state={state} />
      <InteractiveMap
        myPlace={props.myPlace}
        area={props.area}
        onArea={props.onArea}
        state={state}
        className="min-h-56 flex-1 rounded-sheet"
      />
      <MapLegend />
      <Below {...props} state={state} />
    </section>
  );
}

/** Brings all of an element into view, and says so to the list that leads back to where one was in it. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
  const kept = savedScrollPosition();
  if (kept) saveScrollPosition({ ...kept, scrollY: window.scrollY });
}

/** What is open of the map, or else everything on it. */
function Below({ under, onArea, onShowFeed, onRespond, state }: MapPanelProps & { state: MapState }) {
  const { clusters, chosen } = state;
  const { cluster } = chosen;
  const room = useRef<HTMLDivElement>(null);
  const openId = cluster?.id;
  useEffect(() => {
    if (openId === undefined) return;
    // the feed goes to its beginning meanwhile, which may leave the card below what is seen
    queueMicrotask(() => showWhole(room.current));
  }, [openId]);
  return (
    <div
      ref={room}
      className={classNames(
        'relative min-h-40 shrink-0',
        // while one chooses what to look for, the map has the room of the list
        cluster ? 'h-[46%]' : 'h-[38%] group-has-[[data-choices]]/panel:hidden',
      )}
    >
      <div
        className={classNames(
          'absolute inset-0 -m-1 overflow-y-auto overscroll-contain p-1',
          // it stays where it was scrolled to, and takes the keyboard back
          cluster && 'invisible',
        )}
      >
        {clusters.state === 'first' && (
          <div aria-hidden="true" className="flex flex-col gap-2">
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className="h-20 rounded-card" />
            ))}
          </div>
        )}
        {clusters.state === 'shown' && (
          <>
            <ClusterList
              clusters={clusters.inView}
              chosenId={cluster?.id ?? null}
              myPlace={state.here}
              onChoose={chosen.choose}
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
        <div className="absolute inset-0 *:max-h-full! *:border *:border-line *:shadow-none!">
          <ClusterDetail
            cluster={cluster}
            isFiltered={excludesItems(state.filter)}
            under={under}
            onClose={chosen.close}
            onViewAll={() => {
              onArea(areaOfCluster(cluster.id));
              onShowFeed?.();
            }}
            onRespond={onRespond ? () => onRespond(cluster) : null}
          />
        </div>
      )}
    </div>
  );
}
