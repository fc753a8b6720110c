import { Trans } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { useMap } from '#web/ui/map/map-context.ts';

/** The dot of one's own place, as the map and its legend show it. */
export function MyPlaceDot() {
  return (
    <span
      aria-hidden="true"
      className="block size-4 shrink-0 rounded-full border-3 border-surface bg-sky outline-2 outline-sky"
    />
  );
}

/** How far its name reaches from the dot, for the names of the map to keep clear of it. */
const NAME_REACH_PX = 46;

/** One's own place on a `BaseMap`, with its name; nothing happens on a tap. */
export function MyPlaceMark({ point }: { readonly point: GeoPoint }) {
  const { keepClearOf } = useMap();
  useEffect(() => {
    keepClearOf([{ ...point, radiusPx: NAME_REACH_PX }], 'my-place');
    return () => keepClearOf([], 'my-place');
  }, [keepClearOf, point]);
  return (
    <MapMarker point={point} lift={-5000}>
      <span className="absolute grid w-max -translate-x-1/2 -translate-y-2 justify-items-center gap-1">
        <MyPlaceDot />
        <span className="rounded-full bg-surface/90 px-2 py-0.5 text-xs font-semibold text-ink">
          <Trans>Your Location</Trans>
        </span>
      </span>
    </MapMarker>
  );
}
