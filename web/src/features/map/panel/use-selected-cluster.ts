import { boundsHold, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster } from '@openlarder/domain/map/cluster-id.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { areaParam } from '#web/features/listings/search/feed-filter.ts';
import { focusFallback } from '#web/lib/focus-fallback.ts';
import type { MapFilter, MapPanelProps } from '../map-filter.ts';
import type { Clusters } from './use-clusters.ts';

export type SelectedCluster = {
  /** As it is now; as it was last known while it is out of what is fetched. */
  readonly cluster: MapCluster | null;
  /** It was open and has just left the map; until the person goes on. */
  readonly isGone: boolean;
  readonly choose: (cluster: MapCluster) => void;
  /** Puts it away, and gives the keyboard back to what opened it. */
  readonly close: () => void;
};

/** What was asked of the map, and what came of it. */
type Asked = {
  readonly clusters: Pick<Clusters, 'all' | 'isCurrent'>;
  readonly fetched: GeoBounds | null;
  readonly filter: MapFilter;
  /** How often the person has moved the map. */
  readonly moves: number;
};

/** How long it is said that what was open has gone. */
const GONE_SAID_MS = 20_000;

const said = (area: GeoBounds | null): string | null => area && areaParam(area);
const saidOf = ({ id }: MapCluster): string | null => said(areaOfCluster(id));

/** The keyboard was in what has closed, or in what lies over it: it goes to this, now or when that closes. */
function passKeyboard(heir: HTMLElement | null): void {
  if (document.activeElement === document.body) heir?.focus({ preventScroll: true });
  else focusFallback.current = heir;
}

/**
 * The cluster that is open: the same one over every refresh, by its id. The feed is narrowed to it for as long, and is
 * given back what it was narrowed to before; whoever narrows the feed to something else puts it away. `elseFocus` takes
 * the keyboard where what opened it is gone as well.
 */
export function useSelectedCluster(
  { area, onArea }: Pick<MapPanelProps, 'area' | 'onArea'>,
  { clusters: { all, isCurrent }, fetched, filter, moves }: Asked,
  elseFocus: RefObject<HTMLElement | null>,
): SelectedCluster {
  const [known, setKnown] = useState<MapCluster | null>(null);
  /** What was looked for when it was last seen. */
  const [seenUnder, setSeenUnder] = useState<MapFilter | null>(null);
  const [goneAtMove, setGoneAtMove] = useState<number | null>(null);
  const openedBy = useRef<HTMLElement | null>(null);
  const areaBefore = useRef<GeoBounds | null>(null);

  const now = known && all.find(({ id }) => id === known.id);
  if (now && now !== known) setKnown(now);
  if (now && isCurrent && seenUnder !== filter) setSeenUnder(filter);
  const hasLeft = known !== null && !now && isCurrent && fetched !== null && boundsHold(fetched, known);
  if (hasLeft) {
    setKnown(null);
    // whoever looks for something else has put it away themselves
    if (seenUnder === filter) setGoneAtMove(moves);
  }
  if (goneAtMove !== null && (goneAtMove !== moves || seenUnder !== filter)) setGoneAtMove(null);

  const isOfIt = known !== null && said(area) === saidOf(known);
  /** The cluster that the feed is narrowed to. */
  const [narrowedTo, setNarrowedTo] = useState<string | null>(null);
  if (known === null ? narrowedTo !== null : isOfIt && narrowedTo !== known.id)
    setNarrowedTo(known && known.id);
  if (known !== null && narrowedTo === known.id && !isOfIt) setKnown(null);

  const wasOpen = useRef<MapCluster | null>(null);
  const onClosed = useEffectEvent((was: MapCluster) => {
    if (said(area) === saidOf(was)) onArea(areaBefore.current);
    passKeyboard(openedBy.current?.isConnected ? openedBy.current : elseFocus.current);
  });
  useEffect(() => {
    if (wasOpen.current && !known) onClosed(wasOpen.current);
    wasOpen.current = known;
  }, [known]);

  useEffect(() => {
    if (goneAtMove === null) return undefined;
    const timer = setTimeout(() => setGoneAtMove(null), GONE_SAID_MS);
    return () => clearTimeout(timer);
  }, [goneAtMove]);

  return {
    cluster: known,
    isGone: goneAtMove !== null,
    choose(cluster) {
      if (!known) {
        openedBy.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
        areaBefore.current = area;
      }
      setKnown(cluster);
      setSeenUnder(isCurrent ? filter : null);
      setGoneAtMove(null);
      onArea(areaOfCluster(cluster.id));
    },
    close() {
      setKnown(null);
    },
  };
}
