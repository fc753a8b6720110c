import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { toast } from '#web/ui/toast-store.ts';

type Options<Action, Result> = {
  /** Identifies the claim or request: each takes one action at a time, wherever it is on screen. */
  readonly mutationKey: readonly [name: string, id: string];
  readonly perform: (action: Action) => Promise<Result>;
  /** Writes the server's answer into the query cache. */
  readonly cache: (result: Result) => void;
  /** The toast after success. */
  readonly doneNotice: (action: Action, result: Result) => { title: string; description?: string };
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
  const { mutationKey, perform, cache, doneNotice } = options;
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey,
    mutationFn: perform,
    onSuccess: (result, action) => {
      cache(result);
      toast({ ...doneNotice(action, result), tone: 'success' });
    },
    onError: (error) => {
      if (handleUnauthorized(error)) return;
      if (isConflict(error))
        toast({ title: t`Something changed in the meantime`, description: errorMessage(error) });
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
    /** The kind of the action that is under way. */
    running: mutation.isPending ? (mutation.variables.kind as Action['kind']) : null,
    error: isShownElsewhere ? null : mutation.error,
    /** The kind of the action that failed. */
    failed: mutation.isError ? (mutation.variables.kind as Action['kind']) : null,
    retry: () => {
      if (mutation.variables) run(mutation.variables);
    },
    reset: mutation.reset,
  };
}
