import 'leaflet/dist/leaflet.css';
import './map.css';
import { useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MapContext } from './map-context.ts';
import { MAX_ZOOM, MIN_ZOOM, type MapOverlay, openMap, type ShownSources } from './open-map.ts';
import { Orientation } from './Orientation.tsx';
import { useDarkTheme } from './use-dark-theme.ts';

/** The community's own map, raster tiles or an archive of vector tiles; `attribution` is shown as plain text. */
export type MapTiles = {
  readonly format: 'raster' | 'archive';
  readonly url: string;
  readonly attribution: string;
};

export type BaseMapProps = {
  /** Initial view; later changes do not move the map, `useMap` does. */
  readonly center: GeoPoint;
  readonly zoom: number;
  /** What distances are counted from, where no streets are known; by default the initial center. */
  readonly middle?: GeoPoint;
  /** null: the world. */
  readonly tiles: MapTiles | null;
  /** The least zoom; by default a region's. */
  readonly minZoom?: number;
  /** A static map without interaction or buttons. */
  readonly still?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
};

const NO_SOURCES: ShownSources = { city: false, world: false, cityFailed: false };
const isSame = (one: ShownSources, other: ShownSources): boolean =>
  one.city === other.city && one.world === other.world && one.cityFailed === other.cityFailed;
const WORLD_CREDIT = 'Made with Natural Earth. GeoNames, CC BY 4.0';

/** Where the map that is shown comes from. */
export function creditOf(tiles: MapTiles | null, { city, world }: ShownSources): string {
  if (tiles?.format === 'raster') return tiles.attribution;
  const credits = [city && tiles ? tiles.attribution : '', world ? WORLD_CREDIT : ''].filter(Boolean);
  // both may name the same source
  return [...new Set(credits.flatMap((credit) => credit.split('. ')))].join('. ');
}

const zoomButton =
  'grid size-11 place-items-center bg-surface text-ink -outline-offset-3 hover:bg-sunken disabled:text-muted/60';

/** A map in the product's colors with zoom buttons and attribution. */
export function BaseMap({
  center,
  zoom,
  middle,
  tiles,
  minZoom = MIN_ZOOM,
  still = false,
  className = '',
  children,
}: BaseMapProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const opening = useRef({ center, zoom, minZoom, still });
  const [startedAt] = useState(center);
  const [parts, setParts] = useState<MapOverlay | null>(null);
  const [shownZoom, setShownZoom] = useState(zoom);
  const dark = useDarkTheme();
  const startsDark = useRef(dark);

  const [sources, setSources] = useState(NO_SOURCES);

  const tilesUrl = tiles?.format === 'raster' ? tiles.url : null;
  const city = tiles?.format === 'archive' ? tiles.url : null;
  useEffect(() => {
    if (!frame.current) return undefined;
    const opened = openMap(frame.current, {
      ...opening.current,
      tilesUrl,
      city,
      dark: startsDark.current,
      onSources: (now) => setSources((before) => (isSame(before, now) ? before : now)),
    });
    opened.map.on('zoomend', () => setShownZoom(opened.map.getZoom()));
    setParts(opened);
    return () => {
      setParts(null);
      opened.close();
    };
  }, [tilesUrl, city]);

  useEffect(() => {
    startsDark.current = dark;
    parts?.showTheme(dark);
  }, [dark, parts]);

  return (
    <div className={`relative isolate overflow-hidden bg-sunken ${className}`}>
      <div ref={frame} className="absolute inset-0 isolate z-0" />
      {!still && (
        <div className="absolute end-2 top-2 z-10 flex flex-col divide-y divide-line overflow-hidden rounded-control border border-control bg-surface shadow-float low:flex-row-reverse low:divide-x low:divide-y-0">
          <button
            type="button"
            className={zoomButton}
            aria-label={t`Zoom in`}
            disabled={shownZoom >= MAX_ZOOM}
            onClick={() => parts?.map.zoomIn()}
          >
            <Plus size={20} />
          </button>
          <button
            type="button"
            className={zoomButton}
            aria-label={t`Zoom out`}
            disabled={shownZoom <= minZoom}
            onClick={() => parts?.map.zoomOut()}
          >
            <Minus size={20} />
          </button>
        </div>
      )}
      <p className="pointer-events-none absolute end-0 bottom-0 z-10 max-w-full rounded-ss-small bg-surface/90 px-2 py-0.5 text-[length:min(0.75rem,14px)]/[1.35] text-muted">
        {sources.cityFailed && t`The map of this area can't be shown right now.`} {creditOf(tiles, sources)}
      </p>
      {parts && (
        <MapContext value={parts}>
          {!still && sources.world && !sources.city && <Orientation middle={middle ?? startedAt} />}
          {children}
        </MapContext>
      )}
    </div>
  );
}
