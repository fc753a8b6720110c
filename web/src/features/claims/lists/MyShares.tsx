import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isOpenListing } from '@openlarder/domain/listings/listing-states.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import {
  claimsOnMyListingsQuery,
  ownListingsQuery,
  useOlderClaims,
  useOlderOwnListings,
} from '../claims.queries.ts';
import { OpenTickets } from '../ticket/Ticket.tsx';
import { PastClaims, ShowOlder } from './PastClaims.tsx';

const isOpen = (claim: Claim): boolean => claim.status === 'open';

/** When the claimer is expected: at the agreed or proposed time, else by the end of the pickup window. */
const expectedMs = ({ handover }: Claim): number =>
  Date.parse(handover.agreedTime ?? handover.proposal?.time ?? handover.windowUntil);

type Share = { readonly listing: Listing; readonly open: readonly Claim[] };

const isRunning = ({ listing, open }: Share): boolean => open.length > 0 || isOpenListing(listing);

/** When the listing needs its donor next: as its first claimer comes, else by the end of its pickup window. */
const nextMs = ({ listing, open: [first] }: Share): number =>
  first ? expectedMs(first) : Date.parse(listing.availableUntil);

/** What a person shares: current listings by time, each with the people who come for it, and past ones. */
export function MyShares({ personId }: { readonly personId: string }) {
  const claims = useQuery(claimsOnMyListingsQuery);
  const listings = useQuery(ownListingsQuery(personId));
  const olderOnMine = useOlderClaims('theirs');
  const olderListings = useOlderOwnListings(personId);
  const [{ claim: wantedId }] = useAddress();
  const error = claims.error ?? listings.error;
  const allClaims = mergeOlder(claims.data ?? [], olderOnMine.items);
  const allListings = mergeOlder(listings.data ?? [], olderListings.items);
  const open = allClaims.filter(isOpen).toSorted((a, b) => expectedMs(a) - expectedMs(b));
  const shares = allListings.map((listing) => ({
    listing,
    open: open.filter((claim) => claim.listing.id === listing.id),
  }));
  // claims of listings on an older page
  const apart = open.filter(({ listing }) => !allListings.some(({ id }) => id === listing.id));
  const heading = useListFocusRecovery(open.map(({ id }) => id));
  const isEmpty = claims.data?.length === 0 && listings.data?.length === 0;
  return (
    <Section title={<Trans>My shares</Trans>} headingRef={heading} heading="mb-3 text-xl">
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
      <OpenTickets claims={apart} wantedId={wantedId} />
      <Shares shares={shares} wantedId={wantedId}>
        <ShowOlder older={olderListings} />
      </Shares>
      <PastClaims wantedId={wantedId} claims={allClaims.filter((claim) => !isOpen(claim))}>
        <ShowOlder older={olderOnMine} />
      </PastClaims>
    </Section>
  );
}

type SharesProps = {
  readonly shares: readonly Share[];
  readonly wantedId: string | null;
  readonly children: ReactNode;
};

function Shares({ shares, wantedId, children }: SharesProps) {
  const running = shares.filter(isRunning).toSorted((a, b) => nextMs(a) - nextMs(b));
  const over = shares.filter((share) => !isRunning(share));
  return (
    <>
      {running.length > 0 && <ShareRows shares={running} wantedId={wantedId} />}
      {over.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>Earlier listings</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({over.length})</span>
          </summary>
          <ShareRows shares={over} wantedId={null} />
          {children}
        </details>
      )}
    </>
  );
}

function ShareRows({ shares, wantedId }: Omit<SharesProps, 'children'>) {
  const nowMs = useNow();
  const folds = shares.flatMap(({ open }) => open).length > 1;
  return (
    <ul className="mt-4 flex flex-col divide-y divide-line">
      {shares.map(({ listing, open }) => (
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
            <h3 className="line-clamp-2 font-sans text-base font-semibold tracking-normal">
              <CardLink href={paths.listing(listing.id, paths.profileSection('shares'))}>
                {listing.title}
              </CardLink>
            </h3>
            <p className="mb-1.5 text-sm text-muted">
              {listing.status === 'posted' ? (
                <Trans>{formatServings(listing.servingsLeft, listing.countedAs)} left</Trans>
              ) : (
                formatServings(listing.estimatedServings, listing.countedAs)
              )}
              {' · '}
              {isRunning({ listing, open }) ? (
                formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)
              ) : (
                <RelativeTime at={listing.createdAt} />
              )}
            </p>
            <ListingStateBadge status={listing.status} />
          </div>
          <div className="relative z-10 -me-2 self-center">
            <OwnListingActions listing={listing} compact />
          </div>
          {open.length > 0 && (
            <div className="relative z-10 basis-full">
              <OpenTickets claims={open} wantedId={wantedId} isUnderListing folds={folds} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
