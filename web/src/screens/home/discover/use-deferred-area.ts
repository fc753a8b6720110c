import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect, useRef } from 'react';
import { useAddress } from '#web/lib/address.ts';

type Narrow = (area: GeoBounds | null) => void;

/**
 * Narrows the feed to an area, or defers it until no overlay covers the feed: a cluster disappears with its
 * last item, and the person who has just claimed it is still reading the ticket. If the map is out of sight,
 * nothing is narrowed, so that a person who has moved on is not pulled back.
 */
export function useDeferredArea(narrow: Narrow, isInSight: boolean): Narrow {
  const [{ listing, person }] = useAddress();
  const isCovered = listing !== null || person !== null;
  const waiting = useRef<{ readonly area: GeoBounds | null } | null>(null);
  useEffect(() => {
    if (!isInSight) waiting.current = null;
    if (isCovered || !waiting.current) return;
    const { area } = waiting.current;
    waiting.current = null;
    narrow(area);
  }, [isCovered, isInSight, narrow]);
  return (area) => {
    if (!isInSight) return;
    if (isCovered) waiting.current = { area };
    else narrow(area);
  };
}
