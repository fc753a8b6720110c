import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ClaimRefusal } from './ClaimRefusal.tsx';
import { myClaims } from './claims.queries.ts';
import { ServingsChoice } from './ServingsChoice.tsx';
import { TicketCode } from './TicketCode.tsx';
import { useClaimListing } from './use-claim-listing.ts';

type Props = {
  readonly listing: Listing;
  /** How many to begin with; all that are left unless said. */
  readonly startWith?: number;
};

/** Claims as many servings as the person wants, all that are left unless they say otherwise. */
export function ClaimWithServings({ listing, startWith }: Props) {
  const claims = useQuery(myClaims);
  const claiming = useClaimListing(listing.id);
  const [wanted, setWanted] = useState<number | null>(startWith ?? null);
  const most = listing.servingsLeft;
  const servings = Math.max(1, Math.min(wanted ?? most, most));
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);

  if (claim) return <ClaimedByMe claim={claim} leftForOthers={listing.status === 'posted' ? most : 0} />;
  if (listing.status !== 'posted') return <ListingStateBadge status={listing.status} />;
  return (
    <div className="w-full">
      <ClaimRefusal error={claiming.error} wanted={claiming.variables ?? servings} left={most} />
      <div className="flex flex-wrap items-center gap-3">
        {most > 1 && <ServingsChoice servings={servings} most={most} onChange={setWanted} />}
        <Button
          className="min-w-40 flex-1"
          busy={claiming.isPending}
          onClick={() => claiming.mutate(servings)}
        >
          {servings === most && most > 1 ? (
            <Trans>Claim all {most} servings</Trans>
          ) : (
            <Trans>Claim {formatServings(servings)}</Trans>
          )}
        </Button>
      </div>
    </div>
  );
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
