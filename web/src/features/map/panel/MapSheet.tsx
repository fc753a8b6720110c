import { Trans } from '@lingui/react/macro';
import { boundsContain } from '@openlarder/domain/kernel/geo.ts';
import { boundsOfCluster } from '@openlarder/domain/map/cluster-grid.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { LiveNotice } from '#web/live/LiveNotice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ClusterCarousel } from '../clusters/ClusterCarousel.tsx';
import { ClusterDetail } from '../clusters/ClusterDetail.tsx';
import { excludesItems } from '../map-filter.ts';
import { InteractiveMap } from './InteractiveMap.tsx';
import { MapFilters } from './MapFilters.tsx';
import { LiveBadge, MapAnnouncements, MapError } from './MapStatus.tsx';
import { type MapPanelProps, type MapState, useMapState } from './use-map-state.ts';

type Props = MapPanelProps & { readonly onClose: () => void };

/** From the bottom of the map to the row of cards, and from the row to the middle of a marker above it, in pixels. */
const BELOW_CARDS_PX = 32;
const MARKER_PX = 36;
/** How much of the map a detail covers from the bottom, in pixels. */
const coveredByDetail = (mapHeightPx: number): number => mapHeightPx * 0.8;

export function MapSheet(props: Props) {
  return (
    <Dialog
      inAddress
      size="full"
      flush
      title={<Trans>Map</Trans>}
      beside={<LiveBadge />}
      onOpenChange={props.onClose}
    >
      <Sheet {...props} />
    </Dialog>
  );
}

function Sheet(props: Props) {
  const row = useRef<HTMLUListElement>(null);
  const state = useMapState(props, row);
  const { restingView } = state;
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  const [searchSlot, setSearchSlot] = useState<HTMLElement | null>(null);
  const coveredByCards = useCallback(() => BELOW_CARDS_PX + (row.current?.offsetHeight ?? 0) + MARKER_PX, []);
  const { clusters, selected } = state;
  const shown = useMemo(
    () => (restingView ? clusters.all.filter((cluster) => boundsContain(restingView, cluster)) : []),
    [clusters.all, restingView],
  );
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <div className="flex shrink-0 flex-col gap-2 px-4 sm:px-6">
        <LiveNotice />
        <MapError clusters={clusters} />
        <MapAnnouncements state={state} />
      </div>
      <div className="relative grid min-h-60 flex-1 grid-rows-[auto_minmax(0,1fr)]">
        <MapFilters filter={state.filter} onChange={state.setFilter} searchSlot={setSearchSlot} />
        <InteractiveMap
          myPlace={props.myPlace}
          area={props.area}
          onArea={props.onArea}
          state={state}
          coveredPx={selected.cluster ? coveredByDetail : coveredByCards}
          searchSlot={searchSlot}
          previewed={shown.find(({ id }) => id === previewedId) ?? null}
          className="col-start-1 row-start-2 border-x-0"
        />
        <div
          className={classNames(
            'pointer-events-none absolute inset-x-0 bottom-8 z-10 flex flex-col',
            // hidden, not unmounted: it keeps its scroll position and gets the focus back
            selected.cluster && 'invisible',
          )}
        >
          <ClusterCarousel
            ref={row}
            clusters={shown}
            // the order starts over for another part of the map, and once its clusters are loaded
            of={clusters.isCurrent ? restingView : null}
            myPlace={state.here}
            foodFirst={!props.onRespond}
            previewedId={previewedId}
            onPreview={({ id }) => setPreviewedId(id)}
            onOpen={selected.select}
            className="pointer-events-auto"
          />
        </div>
        <SelectedCard {...props} state={state} />
      </div>
    </div>
  );
}

function SelectedCard({ under, onArea, onClose, onRespond, state }: Props & { state: MapState }) {
  const { selected, filter } = state;
  const { cluster } = selected;
  if (!cluster) return null;
  return (
    <div className="absolute inset-x-2 bottom-8 z-20 mx-auto max-w-xl">
      <ClusterDetail
        cluster={cluster}
        here={state.here}
        isFiltered={excludesItems(filter)}
        under={under}
        onClose={selected.close}
        onViewAll={() => {
          onArea(boundsOfCluster(cluster.id));
          onClose();
        }}
        onRespond={onRespond ? () => onRespond(cluster) : null}
      />
    </div>
  );
}
