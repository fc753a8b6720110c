import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { openCodeOverlay } from '../code/CodeButton.tsx';
import { HandoverNotes } from '../HandoverNotes.tsx';
import { handoverQuestion, handoverSentence } from '../handover-labels.ts';
import { HandoverCompletion } from '../completion/HandoverCompletion.tsx';
import { TakenServings, useTakenServings } from '../completion/TakenServings.tsx';
import { useMarkSeenOpen } from '../completion/completion-moment.ts';
import { ProblemMenu } from '../problems/ProblemMenu.tsx';
import { actionLabels, enterCodeLabel, foldedActionsLabel } from './action-labels.ts';
import { ActionError } from './ActionDialog.tsx';
import { briefActions, type OfferedAction, offeredActions } from './handover-actions.ts';
import { type AskedAction, HandoverDialog } from './HandoverDialogs.tsx';
import { useHandoverActions } from './use-handover-actions.ts';

type Props = {
  readonly handover: Handover;
  /** Shows only the awaited action, where space is short. */
  readonly isBrief?: boolean;
  readonly amount?: string | null;
  /** How the giver shows where to pick up. */
  readonly renderReveal?: (isPrimary: boolean) => ReactNode;
};

/** What this side may do with a handover now. At most one action is primary, and each says what happens after it. */
export function HandoverActions({ handover, isBrief = false, amount = null, renderReveal }: Props) {
  const nowMs = useNow();
  useMarkSeenOpen(handover);
  const actions = useHandoverActions(handover);
  const taken = useTakenServings(handover, actions.reset);
  const [dialog, setDialog] = useState<AskedAction | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, handoverSentence(handover, nowMs));
  const { primary, others, folded } = (isBrief ? briefActions : offeredActions)(handover, nowMs);
  const question = primary || !isBrief ? handoverQuestion(handover, nowMs) : null;
  const dialogProps = { handover, actions, onClose: () => setDialog(null), elseFocus: container };

  const renderAction = (action: OfferedAction, isPrimary = false) => {
    if (action === 'reveal_address') return <div key={action}>{renderReveal?.(isPrimary)}</div>;
    if (action === 'complete_by_code')
      return <EnterCodeButton key={action} handover={handover} isPrimary={isPrimary} amount={amount} />;
    const button = (
      <ActionButton
        key={action}
        {...actionLabels(action, handover, nowMs)}
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={actions.running === action}
        onPress={() => {
          actions.reset();
          if (action === 'confirm') actions.run({ kind: action, ...taken.said });
          else if (action === 'say_coming' || action === 'say_on_my_way') actions.run({ kind: action });
          else setDialog(action);
        }}
      />
    );
    if (action !== 'confirm') return button;
    return (
      <div key={action} className="flex flex-col gap-2">
        <TakenServings handover={handover} taken={taken} />
        {button}
      </div>
    );
  };

  if (handover.status === 'completed')
    return (
      <div ref={container} tabIndex={-1} {...focusRecovery} className="outline-none empty:hidden">
        {!isBrief && <HandedOver handover={handover} />}
      </div>
    );
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
      {!isBrief && <HandoverNotes handover={handover} nowMs={nowMs} />}
      {folded.length > 0 && (
        <FoldedActions label={foldedActionsLabel(handover, folded, nowMs)}>
          {folded.map((action) => renderAction(action))}
        </FoldedActions>
      )}
      {dialog !== null && <HandoverDialog {...dialogProps} kind={dialog} />}
    </div>
  );
}

type FoldedProps = { readonly label: string; readonly children: ReactNode };

/** What changes or ends something, behind one quiet line. */
export const FoldedActions = ({ label, children }: FoldedProps) => (
  <details className="group/folded">
    <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
      <ChevronRight className="size-5 shrink-0 transition-transform duration-150 group-open/folded:rotate-90 rtl:-scale-x-100 rtl:group-open/folded:-rotate-90" />
      {label}
    </summary>
    <div className="flex flex-col gap-4 pt-2 pb-1">{children}</div>
  </details>
);

/** After the handover: its moment and the thanks; what to do if something is wrong is one quiet entry. */
function HandedOver({ handover }: { readonly handover: Handover }) {
  return (
    <div className="flex flex-col gap-2">
      <HandoverCompletion handover={handover} />
      <ProblemMenu handover={handover} className="-ms-4 text-muted" />
    </div>
  );
}

type ActionButtonProps = {
  readonly label: string;
  readonly consequence: string;
  readonly variant: 'primary' | 'secondary';
  readonly busy: boolean;
  readonly onPress: () => void;
};

/** An action, and beside it (below it on phones) what happens after it. */
function ActionButton({ label, consequence, variant, busy, onPress }: ActionButtonProps) {
  const sentenceId = useId();
  return (
    <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[13.5rem_1fr] sm:items-center">
      <Button variant={variant} wide busy={busy} aria-describedby={sentenceId} onClick={onPress}>
        {label}
      </Button>
      <p id={sentenceId} className="text-sm text-muted">
        {consequence}
      </p>
    </div>
  );
}

type EnterCodeButtonProps = {
  readonly handover: Handover;
  readonly isPrimary: boolean;
  readonly amount?: string | null;
};

/** The giver's way to finish: keys for the four digits of the receiver's ticket. */
export function EnterCodeButton({ handover, isPrimary, amount = null }: EnterCodeButtonProps) {
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      wide
      onClick={() => openCodeOverlay({ kind: 'enter', handover, amount })}
    >
      {enterCodeLabel(handover)}
    </Button>
  );
}
