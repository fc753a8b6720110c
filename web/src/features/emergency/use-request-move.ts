import { t } from '@lingui/core/macro';
import {
  cancelRequest,
  type EmergencyRequest,
  fulfilRequest,
  releaseRequest,
  shareRequestPlace,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { HttpError, isUnauthorized, sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { keepRequest, refreshAroundRequest } from './emergency.queries.ts';
import type { MoveToMake } from './request-move.ts';
import { doneWords } from './request-words.ts';

function make(id: string, move: MoveToMake): Promise<EmergencyRequest> {
  const params = { id };
  switch (move.kind) {
    case 'cancel':
      return call(cancelRequest, { params, body: { reason: move.reason } });
    case 'release':
      return call(releaseRequest, { params, body: { reason: move.reason } });
    case 'fulfil':
      return call(fulfilRequest, { params });
    case 'fulfil_by_code':
      return call(fulfilRequest, { params, body: { code: move.code } });
    case 'share_place':
      return call(shareRequestPlace, { params, body: { meetingPoint: move.meetingPoint } });
    default:
      return move satisfies never;
  }
}

const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/**
 * Makes one move of a request at a time, wherever it is on screen, and says how it went. Where the other side was
 * faster (409) that is told in passing, for what is on screen changes with it; anything else is in `problem`, to be
 * shown beside what was pressed.
 */
export function useRequestMove(request: Pick<EmergencyRequest, 'id'>) {
  const queryClient = useQueryClient();
  const mutationKey = ['request-move', request.id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (move: MoveToMake) => make(request.id, move),
    onSuccess: (changed, move) => {
      keepRequest(queryClient, changed);
      toast({ ...doneWords(move, changed), tone: 'success' });
    },
    onError: (error) => {
      if (toldUnauthorized(error)) return;
      if (isConflict(error)) toast({ title: t`Something changed meanwhile`, description: sentenceOf(error) });
    },
    // The other side may have moved first: show where it stands now.
    onSettled: () => refreshAroundRequest(queryClient),
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
    /** The move that is under way. */
    moving: mutation.isPending ? mutation.variables : null,
    problem: isElsewhere ? null : mutation.error,
    /** Which move the problem is about. */
    failed: mutation.isError ? mutation.variables.kind : null,
    retry: () => {
      if (mutation.variables) move(mutation.variables);
    },
    forget: mutation.reset,
  };
}
