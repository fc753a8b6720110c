import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ClaimForm } from './ClaimForm.tsx';
import { myClaims } from './claims.queries.ts';
import { TicketCode } from './TicketCode.tsx';
import { useClaimListing } from './use-claim-listing.ts';

/** Claims as many servings as the person wants, all that are left unless they say otherwise. */
export function ClaimWithServings({ listing }: { readonly listing: Listing }) {
  const claims = useQuery(myClaims);
  const claiming = useClaimListing(listing.id);
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  if (claim) {
    const leftForOthers = listing.status === 'posted' ? listing.servingsLeft : 0;
    return <ClaimedByMe claim={claim} leftForOthers={leftForOthers} />;
  }
  if (listing.status !== 'posted') return <ListingStateBadge status={listing.status} />;
  return <ClaimForm listing={listing} claiming={claiming} />;
}

/** What the person has of it already, and the way to who gives it. */
function ClaimedByMe({ claim, leftForOthers }: { readonly claim: Claim; readonly leftForOthers: number }) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="flex items-center gap-4">
        <div>
          <p className="font-semibold">
            <Trans>Claimed by you: {formatServings(claim.servings)}</Trans>
          </p>
          {leftForOthers > 0 && (
            <p className="text-sm text-muted">
              {plural(leftForOthers, {
                one: '# serving is left for others',
                other: '# servings are left for others',
              })}
            </p>
          )}
        </div>
        {claim.code && <TicketCode code={claim.code} />}
      </div>
      <LinkButton href={paths.conversation(claim.conversationId)}>
        <Trans>Go to messages</Trans>
      </LinkButton>
    </div>
  );
}
