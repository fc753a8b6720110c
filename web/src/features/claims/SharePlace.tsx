import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { PLACE_AFTER_COMPLETION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { MapPin } from 'lucide-react';
import { sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { useClaimMove } from './use-claim-move.ts';

/** Shares the donor's address with this one person, after saying what they will see and until when. */
export function SharePlace({ claim }: { readonly claim: Claim }) {
  const moving = useClaimMove(claim);
  const name = claim.claimer.displayName;
  const isPublic = claim.listing.placeIsPublic;
  return (
    <div>
      <Button busy={moving.isPending} onClick={() => moving.mutate({ kind: 'share_place' })}>
        <MapPin aria-hidden="true" className="size-5" />
        {isPublic ? <Trans>Share how to find it</Trans> : <Trans>Share my address</Trans>}
      </Button>
      <p className="mt-1.5 text-sm text-muted">
        {isPublic ? (
          <Trans>
            Only {name} then sees your instructions and phone number, until one of you lets the pickup go or{' '}
            {PLACE_AFTER_COMPLETION_HOURS} hours after the handover.
          </Trans>
        ) : (
          <Trans>
            Only {name} then sees “{claim.listing.pickupLocation}”, your instructions and the place on a map,
            until one of you lets the pickup go or {PLACE_AFTER_COMPLETION_HOURS} hours after the handover.
          </Trans>
        )}
      </p>
      {moving.isError && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-tomato">
          {sentenceOf(moving.error)}
        </p>
      )}
    </div>
  );
}
