import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { type FeedFilter, useFeedPath } from '#web/features/listings/search/feed-filter.ts';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ToastRow } from '#web/ui/ToastRow.tsx';
import { pointOf, useMapSheet, useRespond } from './use-map-sheet.ts';

const MapPanel = lazyPart(async () => (await import('#web/features/map/panel/MapPanel.tsx')).MapPanel);

const MAP_ID = 'map';

type Props = {
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'latitude' | 'longitude'>;
  readonly onArea: (area: GeoBounds | null) => void;
  readonly onShowFeed: () => void;
  /** Under the map, in sight with it. */
  readonly first: ReactNode;
  /** What follows. */
  readonly blocks: ReactNode;
  /** A row under the map, which is the place of toasts. */
  readonly beneath?: ReactNode;
};

/** The side column: the map, and under it the blocks. It stays beside the feed and scrolls on its own. */
export function DiscoverMap({ filter, me, onArea, onShowFeed, first, blocks, beneath }: Props) {
  const onRespond = useRespond();
  const under = useFeedPath(filter);
  return (
    <div
      id={MAP_ID}
      tabIndex={-1}
      className="sticky top-[calc(var(--header-bar)+1rem+var(--connection-strip,0px))] flex h-(--column) min-h-96 [--column:calc(100dvh-var(--header-bar)-2rem-var(--connection-strip,0px))] flex-col gap-3 self-start rounded-sheet"
    >
      <div
        className={classNames(
          '-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1',
          // more goes on below
          blocks ? 'pb-3 [mask-image:linear-gradient(to_top,transparent,black_0.75rem)]' : 'pb-1',
        )}
      >
        <div className={blocks ? 'flex min-h-[calc(100%-1.25rem)] shrink-0 flex-col gap-3' : 'contents'}>
          {/* an open card has the column's height with the map */}
          <div className="relative min-h-88 flex-1 has-data-card:min-h-[calc(var(--column)-4.75rem)] *:absolute *:inset-0">
            <ErrorBoundary>
              <Suspense fallback={<Skeleton className="h-full rounded-sheet" />}>
                <MapPanel
                  myPlace={pointOf(me)}
                  area={filter.area}
                  onArea={onArea}
                  onShowFeed={onShowFeed}
                  onRespond={onRespond}
                  under={under}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
          {blocks && first}
        </div>
        {blocks}
      </div>
      {beneath && <ToastRow kind="row">{beneath}</ToastRow>}
    </div>
  );
}

/** Lets keyboard users skip the endless feed. */
export function SkipToMap() {
  return (
    <a
      href={`#${MAP_ID}`}
      className="sr-only z-20 self-start rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only"
    >
      <Trans>Skip to the map</Trans>
    </a>
  );
}

const MapSheet = lazyPart(async () => (await import('#web/features/map/panel/MapSheet.tsx')).MapSheet);

/** Frame of the sheet while it loads, and if it fails; empty once the sheet has rendered elsewhere. */
const ROOM =
  'fixed inset-x-0 bottom-0 z-50 h-[92dvh] overflow-y-auto rounded-t-sheet bg-surface p-4 shadow-float empty:hidden sm:inset-x-6 sm:bottom-[7dvh] sm:mx-auto sm:h-[86dvh] sm:max-w-7xl sm:rounded-sheet';

/** The full-screen map over Discover, named by the address. Closing equals Back. */
export function MapOverlay() {
  const { isOpen, area, under, close, narrow } = useMapSheet();
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
            onArea={narrow}
            onRespond={onRespond}
            under={under}
            onClose={close}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
