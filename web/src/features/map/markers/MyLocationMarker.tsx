import { Trans } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { useMap, useMapZoom } from '#web/ui/map/map-context.ts';
import { PIN_TEXT } from './pin-labels.ts';
import { type Box, type Circle, covers, obstaclesOf } from './pin-layout.ts';
import type { MapPin } from './use-pins.ts';

export function MyLocationDot() {
  return (
    <span
      aria-hidden="true"
      className="keeps-colors block size-4 shrink-0 rounded-full border-3 border-surface bg-sky outline-2 outline-sky"
    />
  );
}

/** On the edge of a pin that leaves no room beside it, and under one that is selected. */
const OVER_PINS = 5000;

type Props = { readonly point: GeoPoint; readonly pins: readonly MapPin[] };

/** Where its label has room among the pins, at each zoom level. */
function useNameSide({ point, pins }: Props): Side | null {
  const { map } = useMap();
  const zoom = useMapZoom();
  const dot = map.project(nearestTurn(map, point), zoom);
  return myLocationSide(
    pins.flatMap((pin) => {
      const { x, y } = map.project(nearestTurn(map, pin.point), zoom).subtract(dot);
      return obstaclesOf(pin).map((part) => ({ ...part, x: x + part.x, y: y + part.y }));
    }),
  );
}

const PLACES = {
  below: '-translate-x-1/2 -translate-y-2 flex-col',
  above: 'bottom-0 -translate-x-1/2 translate-y-2 flex-col-reverse',
  right: '-translate-x-2 -translate-y-1/2',
  left: 'right-0 translate-x-2 -translate-y-1/2 flex-row-reverse',
} as const;

/** The user's place on a `BaseMap`, with its label where there is room for it; not interactive. */
export function MyLocationMarker({ point, pins }: Props) {
  const { keepClearOf } = useMap();
  const side = useNameSide({ point, pins });
  useEffect(() => {
    keepClearOf([{ ...point, radiusPx: side ? LABEL_PX.along : LABEL_PX.from }], 'my-place');
    return () => keepClearOf([], 'my-place');
  }, [keepClearOf, point, side]);
  return (
    <MapMarker point={point} lift={OVER_PINS}>
      <span
        dir="ltr"
        className={classNames(
          'absolute flex w-max items-center gap-1',
          side ? PLACES[side] : '-translate-1/2',
        )}
      >
        <MyLocationDot />
        {side && (
          <span
            dir="auto"
            className={`rounded-full bg-surface/90 px-2 py-0.5 font-semibold text-ink ${PIN_TEXT}`}
          >
            <Trans>Your Location</Trans>
          </span>
        )}
      </span>
    </MapMarker>
  );
}

/** The label's extent from the dot, sideways and up or down, in pixels. */
const LABEL_PX = { along: 46, from: 10, to: 34 } as const;

type Side = 'below' | 'above' | 'right' | 'left';

const { along, from, to } = LABEL_PX;
const HALF_HEIGHT = (to - from) / 2;
/** Where the label may be, the preferred side first. */
const BOXES: readonly (readonly [Side, Box])[] = [
  ['below', { left: -along, right: along, top: from, bottom: to }],
  ['above', { left: -along, right: along, top: -to, bottom: -from }],
  ['right', { left: from, right: from + 2 * along, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
  ['left', { left: -from - 2 * along, right: -from, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
];

/** The first side of the dot that pins, relative to it, leave free; null if there is none. */
export const myLocationSide = (taken: readonly Circle[]): Side | null =>
  BOXES.find(([, box]) => !taken.some((circle) => covers(box, circle)))?.[0] ?? null;
