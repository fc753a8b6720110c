import { Trans } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { useMap, useMapZoom } from '#web/ui/map/map-context.ts';
import { MARKER_RADIUS_PX, markerSize } from './MarkerShape.tsx';
import { obstaclesOfLabel, PIN_TEXT } from './pin-labels.ts';
import { usePins } from './use-pins.ts';

export function MyLocationDot() {
  return (
    <span
      aria-hidden="true"
      className="keeps-colors block size-4 shrink-0 rounded-full border-3 border-surface bg-sky outline-2 outline-sky"
    />
  );
}

const UNDER_MARKS = -5000;
/** Below selected and previewed markers. */
const OVER_MARKS = 4000;

type Props = { readonly point: GeoPoint; readonly clusters: readonly MapCluster[] };

/** The placement of the label among the markers, at each zoom level. */
function useNamePlace({ point, clusters }: Props) {
  const { map } = useMap();
  const zoom = useMapZoom();
  const dot = map.project(nearestTurn(map, point), zoom);
  return placeMyLocationLabel(
    usePins(clusters, point).flatMap(({ cluster: { latitude, longitude, count }, label, labelSide }) => {
      const { x, y } = map.project(nearestTurn(map, { latitude, longitude }), zoom).subtract(dot);
      const radiusPx = MARKER_RADIUS_PX[markerSize(count)];
      const said = labelSide ? obstaclesOfLabel({ latitude, longitude, radiusPx }, label, labelSide) : [];
      return [
        { x, y, radiusPx },
        ...said.map(({ radiusPx: labelPx, offsetPx: [right, down] }) => ({
          x: x + right,
          y: y + down,
          radiusPx: labelPx,
        })),
      ];
    }),
  );
}

const PLACES = {
  below: '-translate-x-1/2 -translate-y-2 flex-col',
  above: 'bottom-0 -translate-x-1/2 translate-y-2 flex-col-reverse',
  right: '-translate-x-2 -translate-y-1/2',
  left: 'right-0 translate-x-2 -translate-y-1/2 flex-row-reverse',
} as const;

/** The user's place on a `BaseMap`, with its label; not interactive. */
export function MyLocationMarker({ point, clusters }: Props) {
  const { keepClearOf } = useMap();
  const { side, isOver } = useNamePlace({ point, clusters });
  useEffect(() => {
    keepClearOf([{ ...point, radiusPx: LABEL_PX.along }], 'my-place');
    return () => keepClearOf([], 'my-place');
  }, [keepClearOf, point]);
  return (
    <MapMarker point={point} lift={isOver ? OVER_MARKS : UNDER_MARKS}>
      <span dir="ltr" className={classNames('absolute flex w-max items-center gap-1', PLACES[side])}>
        <MyLocationDot />
        <span
          dir="auto"
          className={`rounded-full bg-surface/90 px-2 py-0.5 font-semibold text-ink ${PIN_TEXT}`}
        >
          <Trans>Your Location</Trans>
        </span>
      </span>
    </MapMarker>
  );
}

/** The label's extent from the dot, sideways and up or down, in pixels. */
const LABEL_PX = { along: 46, from: 10, to: 34 } as const;

/** A marker's center relative to the dot, to the right and down. */
type NearbyMarker = { readonly x: number; readonly y: number; readonly radiusPx: number };

type Side = 'below' | 'above' | 'right' | 'left';
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

const { along, from, to } = LABEL_PX;
const HALF_HEIGHT = (to - from) / 2;
/** Where the label may be, the preferred side first. */
const BOXES: readonly (readonly [Side, Box])[] = [
  ['below', { left: -along, right: along, top: from, bottom: to }],
  ['above', { left: -along, right: along, top: -to, bottom: -from }],
  ['right', { left: from, right: from + 2 * along, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
  ['left', { left: -from - 2 * along, right: -from, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
];

/** The largest overlap of a marker with the label, in pixels. */
const coveredPx = (marks: readonly NearbyMarker[], { left, right, top, bottom }: Box): number =>
  Math.max(
    0,
    ...marks.map(({ x, y, radiusPx }) =>
      Math.min(
        Math.min(right, x + radiusPx) - Math.max(left, x - radiusPx),
        Math.min(bottom, y + radiusPx) - Math.max(top, y - radiusPx),
      ),
    ),
  );

/** The first side of the dot that markers leave free; else over the markers, where they cover least of it. */
export function placeMyLocationLabel(marks: readonly NearbyMarker[]): { side: Side; isOver: boolean } {
  let [least, best]: [number, Side] = [Infinity, 'below'];
  for (const [side, box] of BOXES) {
    const covered = coveredPx(marks, box);
    if (covered < least) [least, best] = [covered, side];
  }
  return { side: best, isOver: least > 0 };
}
