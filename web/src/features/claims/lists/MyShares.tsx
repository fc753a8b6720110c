import { Plural, Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { handoverStatusLabel } from '#web/features/handovers/handover-labels.ts';
import { OwnListingActions } from '#web/features/listings/edit/OwnListingActions.tsx';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { useAddress } from '#web/lib/address.ts';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { mergeOlder } from '#web/lib/use-older-pages.ts';
import { CardLink } from '#web/ui/CardLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import {
  claimsOnMyListingsQuery,
  ownListingsQuery,
  useOlderClaims,
  useOlderOwnListings,
} from '../claims.queries.ts';
import { OpenTickets } from '../ticket/Ticket.tsx';
import { PastClaims, ShowOlder } from './PastClaims.tsx';

const isRunning = (listing: Listing): boolean => listing.status === 'posted' || listing.status === 'claimed';

/** What a person shares: open handovers, current listings, and past ones. */
export function MyShares({ personId }: { readonly personId: string }) {
  const claims = useQuery(claimsOnMyListingsQuery);
  const listings = useQuery(ownListingsQuery(personId));
  const olderOnMine = useOlderClaims('theirs');
  const olderListings = useOlderOwnListings(personId);
  const [{ claim: wantedId }] = useAddress();
  const error = claims.error ?? listings.error;
  const allClaims = mergeOlder(claims.data ?? [], olderOnMine.items);
  const allListings = mergeOlder(listings.data ?? [], olderListings.items);
  const open = allClaims.filter((claim) => claim.status === 'open');
  const heading = useListFocusRecovery(open.map(({ id }) => id));
  const isEmpty = claims.data?.length === 0 && listings.data?.length === 0;
  return (
    <section aria-labelledby="my-shares">
      <h2 id="my-shares" ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
        <Trans>My shares</Trans>
      </h2>
      {!error && (claims.isPending || listings.isPending) && <Skeleton className="h-44 rounded-card" />}
      {error && (
        <ErrorState
          title={<Trans>We couldn't load your shares.</Trans>}
          onRetry={() => void Promise.all([claims.refetch(), listings.refetch()])}
          retrying={claims.isFetching || listings.isFetching}
        >
          {errorMessage(error)}
        </ErrorState>
      )}
      {isEmpty && (
        <EmptyState
          illustration="plate"
          title={<Trans>You haven't shared anything yet</Trans>}
          action={
            <LinkButton href={paths.tab('share')}>
              <Trans>Share Food</Trans>
            </LinkButton>
          }
        />
      )}
      <OpenTickets claims={open} wantedId={wantedId} />
      <Listings listings={allListings} claims={allClaims}>
        <ShowOlder older={olderListings} />
      </Listings>
      <PastClaims wantedId={wantedId} claims={allClaims.filter((claim) => claim.status !== 'open')}>
        <ShowOlder older={olderOnMine} />
      </PastClaims>
    </section>
  );
}

type ListingsProps = {
  readonly listings: readonly Listing[];
  readonly claims: readonly Claim[];
  /** Below the last past listing. */
  readonly children: ReactNode;
};

function Listings({ listings, claims, children }: ListingsProps) {
  const running = listings.filter(isRunning);
  const over = listings.filter((listing) => !isRunning(listing));
  return (
    <>
      {running.length > 0 && <ListingRows listings={running} claims={claims} />}
      {over.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>Earlier listings</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({over.length})</span>
          </summary>
          <ListingRows listings={over} claims={claims} />
          {children}
        </details>
      )}
    </>
  );
}

function ListingRows({ listings, claims }: Omit<ListingsProps, 'children'>) {
  const nowMs = useNow();
  return (
    <ul className="mt-4 flex flex-col divide-y divide-line">
      {listings.map((listing) => (
        <li key={listing.id} className="relative flex flex-wrap items-center gap-3 py-3">
          <div className="w-20 shrink-0 self-start overflow-hidden rounded-small">
            <ListingPicture
              photo={listing.photos[0] ?? null}
              title={listing.title}
              category={listing.category}
              sizes="5rem"
            />
          </div>
          <div className="min-w-0 flex-[1_1_7rem]">
            <p className="line-clamp-2 font-semibold">
              <CardLink href={paths.listing(listing.id, paths.profileSection('shares'))}>
                {listing.title}
              </CardLink>
            </p>
            <p className="mb-1.5 text-sm text-muted">
              {listing.status === 'posted' ? (
                <Trans>
                  <Plural value={listing.servingsLeft} one="# serving" other="# servings" /> left,{' '}
                  {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
                </Trans>
              ) : (
                formatServings(listing.estimatedServings)
              )}
            </p>
            <ListingStateBadge status={listing.status} />
            <ListingClaims listing={listing} claims={claims} />
          </div>
          <div className="relative z-10 -me-2 self-center">
            <OwnListingActions listing={listing} compact />
          </div>
        </li>
      ))}
    </ul>
  );
}

type ListingClaimsProps = { readonly listing: Listing; readonly claims: readonly Claim[] };

/** Who claimed which part of a listing, and the claim's status. Hidden if one person has all of it. */
function ListingClaims({ listing, claims }: ListingClaimsProps) {
  const nowMs = useNow();
  const parts = claims.filter((claim) => claim.listing.id === listing.id);
  if (parts.length === 0 || (parts.length === 1 && parts[0]?.servings === listing.estimatedServings))
    return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 border-s-2 border-line ps-3 text-sm">
      {parts.map((claim) => (
        <li key={claim.id}>
          <Trans>
            <bdi translate="no" className="font-medium">
              {claim.claimer.displayName}
            </bdi>
            , <Plural value={claim.servings} one="# serving" other="# servings" />:{' '}
            {handoverStatusLabel(claim.handover, nowMs)}
          </Trans>
        </li>
      ))}
    </ul>
  );
}
