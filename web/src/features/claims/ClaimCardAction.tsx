import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ClaimRefusal } from './ClaimRefusal.tsx';
import { myClaims } from './claims.queries.ts';
import { TicketStub } from './TicketStub.tsx';
import { useClaimListing } from './use-claim-listing.ts';

const ClaimForm = lazy(async () => ({ default: (await import('./ClaimForm.tsx')).ClaimForm }));

/** From so many on, the card asks whether one wants them all. */
const MORE_THAN_A_TABLE = 10;
/** What a household takes of a large lot, to begin with. */
const A_FEW = 4;

type Props = {
  readonly listing: Listing;
  /** No longer offered, though its own state was not heard. */
  readonly isGone?: boolean;
};

/**
 * Claims all that is left of a listing by one press; then the card carries the ticket. Of a large lot, a part is as
 * near as all of it. A badge where nothing can be claimed.
 */
export function ClaimCardAction({ listing, isGone = false }: Props) {
  const { t } = useLingui();
  const claims = useQuery(myClaims);
  const claiming = useClaimListing(listing.id);
  const [takesPart, setTakesPart] = useState(false);
  const left = listing.servingsLeft;
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  const ticket = useRef<HTMLDivElement>(null);
  const isJustClaimed = claiming.isSuccess && claim !== undefined;
  useEffect(() => {
    // The button that had the keyboard is gone; what stands in its place takes it.
    if (isJustClaimed && document.activeElement === document.body)
      ticket.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isJustClaimed]);
  if (claim) {
    return (
      <div ref={ticket}>
        <TicketStub claim={claim} />
      </div>
    );
  }
  if (isGone || listing.status !== 'posted')
    return (
      <p className="flex min-h-11 items-center">
        <ListingStateBadge status={listing.status} isGone={isGone} />
      </p>
    );
  if (takesPart && left > 1) {
    return (
      <Suspense fallback={<div className="min-h-24" />}>
        <ClaimForm listing={listing} claiming={claiming} startWith={A_FEW} takesFocus />
      </Suspense>
    );
  }
  const isLarge = left > 1 && (listing.isBulk || left >= MORE_THAN_A_TABLE);
  return (
    <>
      <ClaimRefusal error={claiming.error} wanted={claiming.variables ?? left} left={left} />
      <div className="flex gap-2">
        <Button
          wide
          busy={claiming.isPending}
          aria-label={isLarge ? t`Claim all ${left} of ${listing.title}` : t`Claim ${listing.title}`}
          onClick={() => claiming.mutate(left)}
        >
          {isLarge ? <Trans>Claim all {left}</Trans> : <Trans>Claim</Trans>}
        </Button>
        {isLarge && (
          <Button
            variant="secondary"
            wide
            aria-label={t`Take a part of ${listing.title}`}
            onClick={() => setTakesPart(true)}
          >
            <Trans>Take a part</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
