import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { FoodPhoto } from '#web/features/listings/FoodPhoto.tsx';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import { OwnListingActions } from '#web/features/listings/OwnListingActions.tsx';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMine, sharedBy } from './claims.queries.ts';
import { PastClaims } from './PastClaims.tsx';
import { Ticket } from './Ticket.tsx';

const isRunning = (listing: Listing): boolean => listing.status === 'posted' || listing.status === 'claimed';

/** What somebody shares: the handovers under way, what is offered, and what is over. */
export function MyShares({ personId }: { readonly personId: string }) {
  const claims = useQuery(claimsOnMine);
  const listings = useQuery(sharedBy(personId));
  const [search] = useSearchParams();
  const wantedId = search.get('claim');
  const error = claims.error ?? listings.error;
  const open = claims.data?.filter((claim) => claim.status === 'open') ?? [];
  const isEmpty = claims.data?.length === 0 && listings.data?.length === 0;
  return (
    <section aria-labelledby="my-shares">
      <h2 id="my-shares" className="mb-3 text-xl">
        <Trans>My shares</Trans>
      </h2>
      {!error && (claims.isPending || listings.isPending) && <Skeleton className="h-44 rounded-card" />}
      {error && (
        <ErrorState
          title={<Trans>We could not load what you share.</Trans>}
          onRetry={() => void Promise.all([claims.refetch(), listings.refetch()])}
          retrying={claims.isFetching || listings.isFetching}
        >
          {sentenceOf(error)}
        </ErrorState>
      )}
      {isEmpty && (
        <EmptyState
          drawing="plate"
          title={<Trans>You have not shared anything yet</Trans>}
          action={
            <LinkButton href={paths.tab('share')}>
              <Trans>Share Food</Trans>
            </LinkButton>
          }
        />
      )}
      {open.length > 0 && (
        <ul className="flex flex-col gap-4">
          {open.map((claim) => (
            <Ticket key={claim.id} claim={claim} isWanted={claim.id === wantedId} />
          ))}
        </ul>
      )}
      {listings.data && <Listings listings={listings.data} />}
      {claims.data && (
        <PastClaims wantedId={wantedId} claims={claims.data.filter((claim) => claim.status !== 'open')} />
      )}
    </section>
  );
}

function Listings({ listings }: { readonly listings: readonly Listing[] }) {
  const running = listings.filter(isRunning);
  const over = listings.filter((listing) => !isRunning(listing));
  return (
    <>
      {running.length > 0 && <ListingRows listings={running} />}
      {over.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>Earlier listings</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({over.length})</span>
          </summary>
          <ListingRows listings={over} />
        </details>
      )}
    </>
  );
}

function ListingRows({ listings }: { readonly listings: readonly Listing[] }) {
  const nowMs = useNow();
  return (
    <ul className="mt-4 flex flex-col divide-y divide-line">
      {listings.map((listing) => (
        <li key={listing.id} className="relative flex items-center gap-3 py-3">
          <div className="w-20 shrink-0 self-start overflow-hidden rounded-small">
            <FoodPhoto photo={listing.photos[0] ?? null} category={listing.category} sizes="5rem" />
          </div>
          <div className="min-w-0 flex-1">
            <Link
              href={paths.listing(listing.id, paths.tab('profile'))}
              className="line-clamp-2 font-semibold after:absolute after:inset-0 hover:underline"
            >
              {listing.title}
            </Link>
            <p className="mb-1.5 text-sm text-muted">
              {listing.status === 'posted' ? (
                <Trans>
                  {formatServings(listing.servingsLeft)} left,{' '}
                  {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
                </Trans>
              ) : (
                formatServings(listing.estimatedServings)
              )}
            </p>
            <ListingStateBadge status={listing.status} />
          </div>
          <div className="relative z-10 -me-2 self-center">
            <OwnListingActions listing={listing} compact />
          </div>
        </li>
      ))}
    </ul>
  );
}
