import { Trans, useLingui } from '@lingui/react/macro';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
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
import type { Map as LeafletMap } from 'leaflet';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import type { ClusterMarkersProps } from '../map-filter.ts';
import { ClusterMarker } from './ClusterMarker.tsx';
import { MARKER_RADIUS_PX, markerSize } from './MarkerShape.tsx';
import { clusterOfListing, inReadingOrder, nextMarkerByKey, reorderElements } from './marker-navigation.ts';

/** Whether the click that is being heard only ended a drag of the map, begun on something that stands on it. */
function useWasDragged(map: LeafletMap): () => boolean {
  const dragged = useRef(false);
  useEffect(() => {
    const start = () => {
      dragged.current = true;
    };
    // The click comes right behind the drag's end.
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

/** Air round a mark that the keyboard brings into view, in pixels. */
const AIR_PX = 48;

type Stop = { readonly id: string; readonly at: GeoPoint };

/** The one mark that Tab leads to: where the keyboard was last or what is nearest there, else the chosen, else the first. */
function tabStop(inOrder: readonly MapCluster[], last: Stop | null, chosenId: string | null): string | null {
  const has = (id: string | undefined | null) => inOrder.some((cluster) => cluster.id === id);
  if (last && has(last.id)) return last.id;
  if (last) {
    return inOrder.toSorted((a, b) => distanceM(a, last.at) - distanceM(b, last.at))[0]?.id ?? null;
  }
  return has(chosenId) ? chosenId : (inOrder[0]?.id ?? null);
}

/**
 * The clusters of a `BaseMap`, each a button. A mark stays the same element while its cluster is there, so a refresh
 * takes the keyboard from nobody. All of them together are one stop for Tab; within, the keys of `nextMarkerByKey` lead on.
 */
export function ClusterMarkers({
  clusters,
  chosenId,
  pointedAtId = null,
  marked,
  onChoose,
}: ClusterMarkersProps) {
  const { t } = useLingui();
  const { map, keepClearOf } = useMap();
  const hintId = useId();
  const wasDragged = useWasDragged(map);
  const inOrder = useMemo(() => inReadingOrder(clusters), [clusters]);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [last, setLast] = useState<Stop | null>(null);
  const hasFocus = useRef(false);
  const stopId = tabStop(inOrder, last, chosenId ?? pointedAtId);
  const liftedId = marked && (clusterOfListing(clusters, marked)?.id ?? null);

  const mapName = t`Map`;
  useEffect(() => {
    const pane = map.getPane('markerPane');
    pane?.setAttribute('role', 'group');
    pane?.setAttribute('aria-label', mapName);
    pane?.setAttribute('aria-describedby', hintId);
  }, [map, mapName, hintId]);

  useEffect(() => {
    const obstacles = inOrder.map(({ latitude, longitude, count }) => ({
      latitude,
      longitude,
      radiusPx: MARKER_RADIUS_PX[markerSize(count)],
    }));
    keepClearOf(obstacles, 'clusters');
  }, [keepClearOf, inOrder]);

  useEffect(() => {
    reorderElements(
      inOrder.map(({ id }) => buttons.current.get(id)?.closest('.leaflet-marker-icon') ?? null),
    );
    // The mark under the keyboard may have gone: what is nearest to it takes its place.
    if (hasFocus.current && stopId !== null && document.activeElement === document.body) {
      buttons.current.get(stopId)?.focus({ preventScroll: true });
    }
  }, [inOrder, stopId]);

  const bringIntoView = ({ latitude, longitude }: GeoPoint) => {
    if (map.getBounds().contains([latitude, longitude])) return;
    map.panInside([latitude, longitude], { padding: [AIR_PX, AIR_PX] });
  };

  const onKeyDown = (event: KeyboardEvent, { id }: MapCluster) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') map.zoomIn();
    else if (event.key === '-') map.zoomOut();
    else {
      const marks = inOrder.map((cluster) => {
        const { x, y } = map.latLngToContainerPoint([cluster.latitude, cluster.longitude]);
        return { id: cluster.id, x, y };
      });
      const next = nextMarkerByKey(marks, id, event.key);
      if (next !== null) buttons.current.get(next)?.focus({ preventScroll: true });
      else if (!/^(Arrow|Page)/.test(event.key)) return;
    }
    event.preventDefault();
  };

  const onClick = (event: MouseEvent, cluster: MapCluster) => {
    // For the map it was no click on open ground.
    event.stopPropagation();
    if (!wasDragged()) onChoose(cluster);
  };

  return (
    <>
      <p id={hintId} hidden>
        <Trans>Arrow keys lead from mark to mark, Enter opens one, + and − zoom.</Trans>
      </p>
      {inOrder.map((cluster) => (
        <ClusterMarker
          key={cluster.id}
          cluster={cluster}
          chosen={cluster.id === chosenId}
          lifted={cluster.id === liftedId || cluster.id === pointedAtId}
          isStop={cluster.id === stopId}
          ref={(element) => {
            if (element) buttons.current.set(cluster.id, element);
            else buttons.current.delete(cluster.id);
          }}
          onClick={(event) => onClick(event, cluster)}
          onFocus={() => {
            hasFocus.current = true;
            setLast({ id: cluster.id, at: cluster });
            bringIntoView(cluster);
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
          onKeyDown={(event) => onKeyDown(event, cluster)}
        />
      ))}
      {marked && (
        <MapMarker point={marked.point} lift={6000}>
          <span
            aria-hidden="true"
            data-marked={marked.id}
            className="absolute size-7 -translate-1/2 rounded-full border-3 border-ink ring-2 ring-surface"
          />
        </MapMarker>
      )}
    </>
  );
}
