import {
  cancelRequest,
  type EmergencyRequest,
  revealRequestAddress,
} from '@openlarder/domain/emergency/request-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { call } from '#web/lib/call.ts';
import { cacheRequest } from '../emergency.queries.ts';
import { actionDoneNotice } from '../request-labels.ts';
import type { ActionInput } from './request-actions.ts';

const perform = (id: string, action: ActionInput): Promise<EmergencyRequest> =>
  action.kind === 'cancel'
    ? call(cancelRequest, { params: { id }, body: { reason: action.reason } })
    : call(revealRequestAddress, { params: { id }, body: action.revealed });

export type RequestActionsState = ReturnType<typeof useRequestActions>;

/** The requester's own actions, as `useActions` performs them. */
export function useRequestActions(request: Pick<EmergencyRequest, 'id'>) {
  const queryClient = useQueryClient();
  return useActions<ActionInput, EmergencyRequest>({
    mutationKey: ['request-action', request.id],
    perform: (action) => perform(request.id, action),
    cache: (changed) => cacheRequest(queryClient, changed),
    doneNotice: actionDoneNotice,
  });
}
