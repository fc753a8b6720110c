import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import { bulkServingsLeft, bulkShareOf, isLargeLot } from './ClaimLimits.tsx';
import { ClaimError } from './ClaimError.tsx';
import { useAskFirst } from './use-ask-first.tsx';
import { useClaimListing } from './use-claim-listing.ts';

const ClaimTicket = lazyPart(async () => (await import('./ClaimTicket.tsx')).ClaimTicket);
const ClaimForm = lazyPart(async () => (await import('./ClaimForm.tsx')).ClaimForm);

/** Narrow padding, so that the label fits a card on a phone. */
const NARROW = 'px-2!';

type Props = {
  readonly listing: Listing;
  /** No longer in the feed, with an unknown status. */
  readonly isGone?: boolean;
};

/**
 * Claims with one press what is left of a listing; of a large lot, with two, as much as the household needs. Then shows
 * the ticket in place. A badge if nothing can be claimed.
 */
export function ClaimCardAction({ listing, isGone = false }: Props) {
  const { t } = useLingui();
  const claims = useQuery(myClaimsQuery);
  const claiming = useClaimListing(listing.id);
  const { data: limits } = useQuery({ ...claimLimitsQuery, enabled: listing.isBulk });
  const nowMs = useNow();
  const [takesPart, setTakesPart] = useState(false);
  const ask = useAskFirst(listing, claiming.mutate);
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  const isJustClaimed = claiming.isSuccess && claiming.data.claim.id === claim?.id;
  const action = useFocusAfterUndo(claiming.isSuccess && claim === undefined);
  if (claim)
    return (
      <Suspense fallback={<div className="min-h-24" />}>
        <ClaimTicket claim={claim} isJustClaimed={isJustClaimed} />
      </Suspense>
    );
  if (isGone || listing.status !== 'posted')
    return (
      <p className="flex min-h-11 items-center">
        <ListingStateBadge status={listing.status} isGone={isGone} />
      </p>
    );
  const share = bulkShareOf(listing, limits, nowMs);
  const most = Math.min(listing.servingsLeft, share ? bulkServingsLeft(share) : listing.servingsLeft);
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
      <ClaimError error={claiming.error} requested={claiming.variables ?? most} left={listing.servingsLeft} />
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
          aria-label={t`Claim ${plural(most, { one: '# serving', other: '# servings' })} of ${listing.title}`}
          onClick={() => ask.claim(most)}
        >
          <Trans>
            Claim <Plural value={most} one="# serving" other="# servings" />
          </Trans>
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
