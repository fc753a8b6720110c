import { t } from '@lingui/core/macro';
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
  tellName,
} from '@openlarder/domain/handovers/handover-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { call } from '#web/lib/call.ts';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage, HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { toastError } from '#web/lib/unauthorized.ts';
import { type Toast, toast } from '#web/ui/toast-store.ts';
import { cacheHandover } from '../handover-cache.ts';
import { actionDoneNotice, listingToClaimAgain } from './action-labels.ts';

/** "The food wasn't there" and "Stop waiting" are releases with a reason of their own. */
export type ActionInput =
  | {
      readonly kind:
        | 'say_coming'
        | 'say_on_my_way'
        | 'reveal_address'
        | 'report_no_show'
        | 'report_no_food'
        | 'stop_waiting'
        | 'tell_name';
    }
  /** Of a pickup of several servings, how many changed hands, if not all. */
  | { readonly kind: 'confirm'; readonly servings?: number }
  | { readonly kind: 'propose_time' | 'accept_time'; readonly time: string }
  | { readonly kind: 'complete_by_code'; readonly code: string }
  | {
      readonly kind: 'release';
      readonly reason: ReleaseReason;
      /** The last message to the other, sent before it; null for none. */
      readonly note: { readonly content: string; readonly idempotencyKey: string } | null;
    }
  | { readonly kind: 'dispute'; readonly details: string };

async function performAction({ id, conversationId }: Handover, action: ActionInput): Promise<Handover> {
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
      return call(completeHandover, {
        params,
        ...(action.servings !== undefined && { body: { servings: action.servings } }),
      });
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
    case 'tell_name':
      return call(tellName, { params });
    case 'release': {
      // their conversation is read-only afterwards
      if (action.note) {
        const { content, idempotencyKey } = action.note;
        await call(sendMessage, { params: { id: conversationId }, body: { content }, idempotencyKey });
      }
      return call(releaseHandover, { params, body: { reason: action.reason } });
    }
    case 'dispute':
      return call(disputeHandover, { params, body: { details: action.details } });
    default:
      return action satisfies never;
  }
}

export type HandoverActionsState = ReturnType<typeof useHandoverActions>;

/** Long enough to notice that the wrong pickup was canceled. */
const WAY_BACK_MS = 12_000;

/** `isErrorShown`: beside the button; else a toast says it. */
export function useHandoverActions(handover: Handover, { isErrorShown = true } = {}) {
  const queryClient = useQueryClient();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const noticeOf = (action: ActionInput, changed: Handover): Toast => {
    const notice = actionDoneNotice(action.kind, changed, Date.now());
    const again = listingToClaimAgain(changed, Date.now());
    if (again === null) return notice;
    const under = search ? `${path}?${search}` : path;
    return {
      ...notice,
      durationMs: WAY_BACK_MS,
      action: { label: t`See this food`, onSelect: () => navigate(paths.listing(again, under)) },
    };
  };
  return useActions<ActionInput, Handover>({
    mutationKey: ['handover-action', handover.id],
    perform: (action) => performAction(handover, action),
    cache: (changed) => cacheHandover(queryClient, changed),
    doneNotice: noticeOf,
    isErrorShown,
  });
}

type Options<Action, Result> = {
  /** Identifies the claim or request: each takes one action at a time, wherever it is on screen. */
  readonly mutationKey: readonly [name: string, id: string];
  readonly perform: (action: Action) => Promise<Result>;
  readonly cache: (result: Result) => void;
  readonly doneNotice: (action: Action, result: Result) => Toast;
  /** True by default: what shows the button shows `error` too. */
  readonly isErrorShown?: boolean;
};

const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/**
 * Performs the actions of a claim or a request, and shows a toast with the outcome. If the other party was faster
 * (409), the toast says so, and the refetch updates the screen. Any other failure is in `error`, to be shown beside
 * the button; `retry` repeats the same action, which is idempotent on the server.
 */
export function useActions<Action extends { readonly kind: string }, Result>(
  options: Options<Action, Result>,
) {
  const { mutationKey, perform, cache, doneNotice, isErrorShown = true } = options;
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey,
    mutationFn: perform,
    onSuccess: (result, action) => {
      cache(result);
      toast({ ...doneNotice(action, result), tone: 'success' });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      if (isConflict(error))
        toast({ title: t`Something changed in the meantime`, description: errorMessage(error) });
      else if (!isErrorShown) toastError(error, failureTitle(error));
    },
  });
  const isShownElsewhere =
    mutation.error !== null && (isConflict(mutation.error) || isUnauthorized(mutation.error));
  /**
   * Ignored while another action runs. `onDone` follows a success, and a conflict, after which nothing is left to do.
   */
  const run = (action: Action, onDone?: () => void): void => {
    if (queryClient.isMutating({ mutationKey }) > 0) return;
    mutation.mutate(action, {
      onSuccess: () => onDone?.(),
      onError: (error) => {
        if (isConflict(error)) onDone?.();
      },
    });
  };
  return {
    run,
    running: mutation.isPending ? (mutation.variables.kind as Action['kind']) : null,
    error: isShownElsewhere ? null : mutation.error,
    failed: mutation.isError ? (mutation.variables.kind as Action['kind']) : null,
    retry: () => {
      if (mutation.variables) run(mutation.variables);
    },
    reset: mutation.reset,
  };
}
