import { t } from '@lingui/core/macro';
import {
  type Claim,
  completeClaim,
  disputeClaim,
  releaseClaim,
  reportNoShow,
  sayComing,
  sharePlace,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { HttpError, isUnauthorized, sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { keepClaim, refreshAround } from './claims.queries.ts';
import { doneWords } from './move-words.ts';

/** "There was no food" is a release with that reason. */
type MoveToMake =
  | { readonly kind: 'say_coming' | 'confirm' | 'share_place' | 'report_no_show' }
  | { readonly kind: 'complete_by_code'; readonly code: string }
  | { readonly kind: 'release'; readonly reason: ReleaseReason }
  | { readonly kind: 'dispute'; readonly details: string };

function make(claim: Claim, move: MoveToMake): Promise<Claim> {
  const params = { id: claim.id };
  switch (move.kind) {
    case 'say_coming':
      return call(sayComing, { params });
    case 'confirm':
      return call(completeClaim, { params });
    case 'complete_by_code':
      return call(completeClaim, { params, body: { code: move.code } });
    case 'share_place':
      return call(sharePlace, { params: { id: claim.conversationId } });
    case 'report_no_show':
      return call(reportNoShow, { params });
    case 'release':
      return call(releaseClaim, { params, body: { reason: move.reason } });
    case 'dispute':
      return call(disputeClaim, { params, body: { details: move.details } });
    default:
      return move satisfies never;
  }
}

const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/**
 * Makes one move of a claim at a time, wherever it is on screen, and says how it went. Where the other side was
 * faster (409) that is told in passing, for what is on screen changes with it; anything else is in `problem`, to be
 * shown beside what was pressed, and `retry` makes the same move again, which is harmless if it was made already.
 */
export function useClaimMove(claim: Claim) {
  const queryClient = useQueryClient();
  const mutationKey = ['claim-move', claim.id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (move: MoveToMake) => make(claim, move),
    onSuccess: (changed, move) => {
      keepClaim(queryClient, changed);
      refreshAround(queryClient);
      toast({ ...doneWords(move.kind, changed), tone: 'success' });
    },
    onError: (error) => {
      if (toldUnauthorized(error)) return;
      if (isConflict(error)) toast({ title: t`Something changed meanwhile`, description: sentenceOf(error) });
      // The other side may have moved first, or a try was counted: show where it stands now.
      refreshAround(queryClient);
    },
  });
  const isElsewhere =
    mutation.error !== null && (isConflict(mutation.error) || isUnauthorized(mutation.error));
  const move = (what: MoveToMake, onDone?: () => void) => {
    if (queryClient.isMutating({ mutationKey }) > 0) return;
    mutation.mutate(what, {
      onSuccess: () => onDone?.(),
      onError: (error) => {
        if (isConflict(error)) onDone?.();
      },
    });
  };
  return {
    move,
    /** The kind of move that is under way. */
    moving: mutation.isPending ? mutation.variables.kind : null,
    problem: isElsewhere ? null : mutation.error,
    /** Which move the problem is about. */
    failed: mutation.isError ? mutation.variables.kind : null,
    retry: () => {
      if (mutation.variables) move(mutation.variables);
    },
    forget: mutation.reset,
  };
}
