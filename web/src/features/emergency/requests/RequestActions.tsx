import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useRef, useState } from 'react';
import {
  ActionDialog,
  type ActionDialogProps,
  ActionError,
} from '#web/features/handovers/actions/ActionDialog.tsx';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { allowedRequestActions } from './request-actions.ts';
import { useCancelRequest } from './use-request-actions.ts';

export function RequestActions({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  const actions = useCancelRequest(request);
  const [isAsking, setAsking] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, request.status);
  const mayCancel = allowedRequestActions(request, nowMs).includes('cancel');
  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className="flex flex-col gap-3 outline-none empty:hidden"
    >
      {mayCancel && (
        <div className="flex flex-wrap gap-2">
          {request.status === 'pending' && (
            <Button
              variant="secondary"
              busy={actions.running !== null && !isAsking}
              onClick={() => {
                actions.reset();
                actions.run({ kind: 'cancel', reason: 'got_food' });
              }}
            >
              <Trans>I have food now</Trans>
            </Button>
          )}
          <Button
            variant="quiet"
            onClick={() => {
              actions.reset();
              setAsking(true);
            }}
          >
            <Trans>Cancel request</Trans>
          </Button>
        </div>
      )}
      {!isAsking && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
      {isAsking && (
        <CancelRequestDialog request={request} onClose={() => setAsking(false)} elseFocus={container} />
      )}
    </div>
  );
}

export function CancelRequestDialog({
  request,
  ...dialog
}: ActionDialogProps & { readonly request: EmergencyRequest }) {
  const actions = useCancelRequest(request);
  const name = request.match?.helper.displayName;
  return (
    <ActionDialog
      {...dialog}
      title={<Trans>Cancel your request?</Trans>}
      description={
        name === undefined ? (
          <Trans>Donors won't see it anymore. You can ask again.</Trans>
        ) : (
          <Trans>We'll let {name} know, and hide your address again. You can ask again.</Trans>
        )
      }
      confirmLabel={<Trans>Cancel request</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      actions={actions}
      kind="cancel"
      onConfirm={() => actions.run({ kind: 'cancel', reason: 'no_longer_needed' }, dialog.onClose)}
    />
  );
}
