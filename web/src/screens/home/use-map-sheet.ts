import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressOf } from '#web/features/listings/feed-filter.ts';
import { useFeedFilter } from '#web/features/listings/use-feed-filter.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * The map at full size, which the address names, so that Back puts it away and a listing opened from it leads back to
 * it. `narrow` looks for what lies in an area; the map stays until it is closed.
 */
export function useMapSheet() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const isOpen = new URLSearchParams(search).has('map');
  const [filter] = useFeedFilter();
  // what was chosen on it is there before the page is drawn anew
  const chosen = useRef(filter);
  // A visit that begins at it, or a feed that it narrowed, has nothing of ours to go back to.
  const hasNothingBehind = useRef(isOpen);
  useEffect(() => {
    chosen.current = filter;
    if (!isOpen) hasNothingBehind.current = false;
  }, [filter, isOpen]);
  return {
    isOpen,
    area: filter.area,
    /** Where Back from a listing that was opened on it leads. */
    under: paths.map(addressOf(filter)),
    open: () => navigate(paths.map(addressOf(filter))),
    close: () => {
      if (hasNothingBehind.current) navigate(addressOf(chosen.current), { replace: true });
      else window.history.back();
    },
    narrow: (area: GeoBounds | null) => {
      chosen.current = { ...chosen.current, area };
      hasNothingBehind.current = true;
      navigate(paths.map(addressOf(chosen.current)), { replace: true });
    },
  };
}
