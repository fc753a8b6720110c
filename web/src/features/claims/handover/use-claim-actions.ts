import {
  type Claim,
  completeClaim,
  confirmComing,
  disputeClaim,
  releaseClaim,
  reportNoShow,
  revealAddress,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/claims/claim-states.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cacheClaim, invalidateClaimData } from '../claims.queries.ts';
import { actionDoneNotice } from './action-labels.ts';
import { useActions } from './use-actions.ts';

/** "There was no food" is a release with the reason `no_food`. */
type ActionInput =
  | { readonly kind: 'say_coming' | 'confirm' | 'share_place' | 'report_no_show' }
  | { readonly kind: 'complete_by_code'; readonly code: string }
  | { readonly kind: 'release'; readonly reason: ReleaseReason }
  | { readonly kind: 'dispute'; readonly details: string };

function perform(claim: Claim, action: ActionInput): Promise<Claim> {
  const params = { id: claim.id };
  switch (action.kind) {
    case 'say_coming':
      return call(confirmComing, { params });
    case 'confirm':
      return call(completeClaim, { params });
    case 'complete_by_code':
      return call(completeClaim, { params, body: { code: action.code } });
    case 'share_place':
      return call(revealAddress, { params: { id: claim.conversationId } });
    case 'report_no_show':
      return call(reportNoShow, { params });
    case 'release':
      return call(releaseClaim, { params, body: { reason: action.reason } });
    case 'dispute':
      return call(disputeClaim, { params, body: { details: action.details } });
    default:
      return action satisfies never;
  }
}

export type ClaimActions = ReturnType<typeof useClaimActions>;

/** The actions of a claim, as `useActions` performs them. */
export function useClaimActions(claim: Claim) {
  const queryClient = useQueryClient();
  return useActions<ActionInput, Claim>({
    mutationKey: ['claim-action', claim.id],
    perform: (action) => perform(claim, action),
    cache: (changed) => cacheClaim(queryClient, changed),
    invalidate: () => invalidateClaimData(queryClient),
    doneNotice: (action, changed) => actionDoneNotice(action.kind, changed),
  });
}
