import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  type ClaimAction,
  MAX_CODE_TRIES,
  type ReleaseReason,
} from '@openlarder/domain/claims/claim-states.ts';
import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { actionLabels, type ButtonAction, foldedActionsLabel } from './action-labels.ts';
import { ActionError } from './ActionDialog.tsx';
import { mainActions, offeredActions, pickupPhase } from './claim-actions.ts';
import { claimQuestion, claimSentence, upcomingSentences } from './claim-labels.ts';
import { DisputeDialog, NoShowDialog, ReleaseDialog } from './HandoverDialogs.tsx';
import { RevealAddress } from './PickupAddress.tsx';
import { PickupCodeForm } from './PickupCodeForm.tsx';
import { useClaimActions } from './use-claim-actions.ts';

/** The dialog that asks before an action. */
type OpenDialog =
  | { readonly kind: 'release'; readonly initialReason: ReleaseReason | null }
  | { readonly kind: 'report_no_show' | 'dispute' };

function dialogBefore(action: ButtonAction, claim: Claim, nowMs: number): OpenDialog | null {
  if (action === 'report_no_food') return { kind: 'release', initialReason: 'no_food' };
  if (action === 'report_no_show' || action === 'dispute') return { kind: action };
  if (action !== 'release') return null;
  const couldNot = claim.side === 'donor' ? 'cannot_hand_over' : 'cannot_come';
  return { kind: 'release', initialReason: pickupPhase(claim, nowMs) === 'after' ? couldNot : null };
}

type Props = {
  readonly claim: Claim;
  /** Shows only the primary action, where space is short. */
  readonly isBrief?: boolean;
};

/** What this side may do with a claim now. One action is primary, and each says what happens after it. */
export function HandoverActions({ claim, isBrief = false }: Props) {
  const nowMs = useNow();
  const actions = useClaimActions(claim);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, claimSentence(claim, nowMs));
  const offer = offeredActions(claim, nowMs);
  const { primary, others, folded } = isBrief ? mainActions(offer) : offer;
  const question = claimQuestion(claim, nowMs);
  const isLocked = claim.status === 'open' && claim.side === 'donor' && claim.codeLocked;
  const dialogProps = { claim, actions, onClose: () => setOpenDialog(null), elseFocus: container };

  const renderAction = (action: ClaimAction, isPrimary = false) => {
    if (action === 'share_place')
      return <RevealAddress key={action} claim={claim} isPrimary={isPrimary} isBrief={isBrief} />;
    if (action === 'complete_by_code')
      return <ClaimCodeForm key={action} claim={claim} isPrimary={isPrimary} />;
    const dialog = dialogBefore(action, claim, nowMs);
    return (
      <ActionButton
        key={action}
        {...actionLabels(action, claim, nowMs)}
        variant={isPrimary ? 'primary' : claim.status === 'completed' ? 'quiet' : 'secondary'}
        busy={actions.running === action}
        onPress={() => {
          actions.reset();
          if (dialog) setOpenDialog(dialog);
          else if (action === 'say_coming' || action === 'confirm') actions.run({ kind: action });
        }}
      />
    );
  };

  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className={classNames('flex flex-col outline-none empty:hidden', isBrief ? 'gap-2' : 'gap-4')}
    >
      {question && <p className={classNames('font-semibold', !isBrief && 'text-lg')}>{question}</p>}
      {primary && renderAction(primary, true)}
      {!openDialog && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
      {others.map((action) => renderAction(action))}
      {isLocked && !isBrief && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. The pickup counts once you have both
            confirmed it.
          </Trans>
        </p>
      )}
      {!isBrief &&
        upcomingSentences(claim, nowMs).map((sentence) => (
          <p key={sentence} className="text-sm text-muted">
            {sentence}
          </p>
        ))}
      {folded.length > 0 && (
        <details className="group/folded">
          <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open/folded:rotate-90 rtl:-scale-x-100"
            />
            {foldedActionsLabel(claim, nowMs)}
          </summary>
          <div className="flex flex-col gap-4 pt-2 pb-1">{folded.map((action) => renderAction(action))}</div>
        </details>
      )}
      {openDialog?.kind === 'release' && (
        <ReleaseDialog {...dialogProps} initialReason={openDialog.initialReason} />
      )}
      {openDialog?.kind === 'report_no_show' && <NoShowDialog {...dialogProps} />}
      {openDialog?.kind === 'dispute' && <DisputeDialog {...dialogProps} />}
    </div>
  );
}

type ActionButtonProps = {
  readonly label: string;
  readonly consequence: string;
  readonly variant: 'primary' | 'secondary' | 'quiet';
  readonly busy: boolean;
  readonly onPress: () => void;
};

/** An action, and beside it (below it on phones) what happens after it. */
function ActionButton({ label, consequence, variant, busy, onPress }: ActionButtonProps) {
  const sentenceId = useId();
  return (
    <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[13.5rem_1fr] sm:items-center">
      <Button
        variant={variant}
        wide={variant !== 'quiet'}
        className={variant === 'quiet' ? '-ms-4 justify-self-start' : ''}
        busy={busy}
        aria-describedby={sentenceId}
        onClick={onPress}
      >
        {label}
      </Button>
      <p id={sentenceId} className="text-sm text-muted">
        {consequence}
      </p>
    </div>
  );
}

type ClaimCodeFormProps = {
  readonly claim: Claim;
  /** Whether it is the most likely action now. */
  readonly isPrimary: boolean;
};

/** The donor enters the code of the claimer's ticket. */
function ClaimCodeForm({ claim, isPrimary }: ClaimCodeFormProps) {
  const { run, running, error, reset } = useClaimActions(claim);
  return (
    <PickupCodeForm
      name={claim.claimer.displayName}
      isPrimary={isPrimary}
      busy={running !== null}
      error={error}
      onSubmit={(code) => run({ kind: 'complete_by_code', code })}
      onChange={reset}
    />
  );
}
