import { t } from '@lingui/core/macro';
import { cancelRequest, type EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { CANCEL_REASONS } from '@openlarder/domain/emergency/request-fields.ts';
import { type Handover, revealAddress } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { cacheHandover } from '#web/features/handovers/handover-cache.ts';
import { call } from '#web/lib/call.ts';
import { cacheRequest } from '../emergency.queries.ts';

export type RevealInput =
  | { readonly meetingPoint: string }
  | { readonly address: string; readonly latitude?: number; readonly longitude?: number };

export type CancelInput = { readonly kind: 'cancel'; readonly reason: (typeof CANCEL_REASONS)[number] };

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

export function useCancelRequest({ id }: Pick<EmergencyRequest, 'id'>) {
  const queryClient = useQueryClient();
  return useActions<CancelInput, EmergencyRequest>({
    mutationKey: keyOf(id),
    perform: ({ reason }) => call(cancelRequest, { params: { id }, body: { reason } }),
    cache: (changed) => cacheRequest(queryClient, changed),
    doneNotice: canceledNotice,
  });
}

export type RevealState = ReturnType<typeof useRevealAddress>;

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
