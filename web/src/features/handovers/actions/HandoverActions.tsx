import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { MAX_CODE_TRIES, type ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { handoverQuestion, handoverSentence, upcomingSentences } from '../handover-labels.ts';
import { actionLabels, type ButtonAction, foldedActionsLabel } from './action-labels.ts';
import { ActionError } from './ActionDialog.tsx';
import {
  answersRequest,
  briefActions,
  handoverPhase,
  type OfferedAction,
  offeredActions,
} from './handover-actions.ts';
import { DisputeDialog, MissDialog, ReleaseDialog, StopWaitingDialog } from './HandoverDialogs.tsx';
import { PickupCodeForm } from './PickupCodeForm.tsx';
import { useHandoverActions } from './use-handover-actions.ts';

type OpenDialog = Exclude<ButtonAction, 'say_coming' | 'say_on_my_way' | 'confirm'>;

/** The reason that the pressed button named; null if it named none. */
function initialReason(handover: Handover, nowMs: number): ReleaseReason | null {
  const isGiver = handover.side === 'giver';
  if (answersRequest(handover)) return isGiver ? 'cannot_make_it' : null;
  if (handoverPhase(handover, nowMs) !== 'after') return null;
  return isGiver ? 'cannot_hand_over' : 'cannot_come';
}

type Props = {
  readonly handover: Handover;
  /** Shows only the awaited action, where space is short. */
  readonly isBrief?: boolean;
  /** How the giver shows where to pick up. */
  readonly renderReveal?: (isPrimary: boolean) => ReactNode;
};

/** What this side may do with a handover now. At most one action is primary, and each says what happens after it. */
export function HandoverActions({ handover, isBrief = false, renderReveal }: Props) {
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, handoverSentence(handover, nowMs));
  const { primary, others, folded } = (isBrief ? briefActions : offeredActions)(handover, nowMs);
  const question = primary || !isBrief ? handoverQuestion(handover, nowMs) : null;
  const isLocked = handover.status === 'open' && handover.side === 'giver' && handover.codeLocked;
  const dialogProps = { handover, actions, onClose: () => setDialog(null), elseFocus: container };

  const renderAction = (action: OfferedAction, isPrimary = false) => {
    if (action === 'reveal_address') return <div key={action}>{renderReveal?.(isPrimary)}</div>;
    if (action === 'complete_by_code')
      return <CodeForm key={action} handover={handover} isPrimary={isPrimary} />;
    return (
      <ActionButton
        key={action}
        {...actionLabels(action, handover, nowMs)}
        variant={isPrimary ? 'primary' : handover.status === 'completed' ? 'quiet' : 'secondary'}
        busy={actions.running === action}
        onPress={() => {
          actions.reset();
          if (action === 'say_coming' || action === 'say_on_my_way' || action === 'confirm')
            actions.run({ kind: action });
          else setDialog(action);
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
      {dialog === null && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
      {others.map((action) => renderAction(action))}
      {isLocked && !isBrief && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. You can both confirm it instead.
          </Trans>
        </p>
      )}
      {!isBrief &&
        upcomingSentences(handover, nowMs).map((sentence) => (
          <p key={sentence} className="text-sm text-muted">
            {sentence}
          </p>
        ))}
      {folded.length > 0 && (
        <details className="group/folded">
          <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open/folded:rotate-90 rtl:-scale-x-100 rtl:group-open/folded:-rotate-90"
            />
            {foldedActionsLabel(handover, folded, nowMs)}
          </summary>
          <div className="flex flex-col gap-4 pt-2 pb-1">{folded.map((action) => renderAction(action))}</div>
        </details>
      )}
      {dialog === 'release' && (
        <ReleaseDialog {...dialogProps} initialReason={initialReason(handover, nowMs)} />
      )}
      {dialog === 'stop_waiting' && <StopWaitingDialog {...dialogProps} />}
      {(dialog === 'report_no_show' || dialog === 'report_no_food') && (
        <MissDialog {...dialogProps} kind={dialog} />
      )}
      {dialog === 'dispute' && <DisputeDialog {...dialogProps} />}
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

type CodeFormProps = {
  readonly handover: Handover;
  /** Whether it is the most likely action now. */
  readonly isPrimary: boolean;
};

/** The giver enters the code of the receiver's ticket. */
function CodeForm({ handover, isPrimary }: CodeFormProps) {
  const { run, running, error, reset } = useHandoverActions(handover);
  return (
    <PickupCodeForm
      name={handover.receiver.displayName}
      isPrimary={isPrimary}
      busy={running !== null}
      error={error}
      onSubmit={(code) => run({ kind: 'complete_by_code', code })}
      onChange={reset}
    />
  );
}
