import { useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CalendarClock, Ellipsis, Info } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { nameInSentence } from '#web/features/accounts/name-in-sentence.ts';
import { actionLabels } from '#web/features/handovers/actions/action-labels.ts';
import type { OfferedAction } from '#web/features/handovers/actions/handover-actions.ts';
import { type AskedAction, HandoverDialog } from '#web/features/handovers/actions/HandoverDialogs.tsx';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { openStage } from '#web/features/handovers/code/handover-stage.ts';
import type { ConversationStage } from '#web/features/handovers/conversation/conversation-stage.ts';
import { formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { handoverOf } from './PickupAddress.tsx';

const TicketDetails = lazy(async () => ({ default: (await import('./TicketDetails.tsx')).TicketDetails }));
const TimeDialog = lazy(async () => ({ default: (await import('./TicketDetails.tsx')).TimeDialog }));

/** What a ticket opens over the conversation. */
export type TicketSheet = 'details' | 'time' | AskedAction;

type MenuProps = {
  readonly claim: Claim;
  readonly stage: ConversationStage;
  readonly onOpen: (sheet: TicketSheet) => void;
};

/** All that is not on the stage: the ticket's details, another time, and what can go wrong. */
export function TicketMenu({ claim, stage, onOpen }: MenuProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const handover = handoverOf(claim);
  const actions = useHandoverActions(handover);
  const name = nameInSentence(handover.receiver.displayName);
  const itemOf = (action: OfferedAction): MenuItem => {
    // its dialog says first who will see it
    if (action === 'reveal_address') return { label: t`Share my address`, onSelect: () => onOpen('details') };
    if (action === 'complete_by_code')
      return {
        label: t`Enter ${name}'s code`,
        onSelect: () => openStage({ kind: 'enter', handover, amount: formatServings(claim.servings) }),
      };
    const { label } = actionLabels(action, handover, nowMs);
    if (action === 'say_coming' || action === 'say_on_my_way' || action === 'confirm')
      return { label, onSelect: () => actions.run({ kind: action }) };
    return { label, onSelect: () => onOpen(action) };
  };
  const hasTime = handover.agreedTime !== null || handover.proposal !== null;
  return (
    <Menu
      trigger={
        <IconButton
          label={t`More about this pickup`}
          icon={<Ellipsis aria-hidden="true" />}
          className="border border-control bg-surface"
        />
      }
      items={[
        {
          label: t`Pickup details`,
          icon: <Info aria-hidden="true" />,
          onSelect: () => onOpen('details'),
        },
        ...(stage.mayPlanTime && !stage.buttons.includes('plan_time')
          ? [
              {
                label: hasTime ? t`Change the time` : t`Plan a time`,
                icon: <CalendarClock aria-hidden="true" />,
                onSelect: () => onOpen('time'),
              },
            ]
          : []),
        ...stage.more.map(itemOf),
      ]}
    />
  );
}

type SheetProps = {
  readonly claim: Claim;
  readonly sheet: TicketSheet;
  readonly elseFocus: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

/** The open sheet of a ticket. */
export function TicketSheets({ claim, sheet, elseFocus, onClose }: SheetProps) {
  const handover = handoverOf(claim);
  const actions = useHandoverActions(handover);
  if (sheet === 'details' || sheet === 'time')
    return (
      <Suspense fallback={null}>
        {sheet === 'time' ? (
          <TimeDialog claim={claim} onClose={onClose} />
        ) : (
          <TicketDetails claim={claim} onClose={onClose} />
        )}
      </Suspense>
    );
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

/** Opens one sheet at a time. */
export const useTicketSheet = () => useState<TicketSheet | null>(null);
