import { Trans } from '@lingui/react/macro';
import { boundsContain } from '@openlarder/domain/kernel/geo.ts';
import { boundsOfCluster } from '@openlarder/domain/map/cluster-grid.ts';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/browser-state.ts';
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

export function MapSheet(props: Props) {
  const [headSlot, setHeadSlot] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      inAddress
      size="full"
      flush
      title={<Trans>Map</Trans>}
      beside={
        <div className="flex items-center gap-2">
          <div ref={setHeadSlot} className="-my-1.5 empty:hidden" />
          <LiveBadge />
        </div>
      }
      onOpenChange={props.onClose}
    >
      <Sheet {...props} headSlot={headSlot} />
    </Dialog>
  );
}

/** Where the map has no height to spare, and the dialog's head has room. */
const LOW_AND_WIDE = '(max-height: 31rem) and (min-width: 40rem)';

function Sheet({ headSlot, ...props }: Props & { readonly headSlot: HTMLElement | null }) {
  const isLow = useMediaQuery(LOW_AND_WIDE);
  const row = useRef<HTMLUListElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const state = useMapState(props, row);
  const { restingView } = state;
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  const [searchSlot, setSearchSlot] = useState<HTMLElement | null>(null);
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
        <MapFilters
          filter={state.filter}
          onChange={state.setFilter}
          searchSlot={setSearchSlot}
          rowSlot={isLow ? headSlot : null}
        />
        <InteractiveMap
          myPlace={props.myPlace}
          area={props.area}
          onArea={props.onArea}
          state={state}
          over={selected.cluster ? card : row}
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
        <SelectedCard {...props} state={state} ref={card} />
      </div>
    </div>
  );
}

type SelectedCardProps = Props & { readonly state: MapState; readonly ref: RefObject<HTMLDivElement | null> };

/** Below the map's controls; at a side of a low map. */
function SelectedCard({ under, onArea, onClose, onRespond, state, ref }: SelectedCardProps) {
  const { selected, filter } = state;
  const { cluster } = selected;
  if (!cluster) return null;
  return (
    <div
      ref={ref}
      className="z-20 col-start-1 row-start-2 mx-auto mb-8 flex max-h-[calc(100%-8.5rem)] w-[calc(100%-1rem)] max-w-xl flex-col self-end low:max-h-[calc(100%-5.5rem)] low:sm:ms-2 low:sm:max-h-[calc(100%-2.5rem)] low:sm:max-w-[calc(50%-0.5rem)]"
    >
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
