import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { plural } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { formatServings } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { paths } from '#web/lib/paths.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { loadClaimTexts } from '../claim-texts.ts';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { TicketCode } from '../ticket/TicketCode.tsx';
import { ClaimError } from './ClaimError.tsx';
import { ServingsInput } from './ServingsInput.tsx';
import { useClaimListing } from './use-claim-listing.ts';

const ClaimLimitReached = lazy(async () => {
  const [part] = await Promise.all([import('./ClaimLimits.tsx'), loadClaimTexts()]);
  return { default: part.ClaimLimitReached };
});

type Props = {
  readonly listing: Listing;
  readonly claiming: ReturnType<typeof useClaimListing>;
  /** How many to begin with; all that are left unless said. */
  readonly startWith?: number;
  /** Takes the keyboard from the button that it takes the place of. */
  readonly takesFocus?: boolean;
};

/** How many servings, and the button that claims them; or beforehand, why no more can be claimed for now. */
export function ClaimForm({ listing, claiming, startWith, takesFocus = false }: Props) {
  const [wanted, setWanted] = useState<number | null>(startWith ?? null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { data: limits } = useQuery(claimLimitsQuery);
  const most = listing.servingsLeft;
  const servings = Math.max(1, Math.min(wanted ?? most, most));
  const isFull =
    limits && (limits.openClaims >= limits.maxOpenClaims || limits.claimsInLastDay >= limits.maxClaimsPerDay);
  return (
    <div ref={form} tabIndex={-1} className="w-full outline-none">
      {isFull ? (
        <Suspense fallback={<div className="min-h-11" />}>
          <ClaimLimitReached limits={limits} />
        </Suspense>
      ) : (
        <>
          <ClaimError error={claiming.error} wanted={claiming.variables ?? servings} left={most} />
          <div className="flex flex-wrap items-center gap-3">
            {most > 1 && <ServingsInput servings={servings} most={most} onChange={setWanted} />}
            <Button
              className="min-w-36 flex-1"
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
        </>
      )}
    </div>
  );
}

/** Claims as many servings as the person wants, all that are left unless they say otherwise. */
export function ListingClaim({ listing }: { readonly listing: Listing }) {
  const claims = useQuery(myClaimsQuery);
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
