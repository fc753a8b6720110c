import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useEffect, useRef, useState } from 'react';
import { formatServings } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { ClaimRefusal } from './ClaimRefusal.tsx';
import { ServingsChoice } from './ServingsChoice.tsx';
import type { useClaimListing } from './use-claim-listing.ts';

type Props = {
  readonly listing: Listing;
  readonly claiming: ReturnType<typeof useClaimListing>;
  /** How many to begin with; all that are left unless said. */
  readonly startWith?: number;
  /** Takes the keyboard from the button that it takes the place of. */
  readonly takesFocus?: boolean;
};

/** How many servings, and the button that claims them. */
export function ClaimForm({ listing, claiming, startWith, takesFocus = false }: Props) {
  const [wanted, setWanted] = useState<number | null>(startWith ?? null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const most = listing.servingsLeft;
  const servings = Math.max(1, Math.min(wanted ?? most, most));
  return (
    <div ref={form} tabIndex={-1} className="w-full outline-none">
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
    </div>
  );
}
