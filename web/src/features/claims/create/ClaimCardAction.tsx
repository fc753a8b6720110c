import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { formatServings } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import { bulkShareOf, isLargeLot, mostToClaim, useHouseholdServings } from './ClaimLimits.tsx';
import { ClaimError } from './ClaimError.tsx';
import { useAskFirst, isLostRace, useClaimListing } from './use-claim-listing.tsx';

const ClaimTicket = lazyPart(async () => (await import('./ClaimTicket.tsx')).ClaimTicket);
const LostRace = lazyPart(async () => (await import('./LostRace.tsx')).LostRace);
const ClaimForm = lazyPart(async () => (await import('./ClaimForm.tsx')).ClaimForm);

/** Narrow padding, so that the label fits a card on a phone. */
const NARROW = 'px-2!';

type Props = {
  readonly listing: Listing;
  /** No longer in the feed, with an unknown status. */
  readonly isGone?: boolean;
};

/**
 * Claims with one press as much of a listing as the household needs; of a large lot, with two, as much as is chosen. Then
 * shows in place that it is theirs, or other food if someone was quicker. A badge if nothing can be claimed.
 */
export function ClaimCardAction({ listing, isGone = false }: Props) {
  const { t } = useLingui();
  const claims = useQuery(myClaimsQuery);
  const claiming = useClaimListing(listing);
  const { data: limits } = useQuery({ ...claimLimitsQuery, enabled: listing.isBulk });
  const nowMs = useNow();
  const [takesPart, setTakesPart] = useState(false);
  const ask = useAskFirst(listing, claiming.mutate);
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  const isJustClaimed = claiming.isSuccess && claiming.data.claim.id === claim?.id;
  const share = bulkShareOf(listing, limits, nowMs);
  const most = mostToClaim(listing, share);
  const servings = useHouseholdServings(most, listing);
  const amount = formatServings(servings, listing.countedAs);
  const action = useFocusAfterUndo(claiming.isSuccess && claim === undefined);
  if (claim)
    return (
      <Suspense fallback={<div className="min-h-11" />}>
        <ClaimTicket compact claim={claim} isJustClaimed={isJustClaimed} />
      </Suspense>
    );
  if (isLostRace(claiming.error))
    return (
      <Suspense fallback={<div className="min-h-11" />}>
        <LostRace listing={listing} />
      </Suspense>
    );
  if (isGone || listing.status !== 'posted')
    return (
      <p className="flex min-h-11 items-center">
        <ListingStateBadge status={listing.status} isGone={isGone} />
      </p>
    );
  const isLarge = isLargeLot(listing);
  if (most === 0 || (isLarge && takesPart)) {
    return (
      <Suspense fallback={<div className="min-h-24" />}>
        <ClaimForm listing={listing} claiming={claiming} takesFocus={takesPart} />
      </Suspense>
    );
  }
  return (
    <div ref={action} tabIndex={-1} className="outline-none">
      <ClaimError
        error={claiming.error}
        requested={claiming.variables ?? servings}
        left={listing.servingsLeft}
        countedAs={listing.countedAs}
      />
      {isLarge ? (
        <Button
          wide
          aria-label={t`Take some of ${listing.title}`}
          className={NARROW}
          onClick={() => setTakesPart(true)}
        >
          <Trans>Take some</Trans>
        </Button>
      ) : (
        <Button
          wide
          busy={claiming.isPending}
          className={NARROW}
          aria-label={t`Claim ${amount} of ${listing.title}`}
          onClick={() => ask.claim(servings)}
        >
          <Trans>Claim {amount}</Trans>
        </Button>
      )}
      {ask.question}
    </div>
  );
}

/** The `ref` of the element that replaces the ticket after Undo, whose button had the focus. */
function useFocusAfterUndo(isUndone: boolean) {
  const action = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isUndone && document.activeElement === document.body)
      action.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isUndone]);
  return action;
}
