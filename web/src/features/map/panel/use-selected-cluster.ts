import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { boundsOfCluster } from '@openlarder/domain/map/cluster-grid.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { areaParam } from '#web/features/listings/search/feed-filter.ts';
import { focusFallback } from '#web/lib/focus-fallback.ts';
import type { MapFilter } from '../map-filter.ts';
import type { Clusters } from './use-clusters.ts';

export type SelectedCluster = {
  /** Its current state, or the last known one while it is outside the fetched bounds. */
  readonly cluster: MapCluster | null;
  /** It was open and is no longer on the map; true until the user moves on. */
  readonly isGone: boolean;
  readonly select: (cluster: MapCluster) => void;
  /** Closes it and moves the focus back to the element that opened it. */
  readonly close: () => void;
};

/** The area that the feed is limited to, null for everywhere. */
type FeedArea = {
  readonly area: GeoBounds | null;
  readonly onArea: (area: GeoBounds | null) => void;
};

/** The current request of the map and its result. */
type MapRequest = {
  readonly clusters: Pick<Clusters, 'all' | 'isCurrent'>;
  readonly fetched: GeoBounds | null;
  readonly filter: MapFilter;
  /** How often the user has moved the map. */
  readonly moves: number;
};

/** How long the message about a gone cluster is shown. */
const GONE_MESSAGE_MS = 20_000;

const areaKey = (area: GeoBounds | null): string | null => area && areaParam(area);
const clusterAreaKey = ({ id }: MapCluster): string | null => areaKey(boundsOfCluster(id));

/** Moves the focus from a closed card to `target`: immediately, or when the dialog over it closes. */
function moveFocusTo(target: HTMLElement | null): void {
  if (document.activeElement === document.body) target?.focus({ preventScroll: true });
  else focusFallback.current = target;
}

/**
 * The selected cluster, identified by its id over refreshes. The feed is limited to its area meanwhile, and
 * gets its former area back; limiting the feed to something else closes it. `fallbackFocus` gets the focus if
 * the element that opened it is gone.
 */
export function useSelectedCluster(
  { area, onArea }: FeedArea,
  { clusters: { all, isCurrent }, fetched, filter, moves }: MapRequest,
  fallbackFocus: RefObject<HTMLElement | null>,
): SelectedCluster {
  const [cluster, setCluster] = useState<MapCluster | null>(null);
  /** The filter under which it was last seen. */
  const [seenWithFilter, setSeenWithFilter] = useState<MapFilter | null>(null);
  const [goneAtMoveCount, setGoneAtMoveCount] = useState<number | null>(null);
  const openedBy = useRef<HTMLElement | null>(null);
  const areaBefore = useRef<GeoBounds | null>(null);

  const now = cluster && all.find(({ id }) => id === cluster.id);
  if (now && now !== cluster) setCluster(now);
  if (now && isCurrent && seenWithFilter !== filter) setSeenWithFilter(filter);
  const hasLeft =
    cluster !== null && !now && isCurrent && fetched !== null && boundsContain(fetched, cluster);
  if (hasLeft) {
    setCluster(null);
    // changing the filter closes it without a message
    if (seenWithFilter === filter) setGoneAtMoveCount(moves);
  }
  if (goneAtMoveCount !== null && (goneAtMoveCount !== moves || seenWithFilter !== filter))
    setGoneAtMoveCount(null);

  const isFeedLimitedToIt = cluster !== null && areaKey(area) === clusterAreaKey(cluster);
  /** The cluster that the feed is limited to. */
  const [limitedToId, setLimitedToId] = useState<string | null>(null);
  if (cluster === null ? limitedToId !== null : isFeedLimitedToIt && limitedToId !== cluster.id)
    setLimitedToId(cluster && cluster.id);
  if (cluster !== null && limitedToId === cluster.id && !isFeedLimitedToIt) setCluster(null);

  const wasOpen = useRef<MapCluster | null>(null);
  const onClosed = useEffectEvent((was: MapCluster) => {
    if (areaKey(area) === clusterAreaKey(was)) onArea(areaBefore.current);
    moveFocusTo(openedBy.current?.isConnected ? openedBy.current : fallbackFocus.current);
  });
  useEffect(() => {
    if (wasOpen.current && !cluster) onClosed(wasOpen.current);
    wasOpen.current = cluster;
  }, [cluster]);

  useEffect(() => {
    if (goneAtMoveCount === null) return undefined;
    const timer = setTimeout(() => setGoneAtMoveCount(null), GONE_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [goneAtMoveCount]);

  return {
    cluster,
    isGone: goneAtMoveCount !== null,
    select(next) {
      if (!cluster) {
        openedBy.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
        areaBefore.current = area;
      }
      setCluster(next);
      setSeenWithFilter(isCurrent ? filter : null);
      setGoneAtMoveCount(null);
      onArea(boundsOfCluster(next.id));
    },
    close() {
      setCluster(null);
    },
  };
}
