import { loadAdTexts } from '#web/app/reader-language.ts';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { AdSlot, type AdSlotProps } from '#web/features/ads/AdSlot.tsx';
import { useHidesPoints } from '../use-hides-points.ts';

/** The ad of a place of the home page. Nothing where food is asked for, nor anywhere while the person asks for some. */
function NearAd(place: Omit<AdSlotProps, 'userType'>) {
  const { userType } = useCurrentUser();
  return useHidesPoints() ? null : <AdSlot {...place} userType={userType} />;
}

/** Once its texts are there. */
export async function loadNearAd() {
  await loadAdTexts();
  return { default: NearAd };
}
