import { useLingui } from '@lingui/react/macro';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import { HeartHandshake } from 'lucide-react';
import { formatCompact } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { clusterLabel } from '../cluster-labels.ts';
import {
  COUNT_TEXT_COLOR,
  MARKER_RADIUS_PX,
  MARKER_SHAPE,
  MarkerShape,
  NOTCH_AWAY_PX,
  NOTCH_RADIUS_PX,
} from './MarkerShape.tsx';
import { liftOf } from './pin-layout.ts';
import { PIN_TEXT } from './pin-labels.ts';
import type { MapPin } from './use-pins.ts';

export type ClusterMarkerProps = {
  readonly pin: MapPin;
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
/** The notch without its ring. */
const NOTCH_PX = NOTCH_RADIUS_PX - 2;

/**
 * An exclamation mark for urgent clusters, two for emergencies, so that color is not the only sign. With `awayPx` at the
 * upper corner of its marker, that far from its center.
 */
export function UrgencyNotch({
  urgencyLevel,
  awayPx,
}: Pick<MapCluster, 'urgencyLevel'> & { readonly awayPx?: number }) {
  if (urgencyLevel !== 'high' && urgencyLevel !== 'emergency') return null;
  const isEmergency = urgencyLevel === 'emergency';
  const corner = awayPx === undefined ? undefined : `calc(50% + ${awayPx - NOTCH_PX}px)`;
  return (
    <span
      aria-hidden="true"
      data-urgent={urgencyLevel}
      style={{ insetInlineStart: corner, bottom: corner }}
      className={classNames(
        'grid h-4 min-w-4 place-items-center rounded-full px-1 text-xs leading-none font-bold ring-2 ring-surface',
        isEmergency ? 'bg-tomato text-on-tomato' : 'bg-ink text-surface',
        corner && 'absolute',
      )}
    >
      {isEmergency ? '!!' : '!'}
    </span>
  );
}

/** What a marker looks like: a shape with its count, and what its pin says under or over it. */
function MarkerFace({ pin, selected, lifted }: Pick<ClusterMarkerProps, 'pin' | 'selected' | 'lifted'>) {
  const { cluster, label, size, labelSide } = pin;
  const { type, count, urgencyLevel } = cluster;
  const raised = selected || lifted;
  // a pin of requests that says their number in words has their sign
  const showsNumber = count > 1 && !(type === 'food_needed' && labelSide);
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
          tier={size}
          className={classNames(
            'col-start-1 row-start-1 outline-offset-3 outline-brand ring-surface group-focus-visible:outline-3',
            selected ? 'shadow-float ring-4' : 'shadow-card ring-3',
            lifted && 'shadow-float',
            selected && 'outline-2 outline-ink',
          )}
        />
        {showsNumber ? (
          // not text: the pin's words are what the name of the button begins with
          <span
            aria-hidden="true"
            data-count={formatCompact(count)}
            className={classNames(
              'z-1 col-start-1 row-start-1 font-bold tabular-nums before:content-[attr(data-count)]',
              COUNT_TEXT_COLOR[MARKER_SHAPE[type]],
              NUMBER_SIZE[size],
            )}
          />
        ) : (
          type === 'food_needed' && (
            <HeartHandshake
              className={classNames('z-1 col-start-1 row-start-1 text-tomato-soft-ink', ICON_SIZE[size])}
            />
          )
        )}
      </span>
      {labelSide && (
        <span
          aria-hidden="true"
          dir="auto"
          data-pin=""
          style={{
            [labelSide === 'above' ? 'bottom' : 'top']: `calc(50% + ${MARKER_RADIUS_PX[size] - 2}px)`,
          }}
          className={classNames(
            'absolute left-1/2 w-max -translate-x-1/2 rounded-full px-2 py-0.5 font-semibold shadow-card',
            PIN_TEXT,
            raised ? 'bg-ink text-surface' : 'bg-surface text-ink',
          )}
        >
          {label}
        </span>
      )}
      <UrgencyNotch urgencyLevel={urgencyLevel} awayPx={NOTCH_AWAY_PX[size]} />
    </>
  );
}

/** One cluster on the map: a button with the full label and a touch target of at least the same size. */
export function ClusterMarker({ pin, selected, lifted, isStop, ...button }: ClusterMarkerProps) {
  const { t } = useLingui();
  const raised = selected || lifted;
  const { cluster, label } = pin;
  const isAround = !cluster.items.every(({ placeIsPublic }) => placeIsPublic);
  return (
    <MapMarker point={pin.point} lift={raised ? 9000 : liftOf(cluster)}>
      <button
        {...button}
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={[cluster.type !== 'food_needed' && label, clusterLabel(cluster)]
          .filter(Boolean)
          .join(', ')}
        title={pin.ids.length > 1 ? t`Zoom in` : isAround ? t`Around here, not the exact spot` : undefined}
        aria-pressed={selected}
        data-lifted={raised || undefined}
        className={classNames(
          'group pointer-events-auto absolute grid -translate-1/2 cursor-pointer place-items-center rounded-full outline-none',
          pin.size === 'many' ? 'size-14' : 'size-11',
        )}
      >
        <MarkerFace {...{ pin, selected, lifted }} />
      </button>
    </MapMarker>
  );
}
