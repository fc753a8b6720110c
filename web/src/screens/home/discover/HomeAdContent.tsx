import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { AdSlot, type AdSlotProps } from '#web/features/ads/AdSlot.tsx';
import { useHidesPoints } from '../use-hides-points.ts';

/** The ad of a place on the home page. None on pages of requests, and none while the person has an open request. */
export function HomeAdContent(place: Omit<AdSlotProps, 'userType'>) {
  const { userType } = useCurrentUser();
  return useHidesPoints() ? null : <AdSlot {...place} userType={userType} />;
}
