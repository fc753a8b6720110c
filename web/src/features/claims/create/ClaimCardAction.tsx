import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { claimLimitsQuery, myClaimsQuery } from '../claims.queries.ts';
import { handoverTimeLine } from '#web/features/handovers/agreed-time/time-line.ts';
import { TicketCode } from '#web/features/handovers/TicketCode.tsx';
import { bulkServingsLeft, bulkShareOf } from './BulkShare.tsx';
import { ClaimError } from './ClaimError.tsx';
import { useClaimListing } from './use-claim-listing.ts';

const ClaimForm = lazy(async () => ({ default: (await import('./ClaimForm.tsx')).ClaimForm }));

/** From this many servings on, the card offers to take a part. */
const LARGE_LOT_SERVINGS = 10;

type Props = {
  readonly listing: Listing;
  /** No longer in the feed, with an unknown status. */
  readonly isGone?: boolean;
};

/**
 * Claims all that is left of a listing with one press, then shows the ticket. A large lot also offers to take a part.
 * A badge if nothing can be claimed.
 */
export function ClaimCardAction({ listing, isGone = false }: Props) {
  const { t } = useLingui();
  const claims = useQuery(myClaimsQuery);
  const claiming = useClaimListing(listing.id);
  const { data: limits } = useQuery({ ...claimLimitsQuery, enabled: listing.isBulk });
  const nowMs = useNow();
  const [takesPart, setTakesPart] = useState(false);
  const left = listing.servingsLeft;
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  const ticket = useRef<HTMLDivElement>(null);
  const isJustClaimed = claiming.isSuccess && claim !== undefined;
  useEffect(() => {
    // The focused button is gone: what replaced it takes the focus.
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
  const share = bulkShareOf(listing, limits, nowMs);
  const isBeyondShare = share !== null && left > bulkServingsLeft(share);
  if (isBeyondShare || (takesPart && left > 1)) {
    return (
      <Suspense fallback={<div className="min-h-24" />}>
        <ClaimForm listing={listing} claiming={claiming} takesPart={takesPart} />
      </Suspense>
    );
  }
  const isLarge = left > 1 && (listing.isBulk || left >= LARGE_LOT_SERVINGS);
  return (
    <>
      <ClaimError error={claiming.error} requested={claiming.variables ?? left} left={left} />
      <div className="flex gap-2">
        <Button
          wide
          busy={claiming.isPending}
          aria-label={
            isLarge
              ? t`Claim all ${left} of ${listing.title}`
              : t`Claim ${plural(left, { one: '# serving', other: '# servings' })} of ${listing.title}`
          }
          onClick={() => claiming.mutate(left)}
        >
          {isLarge ? (
            <Trans>Claim all {left}</Trans>
          ) : (
            <Trans>
              Claim <Plural value={left} one="# serving" other="# servings" />
            </Trans>
          )}
        </Button>
        {isLarge && (
          <Button
            variant="secondary"
            wide
            aria-label={t`Take some of ${listing.title}`}
            onClick={() => setTakesPart(true)}
          >
            <Trans>Take some</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

/** The ticket on a claimed card: pickup window, code, and a link to the conversation. */
function TicketStub({ claim }: { readonly claim: Claim }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { listing, handover } = claim;
  return (
    <div
      className={classNames(
        'relative -mx-4 -mb-4 animate-pop-in border-t-2 border-dashed border-brand bg-brand-soft p-4 text-brand-soft-ink',
        // The two notches of a ticket at the card's edges.
        'before:absolute before:-start-2.5 before:-top-2.75 before:size-5 before:rounded-full before:bg-bg',
        'after:absolute after:-end-2.5 after:-top-2.75 after:size-5 after:rounded-full after:bg-bg',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm">
            <Trans>
              You claimed <Plural value={claim.servings} one="# serving" other="# servings" />
            </Trans>
          </p>
          <p className="font-semibold first-letter:uppercase">{handoverTimeLine(handover, nowMs)}</p>
        </div>
        {handover.code && <TicketCode code={handover.code} />}
      </div>
      <LinkButton
        href={paths.conversation(claim.conversationId)}
        variant="secondary"
        wide
        className="mt-3"
        aria-label={t`Go to messages about ${listing.title}`}
      >
        <Trans>Go to messages</Trans>
      </LinkButton>
    </div>
  );
}
