import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import { TicketCode } from '#web/features/handovers/TicketCode.tsx';
import { bulkServingsLeft, BulkShareNote, bulkShareOf } from './BulkShare.tsx';
import { ClaimError } from './ClaimError.tsx';
import { ServingsInput } from './ServingsInput.tsx';
import { useClaimListing } from './use-claim-listing.ts';

const ClaimLimitReached = lazy(async () => ({
  default: (await import('./ClaimLimits.tsx')).ClaimLimitReached,
}));

/** What is suggested to who wants a part of food that is not shared out. */
const PART_SERVINGS = 4;

type Props = {
  readonly listing: Listing;
  readonly claiming: ReturnType<typeof useClaimListing>;
  /** Chosen over all that is left: suggests a part, and takes the focus of the button that it replaces. */
  readonly takesPart?: boolean;
};

/**
 * The number of servings and the claim button; or the limit that is reached. Of shared-out food it suggests a serving for
 * each of the household, else all that one may take.
 */
export function ClaimForm({ listing, claiming, takesPart = false }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesPart) form.current?.focus({ preventScroll: true });
  }, [takesPart]);
  const { data: limits } = useQuery(claimLimitsQuery);
  const nowMs = useNow();
  const share = bulkShareOf(listing, limits, nowMs);
  const most = Math.min(listing.servingsLeft, share ? bulkServingsLeft(share) : listing.servingsLeft);
  const household = useQueryClient().getQueryData(currentUserQuery.queryKey)?.householdSize;
  const suggested = share && household ? household : takesPart ? PART_SERVINGS : most;
  const servings = Math.max(1, Math.min(chosen ?? suggested, most));
  const mayTakeAll = listing.mayGoToOne && !takesPart && most > 1;
  const isFull =
    limits && (limits.openClaims >= limits.maxOpenClaims || limits.claimsInLastDay >= limits.maxClaimsPerDay);
  return (
    <div ref={form} tabIndex={-1} className="w-full outline-none">
      {isFull ? (
        <Suspense fallback={<div className="min-h-11" />}>
          <ClaimLimitReached limits={limits} />
        </Suspense>
      ) : share && most === 0 ? (
        <BulkShareNote share={share} nowMs={nowMs} />
      ) : (
        <>
          <ClaimError
            error={claiming.error}
            requested={claiming.variables ?? servings}
            left={listing.servingsLeft}
          />
          {share && most < listing.servingsLeft && (
            <div className="mb-2">
              <BulkShareNote share={share} nowMs={nowMs} />
            </div>
          )}
          {mayTakeAll && (
            <p className="mb-2 text-sm text-muted">
              <Trans>You can take it all.</Trans>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {most > 1 && <ServingsInput servings={servings} most={most} onChange={setChosen} />}
            <Button
              className="min-w-36 flex-1"
              busy={claiming.isPending}
              onClick={() => claiming.mutate(servings)}
            >
              {servings === listing.servingsLeft && most > 1 ? (
                <Trans>
                  Claim all <Plural value={most} one="# serving" other="# servings" />
                </Trans>
              ) : (
                <Trans>
                  Claim <Plural value={servings} one="# serving" other="# servings" />
                </Trans>
              )}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** The claim form of a listing's dialog; what the person has claimed of it already; or its status. */
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

/** The servings the person has claimed, the code, and a link to the conversation. */
function ClaimedByMe({ claim, leftForOthers }: { readonly claim: Claim; readonly leftForOthers: number }) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="flex items-center gap-4">
        <div>
          <p className="font-semibold">
            <Trans>
              You claimed <Plural value={claim.servings} one="# serving" other="# servings" />
            </Trans>
          </p>
          {leftForOthers > 0 && (
            <p className="text-sm text-muted">
              {plural(leftForOthers, {
                one: '# serving left for others',
                other: '# servings left for others',
              })}
            </p>
          )}
        </div>
        {claim.handover.code && <TicketCode code={claim.handover.code} />}
      </div>
      <LinkButton href={paths.conversation(claim.conversationId)}>
        <Trans>Go to messages</Trans>
      </LinkButton>
    </div>
  );
}
