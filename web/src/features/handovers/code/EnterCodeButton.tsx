import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { openStage } from './handover-stage.ts';

type Props = {
  readonly handover: Handover;
  /** Whether it is the most likely action now. */
  readonly isPrimary: boolean;
  /** How much it is, in words. */
  readonly amount?: string | null;
};

/** The giver's way to finish: opens the keys for the four digits of the receiver's ticket. Without a name if it is unknown. */
export function EnterCodeButton({ handover, isPrimary, amount = null }: Props) {
  const { receiver, emergencyRequestId } = handover;
  const name = receiver.displayName;
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      wide
      onClick={() => openStage({ kind: 'enter', handover, amount })}
    >
      {receiver.id === emergencyRequestId ? (
        <Trans>Enter their code</Trans>
      ) : (
        <Trans>Enter {name}'s code</Trans>
      )}
    </Button>
  );
}
