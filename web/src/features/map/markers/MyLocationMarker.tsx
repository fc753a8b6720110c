import { Trans } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { useMap, useMapZoom } from '#web/ui/map/map-context.ts';
import { LABEL_PX, placeMyLocationLabel } from './my-location-label.ts';
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
