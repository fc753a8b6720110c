import { useLingui } from '@lingui/react/macro';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import { HeartHandshake } from 'lucide-react';
import { formatCompact } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { clusterLabel } from '../cluster-labels.ts';
import { COUNT_TEXT_COLOR, MARKER_RADIUS_PX, MARKER_SHAPE, MarkerShape, markerSize } from './MarkerShape.tsx';
import { type LabelSide, PIN_LABEL, PIN_TEXT } from './pin-labels.ts';

export type ClusterMarkerProps = {
  readonly cluster: MapCluster;
  /** What its pin says, and on which side there is room for it; null if there is none. */
  readonly label: string;
  readonly labelSide: LabelSide | null;
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
const ICON_SIZE = { one: 'size-4', few: 'size-5', some: 'size-6', many: 'size-7' } as const;
/** At the shape's upper corner, further out for larger markers. */
const NOTCH_PLACE = {
  one: 'start-6 bottom-6',
  few: 'start-7 bottom-7',
  some: 'start-8 bottom-8',
  many: 'start-10 bottom-10',
} as const;

/** An exclamation mark for urgent clusters, two for emergencies, so that color is not the only sign. */
export function UrgencyNotch({
  urgencyLevel,
  place,
}: Pick<MapCluster, 'urgencyLevel'> & { readonly place?: string }) {
  if (urgencyLevel !== 'high' && urgencyLevel !== 'emergency') return null;
  const isEmergency = urgencyLevel === 'emergency';
  return (
    <span
      aria-hidden="true"
      data-urgent={urgencyLevel}
      className={classNames(
        'grid h-4 min-w-4 place-items-center rounded-full px-1 text-xs leading-none font-bold ring-2 ring-surface',
        isEmergency ? 'bg-tomato text-on-tomato' : 'bg-ink text-surface',
        place && `absolute ${place}`,
      )}
    >
      {isEmergency ? '!!' : '!'}
    </span>
  );
}

/** What a marker looks like: a shape with its count, and what its pin says under it. */
function MarkerFace({
  cluster,
  label,
  labelSide,
  selected,
  lifted,
}: Pick<ClusterMarkerProps, 'cluster' | 'label' | 'labelSide' | 'selected' | 'lifted'>) {
  const { type, count } = cluster;
  const tier = markerSize(count);
  const raised = selected || lifted;
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
        {type === 'food_needed' ? (
          <HeartHandshake
            className={classNames('z-1 col-start-1 row-start-1 text-tomato-soft-ink', ICON_SIZE[tier])}
          />
        ) : (
          count > 1 && (
            // not text: the pin's words are what the name of the button begins with
            <span
              aria-hidden="true"
              data-count={formatCompact(count)}
              className={classNames(
                'z-1 col-start-1 row-start-1 font-bold tabular-nums before:content-[attr(data-count)]',
                COUNT_TEXT_COLOR[MARKER_SHAPE[type]],
                NUMBER_SIZE[tier],
              )}
            />
          )
        )}
      </span>
      {(labelSide || raised) && (
        <span
          aria-hidden="true"
          dir="auto"
          data-pin=""
          style={{
            [labelSide === 'above' ? 'bottom' : 'top']: `calc(50% + ${MARKER_RADIUS_PX[tier] - 2}px)`,
            maxWidth: PIN_LABEL.maxPx,
          }}
          className={classNames(
            'absolute left-1/2 w-max -translate-x-1/2 truncate rounded-full px-2 py-0.5 font-semibold shadow-card',
            PIN_TEXT,
            raised ? 'bg-ink text-surface' : 'bg-surface text-ink',
          )}
        >
          {label}
        </span>
      )}
      <UrgencyNotch urgencyLevel={cluster.urgencyLevel} place={NOTCH_PLACE[tier]} />
    </>
  );
}

/** One cluster on the map: a button with the full label and a touch target of at least the same size. */
export function ClusterMarker({
  cluster,
  label,
  labelSide,
  selected,
  lifted,
  isStop,
  ...button
}: ClusterMarkerProps) {
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
        aria-label={
          cluster.type === 'food_needed' ? clusterLabel(cluster) : `${label}, ${clusterLabel(cluster)}`
        }
        title={isAround ? t`Around here, not the exact spot` : undefined}
        aria-pressed={selected}
        data-lifted={raised || undefined}
        className={classNames(
          'group pointer-events-auto absolute grid -translate-1/2 cursor-pointer place-items-center rounded-full outline-none',
          isMany ? 'size-14' : 'size-11',
        )}
      >
        <MarkerFace {...{ cluster, label, labelSide, selected, lifted }} />
      </button>
    </MapMarker>
  );
}
