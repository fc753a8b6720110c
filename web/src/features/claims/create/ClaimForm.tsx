import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import {
  type BulkLimits,
  bulkServingsLeft,
  bulkShareOf,
  mostToClaim,
  useHouseholdServings,
} from './ClaimLimits.tsx';
import { ClaimError } from './ClaimError.tsx';
import { ClaimTicket } from './ClaimTicket.tsx';
import { ServingsInput } from '#web/features/listings/ServingsInput.tsx';
import { useAskFirst, isLostRace, useClaimListing } from './use-claim-listing.tsx';
import { plural, t } from '@lingui/core/macro';
import { useMustConfirmEmail } from '#web/features/community/use-must-confirm-email.ts';
import { formatDayAtTime, formatServings } from '#web/lib/format.ts';

const LostRace = lazyPart(async () => (await import('./LostRace.tsx')).LostRace);
const ClaimLimitReached = lazyPart(async () => (await import('./ClaimLimits.tsx')).ClaimLimitReached);

type Props = {
  readonly listing: Listing;
  readonly claiming: ReturnType<typeof useClaimListing>;
  /** Takes the focus of the button that it replaces. */
  readonly takesFocus?: boolean;
};

/** Suggests a serving for each of the household, and claims; or says which limit is reached. */
export function ClaimForm({ listing, claiming, takesFocus = false }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { claim, question } = useAskFirst(listing, claiming.mutate);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { data: limits } = useQuery(claimLimitsQuery);
  const nowMs = useNow();
  const share = bulkShareOf(listing, limits, nowMs);
  const most = mostToClaim(listing, share);
  const suggested = useHouseholdServings(most, listing);
  const servings = Math.max(1, Math.min(chosen ?? suggested, most));
  const amount = formatServings(servings, listing.countedAs);
  const mayTakeAll = listing.mayGoToOne && most > 1;
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
            countedAs={listing.countedAs}
          />
          {/* said where it is met: it is no question for who takes less */}
          {share && most < listing.servingsLeft && servings === most && (
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
            <Button className="flex-1 basis-28" busy={claiming.isPending} onClick={() => claim(servings)}>
              <Trans>Claim {amount}</Trans>
            </Button>
          </div>
          {question}
        </>
      )}
    </div>
  );
}

export function ListingClaim({ listing }: { readonly listing: Listing }) {
  const claims = useQuery(myClaimsQuery);
  const claiming = useClaimListing(listing);
  const [wasOffered] = useState(listing.status === 'posted');
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  // one's own claim in another tab arrives a moment after the listing
  const isJustTaken = wasOffered && listing.status === 'claimed' && !claims.isFetching;
  if (claim)
    return (
      <ClaimTicket
        claim={claim}
        isJustClaimed={claiming.isSuccess && claiming.data.claim.id === claim.id}
        leftForOthers={listing.status === 'posted' ? listing.servingsLeft : 0}
      />
    );
  if (isLostRace(claiming.error) || isJustTaken)
    return (
      <Suspense fallback={<div className="min-h-11" />}>
        <LostRace listing={listing} />
      </Suspense>
    );
  if (listing.status !== 'posted') return <ListingStateBadge status={listing.status} />;
  return <ClaimForm listing={listing} claiming={claiming} />;
}

function BulkShareNote({ share, nowMs }: { readonly share: BulkLimits; readonly nowMs: number }) {
  const hasToConfirm = useMustConfirmEmail();
  return (
    <p className="text-sm text-muted">
      {shareSentence(share, nowMs)} {nextSentence(share, hasToConfirm)}
    </p>
  );
}

function shareSentence(share: BulkLimits, nowMs: number): string {
  const left = bulkServingsLeft(share);
  if (share.servingsTaken === 0)
    return plural(left, {
      one: "You can take up to # serving from big donations for now, so there's enough for everyone.",
      other: "You can take up to # servings from big donations for now, so there's enough for everyone.",
    });
  if (left > 0)
    return plural(left, {
      one: "You can take # more serving from big donations for now, so there's enough for everyone.",
      other: "You can take # more servings from big donations for now, so there's enough for everyone.",
    });
  const at = formatDayAtTime(share.nextAt ?? nowMs, nowMs);
  return plural(share.servingsTaken, {
    one: `You've taken # serving from big donations in the last 24 hours. You can take more ${at}.`,
    other: `You've taken # servings from big donations in the last 24 hours. You can take more ${at}.`,
  });
}

/** What makes the share larger; null at the last level. */
function nextSentence({ level, maxServingsNext }: BulkLimits, hasToConfirm: boolean): string | null {
  if (maxServingsNext === null) return null;
  if (level === 'new')
    return hasToConfirm
      ? t`Confirm your email to take more.`
      : t`After your first day here, you can take up to ${maxServingsNext}.`;
  return t`Once you've met a few neighbors, you can take up to ${maxServingsNext}.`;
}
