import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import { isUnauthorized, sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { myClaims } from './claims.queries.ts';
import { TicketStub } from './TicketStub.tsx';
import { useClaimListing } from './use-claim-listing.ts';

type Props = {
  readonly listing: Listing;
  /** No longer offered, though its own state was not heard. */
  readonly isGone?: boolean;
};

/** Claims all that is left of a listing by one press; then the card carries the ticket. A badge where it cannot. */
export function ClaimCardAction({ listing, isGone = false }: Props) {
  const { t } = useLingui();
  const claims = useQuery(myClaims);
  const claiming = useClaimListing(listing.id);
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  if (claim) return <TicketStub claim={claim} />;
  if (isGone || listing.status !== 'posted')
    return (
      <p className="flex min-h-11 items-center">
        <ListingStateBadge status={listing.status} isGone={isGone} />
      </p>
    );
  return (
    <>
      {claiming.isError && !isUnauthorized(claiming.error) && (
        <p role="alert" className="mb-2 text-sm font-medium text-tomato">
          {sentenceOf(claiming.error)}
        </p>
      )}
      <Button
        wide
        busy={claiming.isPending}
        aria-label={t`Claim ${listing.title}`}
        onClick={() => claiming.mutate(listing.servingsLeft)}
      >
        <Trans>Claim</Trans>
      </Button>
    </>
  );
}
