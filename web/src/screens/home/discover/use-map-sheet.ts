import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { feedPath, useFeedFilter } from '#web/features/listings/search/feed-filter.ts';
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
    under: paths.map(feedPath(filter)),
    open: () => navigate(paths.map(feedPath(filter))),
    close: () => {
      if (hasNothingBehind.current) navigate(feedPath(chosen.current), { replace: true });
      else window.history.back();
    },
    narrow: (area: GeoBounds | null) => {
      chosen.current = { ...chosen.current, area };
      hasNothingBehind.current = true;
      navigate(paths.map(feedPath(chosen.current)), { replace: true });
    },
  };
}

/** Where somebody said they are, if they did. */
export const locationOf = ({ latitude, longitude }: Pick<User, 'latitude' | 'longitude'>): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
