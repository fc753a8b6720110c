import { lazy, Suspense, useState } from 'react';
import { useInView } from '#web/lib/use-in-view.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const LandingAdCard = lazy(async () => (await import('./LandingAdCard.tsx')).loadLandingAdCard());

/** The ad card of the landing page, if there is one, loaded when it scrolls near. */
export function LandingAd() {
  const [isNear, setIsNear] = useState(false);
  const room = useInView<HTMLDivElement>(!isNear, () => setIsNear(true));
  return (
    <div ref={room} className="page-width px-gutter has-[aside]:pt-14">
      {isNear && (
        <ErrorBoundary quiet>
          <Suspense>
            <LandingAdCard />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
