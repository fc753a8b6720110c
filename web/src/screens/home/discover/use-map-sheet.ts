import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { feedPath, useFeedFilter, useFeedPath } from '#web/features/listings/search/feed-filter.ts';
import { useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';

/** The full-screen map, in the address, so that Back closes it. `narrow` limits the feed; the map stays open. */
export function useMapSheet() {
  const [, navigate] = useLocation();
  const [{ map }] = useAddress();
  const isOpen = map !== null;
  const [filter] = useFeedFilter();
  const under = paths.map(useFeedPath(filter));
  // The chosen filter is needed before the next render.
  const chosen = useRef(filter);
  // A visit that starts here, or a feed narrowed here, has no own history entry to go back to.
  const hasNothingBehind = useRef(isOpen);
  useEffect(() => {
    chosen.current = filter;
    if (!isOpen) hasNothingBehind.current = false;
  }, [filter, isOpen]);
  return {
    isOpen,
    area: filter.area,
    /** Where Back leads from a listing opened on the map. */
    under,
    open: () => navigate(under),
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

/** A person's stored location, or null. */
export const pointOf = ({ latitude, longitude }: Pick<User, 'latitude' | 'longitude'>): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Opens the first request of a cluster, or the list where none reaches the person; null for others than donors. */
export function useRespond(): ((cluster: Pick<MapCluster, 'items'>) => void) | null {
  const { userType } = useCurrentUser();
  const [, navigate] = useLocation();
  if (userType !== 'donor') return null;
  return ({ items }) => {
    const request = items.find(({ category }) => category === null);
    navigate(request ? paths.emergency(request.id) : paths.emergencies, {
      state: { askedAtMs: Date.now(), opensHelp: request !== undefined },
    });
  };
}
