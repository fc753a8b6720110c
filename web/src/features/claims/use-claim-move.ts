import {
  type Claim,
  completeClaim,
  releaseClaim,
  sharePlace,
} from '@openlarder/domain/claims/claim-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { keepClaim, refreshAround } from './claims.queries.ts';

type Move =
  | { readonly kind: 'release' | 'confirm' | 'share_place' }
  | { readonly kind: 'complete_by_code'; readonly code: string };

function make(claim: Claim, move: Move): Promise<Claim> {
  const params = { id: claim.id };
  if (move.kind === 'release') return call(releaseClaim, { params });
  if (move.kind === 'share_place') return call(sharePlace, { params: { id: claim.conversationId } });
  return call(completeClaim, {
    params,
    ...(move.kind === 'complete_by_code' && { body: { code: move.code } }),
  });
}

/** Makes a move of a claim and shows its outcome wherever the claim is on screen. */
export function useClaimMove(claim: Claim) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => make(claim, move),
    onSuccess: (changed) => {
      keepClaim(queryClient, changed);
      refreshAround(queryClient);
    },
    onError: (error) => {
      if (toldUnauthorized(error)) return;
      // The other side may have moved first, or a try was counted: show where it stands now.
      refreshAround(queryClient);
    },
  });
}
