import { Trans } from '@lingui/react/macro';
import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { formatMeters, formatWalkTime } from '#web/lib/distances.ts';
import { canvasPixelRatio } from './basemap-layer.ts';
import { basemapPalette } from './basemap-palette.ts';
import { CanvasLayer, emptyBrush } from './canvas-layer.ts';
import { useMap, useMapValue, useMapZoom } from './map-context.ts';
import { metersPerPixel, roundLength } from './map-scale.ts';
import { nearestTurn } from './nearest-turn.ts';
import { useDarkTheme } from './use-dark-theme.ts';

const BAR_PX = 96;
/** Where a map with streets would show them. */
const STREETS_FROM_ZOOM = 12;
const RINGS_FROM_ZOOM = 11;
const RING_M = [500, 1000, 2000, 5000, 10_000, 20_000] as const;
/** A ring is readable from this radius on. */
const LEAST_RING_PX = 60;
const MOST_RINGS = 3;
const FONT = '600 11px Figtree, system-ui, sans-serif';

/** What a map without streets offers instead: a scale with the time to walk, and rings around its middle. */
export function Orientation({ middle }: { readonly middle: GeoPoint }) {
  const zoom = useMapZoom();
  // a tenth of a degree changes no length that is shown
  const latitude = useMapValue('moveend', (map) => Math.round(map.getCenter().lat * 10) / 10);
  const perPixel = metersPerPixel({ latitude }, zoom);
  const meters = roundLength(BAR_PX * perPixel);
  const walk = formatWalkTime(meters / 1000, true);
  return (
    <>
      <Rings middle={middle} />
      <div className="pointer-events-none absolute start-2 top-(--map-scale-top,auto) bottom-(--map-scale-bottom,1.75rem) z-10 flex flex-col items-start gap-1 text-xs font-semibold text-ink">
        {zoom >= STREETS_FROM_ZOOM && (
          <p className="rounded-small bg-surface/90 px-1.5 py-0.5 text-muted">
            <Trans>No street map here yet</Trans>
          </p>
        )}
        <p
          className="rounded-b-small border-x-2 border-b-2 border-ink bg-surface/80 px-1 text-center whitespace-nowrap"
          style={{ minWidth: meters / perPixel }}
        >
          {formatMeters(meters)}
          {walk && ` · ${walk}`}
        </p>
      </div>
    </>
  );
}

function Rings({ middle: { latitude, longitude } }: { readonly middle: GeoPoint }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  useEffect(() => {
    const layer = new CanvasLayer(
      (drawn, canvas, view) => {
        const { corner } = view;
        const context = emptyBrush(canvas, view, canvasPixelRatio());
        const zoom = drawn.getZoom();
        if (!context || zoom < RINGS_FROM_ZOOM) return;
        const palette = basemapPalette(dark);
        const middle = { latitude, longitude };
        const at = (point: GeoPoint) =>
          drawn.latLngToContainerPoint(nearestTurn(drawn, point)).subtract(corner);
        const { x, y } = at(middle);
        const least = LEAST_RING_PX * metersPerPixel(middle, zoom);
        for (const meters of RING_M.filter((one) => one >= least).slice(0, MOST_RINGS)) {
          const radius = y - at(pointAt(middle, meters, 0)).y;
          context.beginPath();
          context.arc(x, y, radius, 0, 2 * Math.PI);
          context.setLineDash([4, 5]);
          context.lineWidth = 1.25;
          context.strokeStyle = palette.border;
          context.stroke();
          context.font = FONT;
          context.textAlign = 'center';
          context.textBaseline = 'middle';
          context.setLineDash([]);
          context.lineWidth = 4;
          context.strokeStyle = palette.halo;
          const text = formatMeters(meters);
          context.strokeText(text, x, y - radius);
          context.fillStyle = palette.countryText;
          context.fillText(text, x, y - radius);
        }
      },
      { below: true },
    ).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, dark, latitude, longitude]);
  return null;
}
