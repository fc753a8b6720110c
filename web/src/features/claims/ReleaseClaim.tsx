import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { otherSide } from './claim-words.ts';
import { useClaimMove } from './use-claim-move.ts';

/** Lets a claim go, after saying what follows from it. */
export function ReleaseClaim({ claim }: { readonly claim: Claim }) {
  const [isAsking, setAsking] = useState(false);
  const moving = useClaimMove(claim);
  const name = otherSide(claim).displayName;
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {claim.side === 'donor' ? <Trans>Cancel this pickup</Trans> : <Trans>I cannot come</Trans>}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<Trans>Let this pickup go?</Trans>}
        description={
          claim.side === 'donor' ? (
            <Trans>
              {name} is told and can no longer see your address. The food is offered to others while its time
              lasts, and you can no longer write to each other here.
            </Trans>
          ) : (
            <Trans>
              {name} is told, and the food is offered to others while its time lasts. You can no longer write
              to each other here, nor see the address.
            </Trans>
          )
        }
        confirmLabel={<Trans>Let it go</Trans>}
        cancelLabel={<Trans>Keep it</Trans>}
        danger
        busy={moving.isPending}
        onConfirm={() => moving.mutate({ kind: 'release' }, { onSuccess: () => setAsking(false) })}
      >
        {moving.isError && (
          <Notice tone="error" announce>
            {sentenceOf(moving.error)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
