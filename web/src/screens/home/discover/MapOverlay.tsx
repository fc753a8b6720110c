import { Suspense, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { pointOf, useMapSheet, useRespond } from './use-map-sheet.ts';
import { useDeferredArea } from './use-deferred-area.ts';

const MapSheet = lazyPart(async () => (await import('#web/features/map/panel/MapSheet.tsx')).MapSheet);

/** Frame of the sheet while it loads, and if it fails; empty once the sheet has rendered elsewhere. */
const ROOM =
  'fixed inset-x-0 bottom-0 z-50 h-[92dvh] overflow-y-auto rounded-t-sheet bg-surface p-4 shadow-float empty:hidden sm:inset-x-6 sm:bottom-[7dvh] sm:mx-auto sm:h-[86dvh] sm:max-w-7xl sm:rounded-sheet';

/** The full-screen map over Discover, named by the address. Closing equals Back. */
export function MapOverlay() {
  const { isOpen, area, under, close, narrow } = useMapSheet();
  const onArea = useDeferredArea(narrow, isOpen);
  const onRespond = useRespond();
  const me = useCurrentUser();
  const hasListing = useAddress()[0].listing !== null;
  // The last opened overlay is on top: a visit that starts at a listing shows the map after the listing
  // closes.
  const [isShown, setIsShown] = useState(isOpen && !hasListing);
  const shows = isOpen && (isShown || !hasListing);
  if (shows !== isShown) setIsShown(shows);
  if (!shows) return null;
  return (
    <div className={ROOM}>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton className="h-full rounded-sheet" />}>
          <MapSheet
            myPlace={pointOf(me)}
            area={area}
            onArea={onArea}
            onRespond={onRespond}
            under={under}
            onClose={close}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
