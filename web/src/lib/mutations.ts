import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import { createEvent } from './store.ts';

/** A call of this tab that may have changed something, once it has settled. */
export type SettledMutation = {
  readonly endpoint: AnyEndpoint;
  readonly request: {
    readonly params?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly outcome: { readonly answer: unknown } | { readonly error: unknown };
};

const running = new Set<{ readonly endpoint: AnyEndpoint }>();
const settled = createEvent<SettledMutation>();

/** Whether a call of this endpoint is under way: what it changes is refetched at its end. */
export const isCalled = (endpoint: AnyEndpoint): boolean =>
  [...running].some((call) => call.endpoint === endpoint);

/** Waits for none of them any more: the code that sent them is gone, as after a test. */
export const forgetRunningMutations = (): void => running.clear();

/** After each such call, once the code that sent it has cached its answer. Returns the unsubscribe function. */
export const onMutationSettled = settled.subscribe;

/** Sends a call that may change something, and reports it to the listeners. */
export async function sendMutation<Result extends { readonly data: unknown }>(
  endpoint: AnyEndpoint,
  request: SettledMutation['request'],
  send: () => Promise<Result>,
): Promise<Result> {
  const call = { endpoint };
  running.add(call);
  const settle = (outcome: SettledMutation['outcome']): void => {
    // in a task of its own, after the callers that await the reply
    setTimeout(() => {
      running.delete(call);
      settled.emit({ endpoint, request, outcome });
    });
  };
  try {
    const result = await send();
    settle({ answer: result.data });
    return result;
  } catch (error) {
    settle({ error });
    throw error;
  }
}
