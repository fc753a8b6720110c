import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { HandoverActions } from '../../handovers/actions/HandoverActions.tsx';
import { HandoverDialog } from '../../handovers/actions/HandoverDialogs.tsx';
import { useHandoverActions } from '../../handovers/actions/use-handover-actions.ts';
import { AgreedTime, proposalSentence } from '../../handovers/agreed-time/AgreedTime.tsx';
import { CodeButton } from '../../handovers/code/CodeButton.tsx';
import { missedHours } from '../../handovers/handover-labels.ts';
import { HandoverCompletion } from '../../handovers/completion/HandoverCompletion.tsx';
import { useMarkSeenOpen } from '../../handovers/completion/completion-moment.ts';
import type { NextActions } from './next-actions.ts';
import { PanelMenu, type PanelSheet } from './PanelMenu.tsx';
import { Trans } from '@lingui/react/macro';
import { Dialog } from '#web/ui/Dialog.tsx';
import { isPickup, otherParty } from '#web/features/handovers/actions/handover-actions.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  readonly handover: Handover;
  /** How much it is, in words; null where no servings are counted. */
  readonly amount: string | null;
  readonly next: NextActions;
  readonly headline: ReactNode;
  /** Where to go, or whom it is for; null for nothing. */
  readonly detail: ReactNode;
  /** What must stay in sight below it, such as what someone cannot eat; null for nothing. */
  readonly note?: ReactNode;
  /** The buttons of the next actions; `open` opens what they need over the conversation. */
  readonly renderButtons: (open: (sheet: PanelSheet) => void) => ReactNode;
  readonly below?: ReactNode;
  /** Changes with the buttons that `below` has, after which the focus of a removed one moves to the panel. */
  readonly belowKey?: string;
  readonly extraItems?: readonly MenuItem[];
  readonly renderDetails: (onClose: () => void) => ReactNode;
};

/**
 * A handover above the messages about it: one line with time, place and code, and what is next. All else is in a menu.
 */
export function ConversationPanel(props: Props) {
  const { handover, amount, next, headline, detail, note = null, below = null, belowKey = '' } = props;
  const nowMs = useNow();
  const panel = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<PanelSheet | null>(null);
  useMarkSeenOpen(handover);
  // a pressed button disappears with what it answered
  const isAsked = `${String(next.question)} ${next.buttons.join(' ')} ${handover.status} ${belowKey}`;
  const focusRecovery = useFocusRecovery(panel, isAsked);
  const isOpen = handover.status === 'open';
  // what is proposed comes before what the listing says
  const proposed = handover.agreedTime === null ? proposalSentence(handover, nowMs) : null;
  const hours =
    proposed !== null && handover.proposal
      ? missedHours(handover, Date.parse(handover.proposal.time), nowMs)
      : null;
  const isNeutral = handover.status !== 'open' && handover.status !== 'completed';
  const buttons = next.question === null ? props.renderButtons(setSheet) : null;
  const menu = (
    <PanelMenu
      handover={handover}
      amount={amount}
      next={next}
      extraItems={props.extraItems ?? []}
      onOpen={setSheet}
    />
  );
  return (
    <div ref={panel} tabIndex={-1} {...focusRecovery} className="outline-none">
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 low:gap-y-0 low:py-0.5',
          isNeutral ? 'bg-sunken text-ink' : 'bg-brand-soft text-brand-soft-ink',
        )}
      >
        <div className="min-w-0 flex-[1_1_9rem]">
          <p className="font-semibold wrap-anywhere first-letter:uppercase">{proposed ?? headline}</p>
          {hours !== null && (
            <p className="text-sm wrap-anywhere">
              <Trans>Pickup hours: {hours}</Trans>
            </p>
          )}
          {detail !== null && (
            <p
              dir="auto"
              className={classNames(
                'line-clamp-3 text-sm wrap-anywhere low:line-clamp-1',
                // at large text the code and the next step need its line; the details have it
                handover.code !== null && '@max-[18rem]:hidden!',
              )}
            >
              {detail}
            </p>
          )}
          {note !== null && (
            <p className="line-clamp-3 text-sm font-medium wrap-anywhere low:line-clamp-1">{note}</p>
          )}
        </div>
        <CodeButton handover={handover} amount={amount} />
        {!isOpen && menu}
      </div>
      {isOpen && (
        <div className="flex flex-col gap-1 border-y border-line px-4 py-1.5 low:py-0.5 @max-[18rem]:px-2.5">
          <div className="flex flex-wrap items-start justify-between gap-2">
            {/* on a wide screen a button is not as long as the conversation */}
            <div className="flex min-w-0 flex-[1_1_min(12rem,60%)] flex-wrap items-start gap-1.5 @2xl:max-w-120 max-sm:[&_.edge]:px-2.5 @max-[18rem]:[&_.edge]:text-sm">
              {next.question !== null && (
                <Question handover={handover} question={next.question} onOther={() => setSheet('time')} />
              )}
              {buttons}
              {next.question === null && buttons === null && (
                <Button variant="secondary" className="flex-auto" onClick={() => setSheet('details')}>
                  {isPickup(handover) ? <Trans>Pickup details</Trans> : <Trans>Details</Trans>}
                </Button>
              )}
            </div>
            {menu}
          </div>
          {below}
        </div>
      )}
      {handover.status === 'completed' && (
        <div
          data-completion=""
          className="border-b border-line px-4 py-3 [&:not(:has(button,output,p))]:hidden"
        >
          <HandoverCompletion handover={handover} />
        </div>
      )}
      {sheet !== null && (
        <Sheet
          handover={handover}
          sheet={sheet}
          renderDetails={props.renderDetails}
          elseFocus={panel}
          onClose={() => setSheet(null)}
        />
      )}
    </div>
  );
}

type QuestionProps = {
  readonly handover: Handover;
  readonly question: NonNullable<NextActions['question']>;
  readonly onOther: () => void;
};

const Question = ({ handover, question, onOther }: QuestionProps) => (
  <div className="min-w-0 flex-1">
    {question === 'time' ? (
      <AgreedTime handover={handover} onOther={onOther} />
    ) : (
      <HandoverActions handover={handover} isBrief />
    )}
  </div>
);

type SheetProps = Pick<Props, 'handover' | 'renderDetails'> & {
  readonly sheet: PanelSheet;
  readonly elseFocus: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

function Sheet({ handover, sheet, renderDetails, elseFocus, onClose }: SheetProps) {
  const actions = useHandoverActions(handover);
  // it may end while the choice is open
  if (sheet === 'time')
    return handover.status === 'open' ? <TimeDialog handover={handover} onClose={onClose} /> : null;
  if (sheet === 'details') return <Suspense fallback={null}>{renderDetails(onClose)}</Suspense>;
  return (
    <HandoverDialog
      kind={sheet}
      handover={handover}
      actions={actions}
      onClose={onClose}
      elseFocus={elseFocus}
    />
  );
}

type TimeDialogProps = { readonly handover: Handover; readonly onClose: () => void };

/** Proposes or changes the time to meet. Closes by itself once one is proposed. */
function TimeDialog({ handover, onClose }: TimeDialogProps) {
  const name = otherParty(handover).displayName;
  return (
    <Dialog
      size="small"
      title={<Trans>When works for you?</Trans>}
      description={<Trans>{name} can say yes or suggest another time.</Trans>}
      onOpenChange={onClose}
    >
      <AgreedTime handover={handover} startsChoosing onProposed={onClose} />
    </Dialog>
  );
}
