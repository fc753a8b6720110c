import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';

type Narrow = (area: GeoBounds | null) => void;

/**
 * Narrows the feed at once, or as soon as nothing lies over it any more: a cluster ends with its last item, and whoever
 * has just claimed that one is still reading when to pick it up. A map that is not in sight narrows nothing: whoever has
 * gone on to something else, such as the conversation about what they claimed, is left there.
 */
export function useDeferredArea(narrow: Narrow, isInSight: boolean): Narrow {
  const search = new URLSearchParams(useSearch());
  const isCovered = search.has('listing') || search.has('person');
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
