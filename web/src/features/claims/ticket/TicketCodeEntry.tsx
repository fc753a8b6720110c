import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { PickupCodeForm } from '#web/features/handovers/actions/PickupCodeForm.tsx';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { TicketCode } from '#web/features/handovers/TicketCode.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** The receiver's code; nothing for the giver and after the end. */
export const ShownCode = ({ handover }: { readonly handover: Handover }) =>
  handover.code === null ? null : <TicketCode code={handover.code} />;

/** Where the giver enters the code of the receiver's ticket. */
export function CodeEntry({
  handover,
  onClose,
}: {
  readonly handover: Handover;
  readonly onClose: () => void;
}) {
  const { run, running, error, reset } = useHandoverActions(handover);
  const name = handover.receiver.displayName;
  return (
    <Dialog
      open
      size="small"
      title={<Trans>Enter {name}'s code</Trans>}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <PickupCodeForm
        name={name}
        isPrimary
        busy={running !== null}
        error={error}
        onSubmit={(code) => run({ kind: 'complete_by_code', code }, onClose)}
        onChange={reset}
      />
    </Dialog>
  );
}
