import {
  acceptTime,
  completeHandover,
  confirmComing,
  disputeHandover,
  type Handover,
  proposeTime,
  releaseHandover,
  reportNoShow,
  revealAddress,
  sayOnMyWay,
} from '@openlarder/domain/handovers/handover-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cacheHandover } from '../handover-cache.ts';
import { actionDoneNotice } from './action-labels.ts';
import { useActions } from './use-actions.ts';

/** "The food wasn't there" and "Stop waiting" are releases with a reason of their own. */
export type ActionInput =
  | {
      readonly kind:
        | 'say_coming'
        | 'say_on_my_way'
        | 'confirm'
        | 'reveal_address'
        | 'report_no_show'
        | 'report_no_food'
        | 'stop_waiting';
    }
  | { readonly kind: 'propose_time' | 'accept_time'; readonly time: string }
  | { readonly kind: 'complete_by_code'; readonly code: string }
  | { readonly kind: 'release'; readonly reason: ReleaseReason }
  | { readonly kind: 'dispute'; readonly details: string };

function perform({ id, conversationId }: Handover, action: ActionInput): Promise<Handover> {
  const params = { id };
  switch (action.kind) {
    case 'say_coming':
      return call(confirmComing, { params });
    case 'say_on_my_way':
      return call(sayOnMyWay, { params });
    case 'propose_time':
      return call(proposeTime, { params, body: { time: action.time } });
    case 'accept_time':
      return call(acceptTime, { params, body: { time: action.time } });
    case 'confirm':
      return call(completeHandover, { params });
    case 'complete_by_code':
      return call(completeHandover, { params, body: { code: action.code } });
    case 'reveal_address':
      return call(revealAddress, { params: { id: conversationId } });
    case 'report_no_show':
      return call(reportNoShow, { params });
    case 'report_no_food':
      return call(releaseHandover, { params, body: { reason: 'no_food' } });
    case 'stop_waiting':
      return call(releaseHandover, { params, body: { reason: 'stopped_waiting' } });
    case 'release':
      return call(releaseHandover, { params, body: { reason: action.reason } });
    case 'dispute':
      return call(disputeHandover, { params, body: { details: action.details } });
    default:
      return action satisfies never;
  }
}

export type HandoverActions = ReturnType<typeof useHandoverActions>;

/** The actions of a handover, as `useActions` performs them. */
export function useHandoverActions(handover: Handover) {
  const queryClient = useQueryClient();
  return useActions<ActionInput, Handover>({
    mutationKey: ['handover-action', handover.id],
    perform: (action) => perform(handover, action),
    cache: (changed) => cacheHandover(queryClient, changed),
    doneNotice: (action, changed) => actionDoneNotice(action.kind, changed, Date.now()),
  });
}
