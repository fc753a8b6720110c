import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { PLACE_AFTER_COMPLETION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { MapPin } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { MoveProblem } from './MoveProblem.tsx';
import { useClaimMove } from './use-claim-move.ts';

type Props = {
  readonly claim: Claim;
  /** Whether it is what is meant now. */
  readonly isPrimary: boolean;
  /** Whether it stands where room is short, above a conversation. */
  readonly isBrief?: boolean;
};

/** Shares the donor's address with this one person, after saying what they will see and until when. */
export function SharePlace({ claim, isPrimary, isBrief = false }: Props) {
  const making = useClaimMove(claim);
  const name = claim.claimer.displayName;
  const isPublic = claim.listing.placeIsPublic;
  return (
    <div>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={making.moving !== null}
        className="max-sm:w-full sm:min-w-54"
        onClick={() => making.move({ kind: 'share_place' })}
      >
        <MapPin aria-hidden="true" className="size-5" />
        {isPublic ? <Trans>Share how to find it</Trans> : <Trans>Share my address</Trans>}
      </Button>
      <p className="mt-1.5 text-sm text-muted">
        {isBrief ? (
          <Trans>
            Only {name} sees it, until {PLACE_AFTER_COMPLETION_HOURS} hours after the handover at most.
          </Trans>
        ) : isPublic ? (
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
      {Boolean(making.problem) && (
        <div className="mt-2">
          <MoveProblem problem={making.problem} onRetry={making.retry} busy={making.moving !== null} />
        </div>
      )}
    </div>
  );
}
