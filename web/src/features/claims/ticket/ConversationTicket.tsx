import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { Footprints, KeyRound } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { HandoverActions } from '#web/features/handovers/actions/HandoverActions.tsx';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { AgreedTime } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import {
  type ConversationStage,
  conversationStage,
  type StageButton,
} from '#web/features/handovers/conversation/conversation-stage.ts';
import { CodeButton } from '#web/features/handovers/code/CodeButton.tsx';
import { openStage } from '#web/features/handovers/code/handover-stage.ts';
import { HandoverMoment } from '#web/features/handovers/moment/HandoverMoment.tsx';
import { useNotedWhileOpen } from '#web/features/handovers/moment/moments.ts';
import { OnMyWayMessage } from '#web/features/messaging/conversation/OnMyWayMessage.tsx';
import { formatServings } from '#web/lib/format.ts';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyAddress, DirectionsLink, MapsHint, shownPoint } from './AddressActions.tsx';
import { handoverOf, RevealAddress } from './PickupAddress.tsx';
import { ticketDetail, ticketHeadline } from './ticket-lines.ts';
import { TicketMenu, type TicketSheet, TicketSheets, useTicketSheet } from './TicketMenu.tsx';

type Props = { readonly claim: Claim; readonly meId: string };

/**
 * A claim above the messages about it: one line with time, place and code, and what is next. All else is in a menu.
 */
export function ConversationTicket({ claim, meId }: Props) {
  const nowMs = useNow();
  const handover = handoverOf(claim);
  const panel = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useTicketSheet();
  useNotedWhileOpen(handover);
  const point = shownPoint(claim);
  const stage = conversationStage(handover, point !== null, nowMs);
  const headline = ticketHeadline(claim, nowMs);
  const detail = ticketDetail(claim, handover, nowMs);
  // a pressed button disappears with what it answered
  const isAsked = `${String(stage.question)} ${stage.buttons.join(' ')} ${handover.status}`;
  const focusRecovery = useFocusRecovery(panel, isAsked);
  const isNeutral = handover.status !== 'open' && handover.status !== 'completed';
  const hasNext =
    stage.question !== null || stage.buttons.length > 0 || (point !== null && handover.status === 'open');
  const menu = <TicketMenu claim={claim} stage={stage} onOpen={setSheet} />;
  return (
    <div ref={panel} tabIndex={-1} {...focusRecovery} className="outline-none">
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5',
          isNeutral ? 'bg-sunken text-ink' : 'bg-brand-soft text-brand-soft-ink',
        )}
      >
        <div className="min-w-0 flex-[1_1_9rem]">
          <p className="font-semibold wrap-anywhere first-letter:uppercase">{headline}</p>
          {detail !== null && (
            <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
              {detail}
            </p>
          )}
        </div>
        <CodeButton handover={handover} amount={formatServings(claim.servings)} />
        {!hasNext && menu}
      </div>
      {hasNext && (
        <div className="flex flex-col gap-1 border-y border-line px-4 py-2">
          <div className="flex flex-wrap items-start gap-2">
            <div className="flex min-w-0 flex-[1_1_12rem] flex-wrap items-start gap-1.5 max-sm:[&_.edge]:px-2.5">
              {stage.question === null ? (
                <StageButtons claim={claim} stage={stage} meId={meId} onOpen={setSheet} />
              ) : (
                <Question claim={claim} question={stage.question} />
              )}
            </div>
            {menu}
          </div>
          {point !== null && stage.question === null && handover.status === 'open' && <MapsHint />}
        </div>
      )}
      {handover.status === 'completed' && (
        <div className="border-b border-line px-4 py-3 has-[>:empty]:hidden">
          <HandoverMoment handover={handover} />
        </div>
      )}
      {sheet !== null && (
        <TicketSheets claim={claim} sheet={sheet} elseFocus={panel} onClose={() => setSheet(null)} />
      )}
    </div>
  );
}

/** What somebody has to answer. */
function Question({
  claim,
  question,
}: {
  readonly claim: Claim;
  readonly question: NonNullable<ConversationStage['question']>;
}) {
  const handover = handoverOf(claim);
  return (
    <div className="min-w-0 flex-1">
      {question === 'time' ? (
        <AgreedTime handover={handover} isBrief />
      ) : (
        <HandoverActions handover={handover} isBrief />
      )}
    </div>
  );
}

type StageProps = {
  readonly claim: Claim;
  readonly stage: ConversationStage;
  readonly meId: string;
  readonly onOpen: (sheet: TicketSheet) => void;
};

/** The next actions: the first of them is the most likely one. */
function StageButtons({ claim, stage, meId, onOpen }: StageProps) {
  const handover = handoverOf(claim);
  const actions = useHandoverActions(handover);
  const point = handover.status === 'open' ? shownPoint(claim) : null;
  const renderButton = (button: StageButton, isFirst: boolean): ReactNode => {
    const variant = isFirst ? 'primary' : 'secondary';
    switch (button) {
      case 'reveal_address':
        return <RevealAddress claim={claim} isPrimary isBrief />;
      case 'complete_by_code':
        return (
          <Button
            variant={variant}
            className="flex-auto"
            onClick={() => openStage({ kind: 'enter', handover, amount: formatServings(claim.servings) })}
          >
            <KeyRound aria-hidden="true" className="size-5 shrink-0" />
            <Trans>Enter code</Trans>
          </Button>
        );
      case 'say_on_my_way':
        return (
          <Button
            variant={variant}
            className="flex-auto"
            busy={actions.running === 'say_on_my_way'}
            onClick={() => actions.run({ kind: 'say_on_my_way' })}
          >
            <Footprints aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
            <Trans>On my way</Trans>
          </Button>
        );
      case 'tell_on_my_way':
        return <OnMyWayMessage conversationId={claim.conversationId} meId={meId} />;
      case 'plan_time':
        return (
          <Button variant="secondary" className="flex-auto" onClick={() => onOpen('time')}>
            <Trans>Plan a time</Trans>
          </Button>
        );
      default:
        return button satisfies never;
    }
  };
  return (
    <>
      {point !== null && <DirectionsLink point={point} variant="primary" />}
      {stage.buttons.map((button, index) => (
        <div key={button} className="flex max-w-full flex-auto empty:hidden">
          {renderButton(button, point === null && index === 0)}
        </div>
      ))}
      {point !== null && <CopyAddress address={claim.listing.pickupLocation} />}
      <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
    </>
  );
}
