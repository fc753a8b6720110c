import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { otherParty } from '../actions/handover-actions.ts';
import { AgreedTime } from './AgreedTime.tsx';

type Props = { readonly handover: Handover; readonly onClose: () => void };

/** Proposes or changes the time to meet. Closes by itself once one is proposed. */
export function TimeDialog({ handover, onClose }: Props) {
  const name = otherParty(handover).displayName;
  return (
    <Dialog
      open
      size="small"
      title={<Trans>When works for you?</Trans>}
      description={<Trans>{name} can say yes or suggest another time.</Trans>}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <AgreedTime handover={handover} startsChoosing onProposed={onClose} />
    </Dialog>
  );
}
