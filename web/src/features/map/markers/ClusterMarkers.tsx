import { Trans, useLingui } from '@lingui/react/macro';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { LatLngBounds, type Map as LeafletMap, Point } from 'leaflet';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import type { MapObstacle } from '#web/ui/map/label-layer.ts';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { useMap } from '#web/ui/map/map-context.ts';
import { ClusterMarker } from './ClusterMarker.tsx';
import { MyLocationMarker } from './MyLocationMarker.tsx';
import { obstaclesOf } from './pin-layout.ts';
import { type MapPin, usePins } from './use-pins.ts';
import { clusterOfListing, inReadingOrder, nextMarkerByKey, reorderElements } from './marker-navigation.ts';

type ClusterMarkersProps = {
  readonly clusters: readonly MapCluster[];
  /** The user's place, which is marked, and from which pins say the way. */
  readonly here: GeoPoint | null;
  readonly selectedId: string | null;
  /** Highlighted without being selected. */
  readonly previewedId?: string | null;
  /** The listing whose card is hovered or focused. */
  readonly highlighted: HighlightedListing | null;
  readonly onSelect: (cluster: MapCluster) => void;
};

function useWasDragged(map: LeafletMap): () => boolean {
  const dragged = useRef(false);
  useEffect(() => {
    const start = () => {
      dragged.current = true;
    };
    // The click comes right after the end of the drag.
    const end = () => setTimeout(() => (dragged.current = false));
    map.on('dragstart', start);
    map.on('dragend', end);
    return () => {
      map.off('dragstart', start);
      map.off('dragend', end);
    };
  }, [map]);
  return useCallback(() => dragged.current, []);
}

/** Margin around a focused marker, in pixels. */
const AIR_PX = 48;

type Stop = { readonly id: string; readonly at: GeoPoint };

/** The last focused marker or the nearest to it, else the selected one, else the first. */
function tabStop(
  inOrder: readonly MapCluster[],
  last: Stop | null,
  selectedId: string | null,
): string | null {
  const has = (id: string | undefined | null) => inOrder.some((cluster) => cluster.id === id);
  if (last && has(last.id)) return last.id;
  if (last) {
    return inOrder.toSorted((a, b) => distanceM(a, last.at) - distanceM(b, last.at))[0]?.id ?? null;
  }
  return has(selectedId) ? selectedId : (inOrder[0]?.id ?? null);
}

/**
 * The clusters of a `BaseMap` as buttons; one that stands for several zooms in on them. A marker stays the same element while its cluster exists, so that a
 * refresh keeps the focus. All markers are one tab stop; the keys of `nextMarkerByKey` move between them.
 */
export function ClusterMarkers({
  clusters,
  here,
  selectedId,
  previewedId = null,
  highlighted,
  onSelect,
}: ClusterMarkersProps) {
  const { t } = useLingui();
  const { map, keepClearOf } = useMap();
  const hintId = useId();
  const wasDragged = useWasDragged(map);
  const inOrder = useMemo(() => inReadingOrder(clusters), [clusters]);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [last, setLast] = useState<Stop | null>(null);
  const hasFocus = useRef(false);
  const pins = usePins(inOrder, here);
  const pinOf = (id: string | null) =>
    pins.find(({ ids }) => id !== null && ids.includes(id))?.cluster.id ?? null;
  const [selectedPin, previewedPin] = [pinOf(selectedId), pinOf(previewedId)];
  const stopId = tabStop(
    pins.map(({ cluster }) => cluster),
    last,
    selectedPin ?? previewedPin,
  );
  const liftedPin = highlighted && pinOf(clusterOfListing(clusters, highlighted)?.id ?? null);

  const mapName = t`Map`;
  useEffect(() => {
    const pane = map.getPane('markerPane');
    pane?.setAttribute('role', 'group');
    pane?.setAttribute('aria-label', mapName);
    pane?.setAttribute('aria-describedby', hintId);
  }, [map, mapName, hintId]);

  useEffect(() => {
    const obstacles = pins.flatMap((pin) =>
      obstaclesOf(pin).map(
        ({ x, y, radius }): MapObstacle => ({ ...pin.point, radiusPx: radius, offsetPx: [x, y] }),
      ),
    );
    keepClearOf(obstacles, 'clusters');
  }, [keepClearOf, pins]);

  useEffect(() => {
    reorderElements(
      pins.map(({ cluster }) => buttons.current.get(cluster.id)?.closest('.leaflet-marker-icon') ?? null),
    );
    // The focused marker may be gone: focus the nearest one.
    if (hasFocus.current && stopId !== null && document.activeElement === document.body) {
      buttons.current.get(stopId)?.focus({ preventScroll: true });
    }
  }, [pins, stopId]);

  const bringIntoView = (point: GeoPoint) => {
    const at = nearestTurn(map, point);
    if (map.getBounds().contains(at)) return;
    map.panInside(at, {
      animate: scrollBehavior() === 'smooth',
      padding: [AIR_PX, AIR_PX],
    });
  };

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') map.zoomIn();
    else if (event.key === '-') map.zoomOut();
    else {
      const marks = pins.map(({ cluster, point }) => {
        const { x, y } = map.latLngToContainerPoint(nearestTurn(map, point));
        return { id: cluster.id, x, y };
      });
      const next = nextMarkerByKey(marks, id, event.key);
      if (next !== null) buttons.current.get(next)?.focus({ preventScroll: true });
      else if (!/^(Arrow|Page)/.test(event.key)) return;
    }
    event.preventDefault();
  };

  const onClick = (event: MouseEvent, { ids, cluster, points }: MapPin) => {
    // The map must not handle it as a click on the map.
    event.stopPropagation();
    if (wasDragged()) return;
    if (ids.length === 1 || map.getZoom() === map.getMaxZoom()) {
      onSelect(clusters.find(({ id }) => id === cluster.id) ?? cluster);
      return;
    }
    const all = new LatLngBounds(points.map((point) => nearestTurn(map, point)));
    const zoom = Math.max(
      map.getBoundsZoom(all, false, new Point(2 * AIR_PX, 2 * AIR_PX)),
      map.getZoom() + 1,
    );
    map.setView(all.getCenter(), zoom, { animate: scrollBehavior() === 'smooth' });
  };

  return (
    <>
      <p id={hintId} hidden>
        <Trans>Use the arrow keys to move between markers, Enter to open one, and + and − to zoom.</Trans>
      </p>
      {here && <MyLocationMarker point={here} pins={pins} />}
      {pins.map((pin) => (
        <ClusterMarker
          key={pin.cluster.id}
          pin={pin}
          selected={pin.cluster.id === selectedPin}
          lifted={pin.cluster.id === liftedPin || pin.cluster.id === previewedPin}
          isStop={pin.cluster.id === stopId}
          ref={(element) => {
            if (element) buttons.current.set(pin.cluster.id, element);
            else buttons.current.delete(pin.cluster.id);
          }}
          onClick={(event) => onClick(event, pin)}
          onFocus={() => {
            hasFocus.current = true;
            setLast({ id: pin.cluster.id, at: pin.cluster });
            bringIntoView(pin.point);
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
          onKeyDown={(event) => onKeyDown(event, pin.cluster.id)}
        />
      ))}
      {highlighted && (
        <MapMarker point={highlighted.point} lift={10_000}>
          <span
            aria-hidden="true"
            data-marked={highlighted.id}
            className="absolute size-7 -translate-1/2 rounded-full border-3 border-ink ring-2 ring-surface"
          />
        </MapMarker>
      )}
    </>
  );
}
