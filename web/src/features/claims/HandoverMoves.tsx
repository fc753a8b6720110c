import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodeEntry } from './CodeEntry.tsx';
import { movesOf } from './claim-words.ts';
import { ReleaseClaim } from './ReleaseClaim.tsx';
import { SharePlace } from './SharePlace.tsx';
import { useClaimMove } from './use-claim-move.ts';

/** The buttons for what this side may do with a claim now; nothing once it has ended. */
export function HandoverMoves({ claim }: { readonly claim: Claim }) {
  const confirming = useClaimMove(claim);
  const moves = movesOf(claim, useNow());
  if (moves.length === 0) return null;
  const isLocked = claim.side === 'donor' && claim.codeLocked;
  return (
    <div className="flex flex-col gap-4">
      {moves.includes('share_place') && <SharePlace claim={claim} />}
      {moves.includes('complete_by_code') && <CodeEntry claim={claim} />}
      {isLocked && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. The pickup counts once you have both
            confirmed it.
          </Trans>
        </p>
      )}
      {confirming.isError && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {sentenceOf(confirming.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {moves.includes('confirm') && (
          <Button
            variant={claim.side === 'donor' ? 'secondary' : 'primary'}
            busy={confirming.isPending}
            onClick={() => confirming.mutate({ kind: 'confirm' })}
          >
            {claim.side === 'donor' ? <Trans>I handed it over</Trans> : <Trans>I picked it up</Trans>}
          </Button>
        )}
        {moves.includes('release') && <ReleaseClaim claim={claim} />}
      </div>
    </div>
  );
}
