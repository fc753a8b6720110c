import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { formatServings } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { ClaimRefusal } from './ClaimRefusal.tsx';
import { loadClaimTexts } from './claim-texts.ts';
import { claimLimits } from './claims.queries.ts';
import { ServingsChoice } from './ServingsChoice.tsx';
import type { useClaimListing } from './use-claim-listing.ts';

const LimitReached = lazy(async () => {
  const [part] = await Promise.all([import('./LimitReached.tsx'), loadClaimTexts()]);
  return { default: part.LimitReached };
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
  const { data: limits } = useQuery(claimLimits);
  const most = listing.servingsLeft;
  const servings = Math.max(1, Math.min(wanted ?? most, most));
  const isFull =
    limits && (limits.openClaims >= limits.maxOpenClaims || limits.claimsInLastDay >= limits.maxClaimsPerDay);
  return (
    <div ref={form} tabIndex={-1} className="w-full outline-none">
      {isFull ? (
        <Suspense fallback={<div className="min-h-11" />}>
          <LimitReached limits={limits} />
        </Suspense>
      ) : (
        <>
          <ClaimRefusal error={claiming.error} wanted={claiming.variables ?? servings} left={most} />
          <div className="flex flex-wrap items-center gap-3">
            {most > 1 && <ServingsChoice servings={servings} most={most} onChange={setWanted} />}
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
