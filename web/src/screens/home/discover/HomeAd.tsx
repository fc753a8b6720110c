import type { AdLocation } from '@openlarder/domain/ads/ad-fields.ts';
import { lazy, Suspense, useState } from 'react';
import { loadAdTexts } from '#web/app/reader-language.ts';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { hadBanner } from '#web/features/ads/banner-memory.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { useStaysPlain } from '../use-stays-plain.ts';

const AdSlot = lazy(async () => {
  const [slot] = await Promise.all([import('#web/features/ads/AdSlot.tsx'), loadAdTexts()]);
  return { default: slot.AdSlot };
});

type Props = { readonly location: AdLocation; readonly nth?: number; readonly isFixed?: boolean };

/** An ad or tip between the food, loaded when it scrolls near. */
export function HomeAd({ isFixed = false, ...place }: Props) {
  const [isNear, setIsNear] = useState(false);
  const [isReserved] = useState(() => isFixed && hadBanner.get() === true);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    // empty it takes no space, nor a gap; beside an alert it is not shown
    <div
      ref={room}
      className={`group-has-[[data-alert]]/home:hidden ${isReserved ? 'min-h-13.5' : 'not-has-[aside]:absolute'}`}
    >
      {isNear && (
        <ErrorBoundary quiet>
          <Suspense>
            <Near {...place} isFixed={isFixed} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Nothing where food is asked for, nor anywhere while the person asks for some. */
function Near(place: Props) {
  const { userType } = useCurrentUser();
  return useStaysPlain() ? null : <AdSlot {...place} userType={userType} />;
}
