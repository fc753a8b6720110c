import { useState } from 'react';
import type { AdSlotProps } from '#web/features/ads/AdSlot.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { Optional } from '#web/ui/ErrorBoundary.tsx';

const HomeAdContent = lazyPart(async () => (await import('./HomeAdContent.tsx')).HomeAdContent);

/** An ad or tip between the food, loaded when it scrolls near. */
export function HomeAd(place: Omit<AdSlotProps, 'userType'>) {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    // no space or gap if empty
    <div ref={room} className="not-has-[aside]:absolute">
      {isNear && (
        <Optional>
          <HomeAdContent {...place} />
        </Optional>
      )}
    </div>
  );
}
