import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { useHungerFold } from './hunger-fold.ts';

const HungerBanner = lazy(async () => ({
  default: (await import('./HungerBanner.tsx')).HungerBanner,
}));

/** Its heights are kept free while it loads; they do not grow as fast as the text. */
const OPEN = 'min-h-[min(1.75rem,48px)] wide:min-h-[min(2.5rem,64px)]';
const FOLDED = 'min-h-[min(1.5rem,32px)]';

/** Where people ask for food, or answer: numbers of hunger stay away. */
const isNearNeed = (search: URLSearchParams): boolean =>
  search.get('tab') === 'messages' ||
  search.get('room') === 'requests' ||
  search.get('filter') === 'emergencies';

/** The space of the hunger banner under the header. */
export function HungerStrip() {
  const [search] = useSearchParams();
  const [isFolded, fold] = useHungerFold(useCurrentUser().id);
  if (isNearNeed(search)) return null;
  return (
    <ErrorBoundary quiet>
      <div className={`grid border-b bg-sunken text-ink empty:hidden ${isFolded ? FOLDED : OPEN}`}>
        <Suspense fallback={<span />}>
          <HungerBanner isFolded={isFolded} onFold={fold} />
        </Suspense>
      </div>
    </ErrorBoundary>
  );
}
