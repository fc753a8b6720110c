import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { RequestDesk } from './RequestDesk.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** An earlier request that is asked once more; null for a new one. */
  readonly again?: EmergencyRequest | null;
  readonly onAsked?: (request: EmergencyRequest) => void;
};

/**
 * Asking the community for food. It closes without a question: what is written is kept, and is there when it is
 * opened again.
 */
export function RequestDialog({ open, onOpenChange, again = null, onAsked }: Props) {
  const me = useMe();
  const setting = useCommunity();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={<Trans>Emergency Food Request</Trans>}
      description={<Trans>Donors near you are told at once. You need not explain or prove anything.</Trans>}
    >
      {setting ? (
        <RequestDesk
          key={again?.id ?? 'new'}
          user={me}
          setting={setting}
          again={again}
          onAsked={(request) => {
            onOpenChange(false);
            onAsked?.(request);
          }}
          onLeave={() => onOpenChange(false)}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </Dialog>
  );
}
