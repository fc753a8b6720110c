import { useLingui } from '@lingui/react/macro';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import { formatCompact } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { clusterLabel, requestsLabel } from '../cluster-labels.ts';
import { COUNT_TEXT_COLOR, MARKER_SHAPE, MarkerShape, markerSize } from './MarkerShape.tsx';

export type ClusterMarkerProps = {
  readonly cluster: MapCluster;
  readonly selected: boolean;
  /** The card of one of its listings is hovered or focused. */
  readonly lifted: boolean;
  /** The one marker in the tab order. */
  readonly isStop: boolean;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onClick: (event: MouseEvent) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

const NUMBER_SIZE = { one: 'text-xs', few: 'text-sm', some: 'text-base', many: 'text-lg' } as const;
/** At the shape's upper corner, further out for larger markers. */
const NOTCH_PLACE = {
  one: 'start-6 bottom-6',
  few: 'start-7 bottom-7',
  some: 'start-8 bottom-8',
  many: 'start-10 bottom-10',
} as const;

/** An exclamation mark for urgent clusters, two for emergencies, so that color is not the only sign. */
function UrgencyNotch({ urgencyLevel, place }: Pick<MapCluster, 'urgencyLevel'> & { place: string }) {
  if (urgencyLevel !== 'high' && urgencyLevel !== 'emergency') return null;
  const isEmergency = urgencyLevel === 'emergency';
  return (
    <span
      aria-hidden="true"
      data-urgent={urgencyLevel}
      className={classNames(
        'absolute grid h-4 min-w-4 place-items-center rounded-full px-1 text-xs leading-none font-bold ring-2 ring-surface',
        isEmergency ? 'bg-tomato text-on-tomato' : 'bg-ink text-surface',
        place,
      )}
    >
      {isEmergency ? '!!' : '!'}
    </span>
  );
}

/** What a marker looks like: a shape at the place of food, a label where there are only requests. */
function MarkerFace({
  cluster,
  selected,
  lifted,
}: Pick<ClusterMarkerProps, 'cluster' | 'selected' | 'lifted'>) {
  const { type, count, areas } = cluster;
  const tier = markerSize(count);
  const raised = selected || lifted;
  if (type === 'food_needed') {
    // requests come from somewhere in their area, not from this point
    return (
      <span
        data-shape="label"
        className={classNames(
          'relative grid max-w-full rounded-control bg-tomato px-2.5 py-1.5 text-sm font-bold text-on-tomato outline-offset-3 outline-brand ring-surface',
          'transition-transform duration-150 ease-out group-focus-visible:outline-3 group-active:scale-95 motion-reduce:transition-none',
          selected ? 'shadow-float ring-4 outline-2 outline-ink' : 'shadow-card ring-2',
          raised && '-translate-y-1 scale-110',
        )}
      >
        <span className="line-clamp-2 text-center wrap-anywhere">{requestsLabel({ count, areas })}</span>
        <UrgencyNotch urgencyLevel={cluster.urgencyLevel} place="-end-1.5 -top-2" />
      </span>
    );
  }
  return (
    <>
      <span
        className={classNames(
          'relative grid place-items-center transition-transform duration-150 ease-out motion-reduce:transition-none',
          'group-active:scale-95',
          raised ? '-translate-y-1 scale-120' : 'group-hover:scale-110',
        )}
      >
        <MarkerShape
          type={type}
          tier={tier}
          className={classNames(
            'col-start-1 row-start-1 outline-offset-3 outline-brand ring-surface group-focus-visible:outline-3',
            selected ? 'shadow-float ring-4' : 'shadow-card ring-3',
            lifted && 'shadow-float',
            selected && 'outline-2 outline-ink',
          )}
        />
        {count > 1 && (
          <span
            aria-hidden="true"
            className={classNames(
              'z-1 col-start-1 row-start-1 font-bold tabular-nums',
              COUNT_TEXT_COLOR[MARKER_SHAPE[type]],
              NUMBER_SIZE[tier],
            )}
          >
            {formatCompact(count)}
          </span>
        )}
      </span>
      <UrgencyNotch urgencyLevel={cluster.urgencyLevel} place={NOTCH_PLACE[tier]} />
    </>
  );
}

/** One cluster on the map: a button with the full label and a touch target of at least the same size. */
export function ClusterMarker({ cluster, selected, lifted, isStop, ...button }: ClusterMarkerProps) {
  const { t } = useLingui();
  const raised = selected || lifted;
  const isMany = markerSize(cluster.count) === 'many';
  const isAround = !cluster.items.every(({ placeIsPublic }) => placeIsPublic);
  return (
    <MapMarker point={cluster} lift={raised ? 5000 : 0}>
      <button
        {...button}
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={clusterLabel(cluster)}
        title={isAround ? t`Around here, not the exact spot` : undefined}
        aria-pressed={selected}
        data-lifted={raised || undefined}
        className={classNames(
          'group pointer-events-auto absolute grid -translate-1/2 cursor-pointer place-items-center rounded-full outline-none',
          cluster.type === 'food_needed' ? 'min-h-11 w-max max-w-48' : isMany ? 'size-14' : 'size-11',
        )}
      >
        <MarkerFace cluster={cluster} selected={selected} lifted={lifted} />
      </button>
    </MapMarker>
  );
}
