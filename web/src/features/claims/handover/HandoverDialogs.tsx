import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { NO_SHOW_EXPIRY_DAYS } from '@openlarder/domain/claims/claim-limits.ts';
import { DISPUTE_HOURS, type ReleaseReason } from '@openlarder/domain/claims/claim-states.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { type RefObject, useId, useState } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { actionLabels, releaseConsequence, releaseReasonOptions } from './action-labels.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { otherParty, pickupPhase } from './claim-actions.ts';
import type { ClaimActions } from './use-claim-actions.ts';

type DialogProps = {
  readonly claim: Claim;
  readonly actions: ClaimActions;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** `initialReason` is the one that the pressed button named. */
type ReleaseDialogProps = DialogProps & { readonly initialReason: ReleaseReason | null };

/** Releases a claim, with a reason worded without blame, and says what follows. */
export function ReleaseDialog({ claim, actions, initialReason, onClose, elseFocus }: ReleaseDialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [reason, setReason] = useState(initialReason);
  const [isMissing, setMissing] = useState(false);
  const group = useId();
  const name = otherParty(claim).displayName;
  const isOver = pickupPhase(claim, nowMs) === 'after';
  const release = () => {
    setMissing(reason === null);
    if (reason === null) document.querySelector<HTMLInputElement>(`input[name="${group}"]`)?.focus();
    else actions.run({ kind: 'release', reason }, onClose);
  };
  return (
    <ActionDialog
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
      busy={actions.running === 'release'}
      error={actions.failed === 'release' ? actions.error : null}
      onConfirm={release}
      elseFocus={elseFocus}
    >
      <RadioGroup<ReleaseReason | ''>
        label={t`Why?`}
        name={group}
        options={releaseReasonOptions(claim, nowMs)}
        value={reason ?? ''}
        error={isMissing ? t`Please choose a reason` : undefined}
        onChange={(event) => {
          const chosen = releaseReasonOptions(claim, nowMs).find(({ value }) => value === event.target.value);
          setReason(chosen?.value ?? null);
          setMissing(false);
        }}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {reason !== null && releaseConsequence(claim, reason, nowMs)}
      </p>
    </ActionDialog>
  );
}

/** Reports a no-show, after saying what it means for the claimer. */
export function NoShowDialog({ claim, actions, onClose, elseFocus }: DialogProps) {
  const nowMs = useNow();
  const name = claim.claimer.displayName;
  const cannotHandOver = actionLabels('release', claim, nowMs).label;
  return (
    <ActionDialog
      onClose={onClose}
      title={<Trans>{name} did not come?</Trans>}
      description={releaseConsequence(claim, null, nowMs)}
      confirmLabel={<Trans>They did not come</Trans>}
      cancelLabel={<Trans>Wait a little</Trans>}
      busy={actions.running === 'report_no_show'}
      error={actions.failed === 'report_no_show' ? actions.error : null}
      onConfirm={() => actions.run({ kind: 'report_no_show' }, onClose)}
      elseFocus={elseFocus}
    >
      <p className="text-muted">
        <Trans>
          {name} is told, and can object for {DISPUTE_HOURS} hours. A missed pickup is forgotten after{' '}
          {plural(NO_SHOW_EXPIRY_DAYS, { one: '# day', other: '# days' })}, and the first one changes nothing.
          If you could not be there yourself, choose “{cannotHandOver}” instead.
        </Trans>
      </p>
    </ActionDialog>
  );
}

/** Disputes the other party's confirmation, or how the claim ended, with optional details for the admins. */
export function DisputeDialog({ claim, actions, onClose, elseFocus }: DialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [details, setDetails] = useState('');
  const name = otherParty(claim).displayName;
  const { label } = actionLabels('dispute', claim, nowMs);
  return (
    <ActionDialog
      onClose={onClose}
      title={label}
      description={
        <Trans>
          Those who run the community look at it. {name} is told that you object, and not what you write.
        </Trans>
      }
      confirmLabel={<Trans>Tell them</Trans>}
      cancelLabel={<Trans>Back</Trans>}
      busy={actions.running === 'dispute'}
      error={actions.failed === 'dispute' ? actions.error : null}
      onConfirm={() => actions.run({ kind: 'dispute', details }, onClose)}
      elseFocus={elseFocus}
    >
      <TextArea
        label={t`What happened?`}
        optional
        maxLength={MAX_TEXT_LENGTH}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
    </ActionDialog>
  );
}
