import { useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Ellipsis } from 'lucide-react';
import { openCodeOverlay } from '#web/features/handovers/code/CodeButton.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { actionLabels, enterCodeLabel } from '../../handovers/actions/action-labels.ts';
import type { AskedAction } from '../../handovers/actions/HandoverDialogs.tsx';
import { isPickup, mayTellName, type OfferedAction } from '../../handovers/actions/handover-actions.ts';
import { useHandoverActions } from '../../handovers/actions/use-handover-actions.ts';
import type { NextActions } from './next-actions.ts';

export type PanelSheet = 'details' | 'time' | AskedAction;

type Props = {
  readonly handover: Handover;
  readonly amount: string | null;
  readonly next: NextActions;
  readonly extraItems: readonly MenuItem[];
  readonly onOpen: (sheet: PanelSheet) => void;
};

export function PanelMenu({ handover, amount, next, extraItems, onOpen }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const actions = useHandoverActions(handover, { isErrorShown: false });
  const itemOf = (action: OfferedAction): MenuItem => {
    // its dialog says first who will see it
    if (action === 'reveal_address') return { label: t`Share my address`, onSelect: () => onOpen('details') };
    if (action === 'complete_by_code')
      return {
        label: enterCodeLabel(handover),
        onSelect: () => openCodeOverlay({ kind: 'enter', handover, amount }),
      };
    const { label } = actionLabels(action, handover, nowMs);
    if (action === 'say_coming' || action === 'say_on_my_way' || action === 'confirm')
      return { label, onSelect: () => actions.run({ kind: action }) };
    return { label, onSelect: () => onOpen(action) };
  };
  const hasTime = handover.agreedTime !== null || handover.proposal !== null;
  const mayPlan = next.mayPlanTime && !next.buttons.includes('plan_time');
  return (
    <Menu
      trigger={
        <IconButton
          label={isPickup(handover) ? t`More about this pickup` : t`More about this match`}
          icon={<Ellipsis />}
          className="border border-control bg-surface"
        />
      }
      items={[
        {
          label: isPickup(handover) ? t`Pickup details` : t`Details`,
          onSelect: () => onOpen('details'),
        },
        ...(mayPlan
          ? [
              {
                label: hasTime ? t`Change the time` : t`Plan a time`,
                onSelect: () => onOpen('time'),
              },
            ]
          : []),
        ...next.more.map(itemOf),
        ...(mayTellName(handover)
          ? [
              {
                label: t`Tell ${{ name: handover.giver.displayName }} my name`,
                onSelect: () => onOpen('tell_name'),
              },
            ]
          : []),
        ...extraItems,
      ]}
    />
  );
}
