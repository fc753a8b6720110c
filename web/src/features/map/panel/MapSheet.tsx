import { Trans } from '@lingui/react/macro';
import { boundsHold } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster } from '@openlarder/domain/map/cluster-id.ts';
import { useMemo, useRef, useState } from 'react';
import { LiveNotice } from '#web/live/LiveNotice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ClusterCarousel } from '../clusters/ClusterCarousel.tsx';
import { ClusterDetail } from '../clusters/ClusterDetail.tsx';
import { LiveBadge, MapError, MapAnnouncements } from './MapStatus.tsx';
import { MapFilters } from './MapFilters.tsx';
import { MapLegend } from './MapLegend.tsx';
import { excludesItems, type MapPanelProps } from '../map-filter.ts';
import { InteractiveMap } from './InteractiveMap.tsx';
import { type MapState, useMapState } from './use-map-state.ts';

type Props = MapPanelProps & { readonly onClose: () => void };

const COVERED_BY_CARDS = 0.3;
const COVERED_BY_DETAIL = 0.8;

/** The map at full size, with what lies on it as a row of cards. */
export default function MapSheet(props: Props) {
  return (
    <Dialog
      open
      size="full"
      flush
      title={<Trans>Map</Trans>}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Sheet {...props} />
    </Dialog>
  );
}

function Sheet(props: Props) {
  const row = useRef<HTMLUListElement>(null);
  const state = useMapState(props, row);
  const { lookedAt } = state;
  const [pointedAtId, setPointedAtId] = useState<string | null>(null);
  const { clusters, chosen } = state;
  const shown = useMemo(
    () => (lookedAt ? clusters.all.filter((cluster) => boundsHold(lookedAt, cluster)) : []),
    [clusters.all, lookedAt],
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex max-h-[60%] shrink-0 flex-col gap-2 overflow-y-auto overscroll-contain px-4 pb-2 sm:px-6">
        <MapFilters filter={state.filter} onChange={state.setFilter} beside={<LiveBadge />} />
        <LiveNotice />
        <MapError clusters={clusters} />
        <MapAnnouncements state={state} />
        <MapLegend className="max-sm:gap-x-3 max-sm:gap-y-0 max-sm:text-xs" />
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <InteractiveMap
          myPlace={props.myPlace}
          area={props.area}
          onArea={props.onArea}
          state={state}
          covered={chosen.cluster ? COVERED_BY_DETAIL : COVERED_BY_CARDS}
          pointedAt={shown.find(({ id }) => id === pointedAtId) ?? null}
          className="min-h-0 flex-1"
        />
        <ClusterCarousel
          ref={row}
          clusters={shown}
          // with another part of the map, or with the answer for it, the row begins anew
          of={clusters.isCurrent ? lookedAt : null}
          myPlace={state.here}
          pointedAtId={pointedAtId}
          onPoint={({ id }) => setPointedAtId(id)}
          onOpen={chosen.choose}
          // it stays where it was scrolled to, and takes the keyboard back
          className={classNames('absolute inset-x-0 bottom-8 z-10', chosen.cluster && 'invisible')}
        />
        <Opened {...props} state={state} />
      </div>
    </div>
  );
}

/** The card of what is open, over the foot of the map. */
function Opened({ under, onArea, onClose, onRespond, state }: Props & { state: MapState }) {
  const { chosen, filter } = state;
  const { cluster } = chosen;
  if (!cluster) return null;
  return (
    <div className="absolute inset-x-2 bottom-8 z-20 mx-auto max-w-xl">
      <ClusterDetail
        cluster={cluster}
        isFiltered={excludesItems(filter)}
        under={under}
        onClose={chosen.close}
        onViewAll={() => {
          onArea(areaOfCluster(cluster.id));
          onClose();
        }}
        onRespond={onRespond ? () => onRespond(cluster) : null}
      />
    </div>
  );
}
