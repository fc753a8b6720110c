import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import { type RefObject, useId, useState } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { otherSide, phaseOf } from './claim-facts.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { afterwardsSentence, reasonsFor } from './release-words.ts';
import type { useClaimMove } from './use-claim-move.ts';

type Props = {
  readonly claim: Claim;
  readonly making: ReturnType<typeof useClaimMove>;
  /** The reason that the button which opened it named already. */
  readonly startWith: ReleaseReason | null;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Lets a claim go: why, in words that blame nobody, and what follows from it. */
export function LetGoDialog({ claim, making, startWith, onClose, elseFocus }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [reason, setReason] = useState(startWith);
  const [isMissing, setMissing] = useState(false);
  const group = useId();
  const name = otherSide(claim).displayName;
  const isOver = phaseOf(claim, nowMs) === 'after';
  const letGo = () => {
    setMissing(reason === null);
    if (reason === null) document.querySelector<HTMLInputElement>(`input[name="${group}"]`)?.focus();
    else making.move({ kind: 'release', reason }, onClose);
  };
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={isOver ? <Trans>What happened?</Trans> : <Trans>Let this pickup go?</Trans>}
      description={
        claim.side === 'donor' ? (
          <Trans>
            {name} is told why, and can no longer see your address. You can no longer write to each other
            here.
          </Trans>
        ) : (
          <Trans>{name} is told why. You can no longer write to each other here, nor see the address.</Trans>
        )
      }
      confirmLabel={isOver ? <Trans>Tell {name}</Trans> : <Trans>Let it go</Trans>}
      cancelLabel={isOver ? <Trans>Back</Trans> : <Trans>Keep it</Trans>}
      busy={making.moving === 'release'}
      problem={making.failed === 'release' ? making.problem : null}
      onConfirm={letGo}
      elseFocus={elseFocus}
    >
      <RadioGroup<ReleaseReason | ''>
        label={t`Why?`}
        name={group}
        options={reasonsFor(claim, nowMs)}
        value={reason ?? ''}
        error={isMissing ? t`Please choose a reason` : undefined}
        onChange={(event) => {
          const chosen = reasonsFor(claim, nowMs).find(({ value }) => value === event.target.value);
          setReason(chosen?.value ?? null);
          setMissing(false);
        }}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {reason !== null && afterwardsSentence(claim, reason, nowMs)}
      </p>
    </MoveDialog>
  );
}
