import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { cancelRequest, type EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { CANCEL_REASONS } from '@openlarder/domain/emergency/request-fields.ts';
import { type Handover, revealAddress } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  ActionDialog,
  type ActionDialogProps,
  ActionError,
} from '#web/features/handovers/actions/ActionDialog.tsx';
import { useActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { cacheHandover } from '#web/features/handovers/handover-cache.ts';
import { call } from '#web/lib/call.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { cacheRequest, requestLimitsQuery } from '../emergency.queries.ts';
import { allowedRequestActions } from './request-actions.ts';

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
        <>
          {name === undefined ? (
            <Trans>Donors won't see it anymore.</Trans>
          ) : (
            <Trans>We'll let {name} know, and hide your address again.</Trans>
          )}{' '}
          <AsksLeft />
        </>
      }
      confirmLabel={<Trans>Cancel request</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      actions={actions}
      kind="cancel"
      onConfirm={() => actions.run({ kind: 'cancel', reason: 'no_longer_needed' }, dialog.onClose)}
    />
  );
}

/** How often the person may still ask today, as a canceled request counts; else when they may again. */
function AsksLeft() {
  const nowMs = useNow();
  const limits = useQuery(requestLimitsQuery).data;
  if (!limits) return null;
  const left = limits.maxRequestsPerDay - limits.requestsInLastDay;
  if (left > 0)
    return <Plural value={left} one="You can ask once more today." other="You can ask # more times today." />;
  return limits.nextAt && <Trans>You can ask again {formatDayAtTime(limits.nextAt, nowMs)}.</Trans>;
}

export type RevealInput =
  | { readonly meetingPoint: string }
  | { readonly address: string; readonly latitude?: number; readonly longitude?: number };

type CancelInput = { readonly kind: 'cancel'; readonly reason: (typeof CANCEL_REASONS)[number] };

const canceledNotice = ({ reason }: CancelInput): { title: string; description?: string } =>
  reason === 'got_food'
    ? { title: t`Glad you have food`, description: t`We've closed your request.` }
    : { title: t`Your request is canceled` };

const revealedNotice = (revealed: RevealInput): { title: string } =>
  'address' in revealed
    ? { title: t`Your address is shared` }
    : { title: t`Your helper now knows where to meet` };

// one act of the requester at a time, wherever it is on screen
const keyOf = (requestId: string) => ['request-action', requestId] as const;

function useCancelRequest({ id }: Pick<EmergencyRequest, 'id'>) {
  const queryClient = useQueryClient();
  return useActions<CancelInput, EmergencyRequest>({
    mutationKey: keyOf(id),
    perform: ({ reason }) => call(cancelRequest, { params: { id }, body: { reason } }),
    cache: (changed) => cacheRequest(queryClient, changed),
    doneNotice: canceledNotice,
  });
}

export function useRevealAddress({ id, match }: Pick<EmergencyRequest, 'id' | 'match'>) {
  const queryClient = useQueryClient();
  return useActions<{ readonly kind: 'reveal_address'; readonly revealed: RevealInput }, Handover>({
    mutationKey: keyOf(id),
    perform: ({ revealed }) =>
      call(revealAddress, { params: { id: match?.conversationId ?? '' }, body: revealed }),
    cache: (changed) => cacheHandover(queryClient, changed),
    doneNotice: ({ revealed }) => revealedNotice(revealed),
  });
}
