import {
  cancelRequest,
  type EmergencyRequest,
  fulfilRequest,
  releaseRequest,
  revealRequestAddress,
} from '@openlarder/domain/emergency/request-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useActions } from '#web/features/claims/handover/use-actions.ts';
import { call } from '#web/lib/call.ts';
import { cacheRequest, invalidateRequestData } from '../emergency.queries.ts';
import { actionDoneNotice } from '../request-labels.ts';
import type { ActionInput } from './request-actions.ts';

function perform(id: string, action: ActionInput): Promise<EmergencyRequest> {
  const params = { id };
  switch (action.kind) {
    case 'cancel':
      return call(cancelRequest, { params, body: { reason: action.reason } });
    case 'release':
      return call(releaseRequest, { params, body: { reason: action.reason } });
    case 'fulfil':
      return call(fulfilRequest, { params });
    case 'fulfil_by_code':
      return call(fulfilRequest, { params, body: { code: action.code } });
    case 'share_place':
      return call(revealRequestAddress, { params, body: { meetingPoint: action.meetingPoint } });
    default:
      return action satisfies never;
  }
}

export type RequestActions = ReturnType<typeof useRequestActions>;

/** The actions of a request for either side of its match, as `useActions` performs them. */
export function useRequestActions(request: Pick<EmergencyRequest, 'id'>) {
  const queryClient = useQueryClient();
  return useActions<ActionInput, EmergencyRequest>({
    mutationKey: ['request-action', request.id],
    perform: (action) => perform(request.id, action),
    cache: (changed) => cacheRequest(queryClient, changed),
    invalidate: () => invalidateRequestData(queryClient),
    doneNotice: actionDoneNotice,
  });
}
