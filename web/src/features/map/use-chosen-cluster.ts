import { boundsHold, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster } from '@openlarder/domain/map/cluster-id.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MapPanelProps } from './map-parts.ts';
import type { Clusters } from './use-clusters.ts';

export type ChosenCluster = {
  /** As it is now; as it was last known while it is out of what is fetched. */
  readonly cluster: MapCluster | null;
  /** It was open and is no longer on the map. */
  readonly isGone: boolean;
  readonly choose: (cluster: MapCluster) => void;
  /** Puts it away, and gives the keyboard back to what opened it. */
  readonly close: () => void;
};

/**
 * The cluster that is open: the same one over every refresh, by its id. The feed is narrowed to it for as long, and
 * whoever widens the feed puts it away. `elseFocus` takes the keyboard where what opened it is gone as well.
 */
export function useChosenCluster(
  { area, onArea }: Pick<MapPanelProps, 'area' | 'onArea'>,
  { all, isCurrent }: Pick<Clusters, 'all' | 'isCurrent'>,
  fetched: GeoBounds | null,
  elseFocus?: RefObject<HTMLElement | null>,
): ChosenCluster {
  const [known, setKnown] = useState<MapCluster | null>(null);
  const [isGone, setGone] = useState(false);
  const openedBy = useRef<HTMLElement | null>(null);

  const now = known && all.find(({ id }) => id === known.id);
  if (now && now !== known) setKnown(now);
  const hasLeft = known !== null && !now && isCurrent && fetched !== null && boundsHold(fetched, known);
  if (hasLeft) {
    setKnown(null);
    setGone(true);
  }
  const isNarrowed = area !== null;
  const [wasNarrowed, setWasNarrowed] = useState(isNarrowed);
  if (isNarrowed !== wasNarrowed) {
    setWasNarrowed(isNarrowed);
    if (!isNarrowed) setKnown(null);
  }

  // The keyboard was in what has closed: it goes back to what opened it, which was out of sight until now.
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && known === null;
    wasOpen.current = known !== null;
    if (!hasClosed || document.activeElement !== document.body) return;
    const opener = openedBy.current?.isConnected ? openedBy.current : elseFocus?.current;
    opener?.focus({ preventScroll: true });
  }, [known, elseFocus]);

  const widen = useRef(onArea);
  useEffect(() => {
    widen.current = onArea;
  }, [onArea]);
  useEffect(() => {
    if (isGone) widen.current(null);
  }, [isGone]);

  return {
    cluster: known,
    isGone,
    choose(cluster) {
      if (!known)
        openedBy.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setKnown(cluster);
      setGone(false);
      onArea(areaOfCluster(cluster.id));
    },
    close() {
      setKnown(null);
      onArea(null);
    },
  };
}
