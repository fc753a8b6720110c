import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { expect, it, onTestFinished } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aMessage, anId } from '#web/testing/samples.ts';
import { call } from './call.ts';
import { HttpError } from './http-error.ts';
import { pendingMutations, onMutationSettled, type SettledMutation } from './mutations.ts';

const request = { params: { id: anId() }, body: { content: 'Six?' } };

function listen(onSettled: (mutation: SettledMutation) => void = () => {}): SettledMutation[] {
  const settled: SettledMutation[] = [];
  onTestFinished(
    onMutationSettled((mutation) => {
      settled.push(mutation);
      onSettled(mutation);
    }),
  );
  return settled;
}

it('reports a call that changes something, after the code that awaited its answer', async () => {
  const order: string[] = [];
  const settled = listen(() => order.push(`reported, ${pendingMutations.get()} under way`));
  const message = aMessage();
  reply(sendMessage, message, { 'Live-Events': 'e1,e2' });
  const sending = call(sendMessage, request).then(async (answer) => {
    await Promise.resolve();
    order.push('cached');
    return answer;
  });
  expect(pendingMutations.get()).toBe(1);
  await sending;
  await expect.poll(() => pendingMutations.get()).toBe(0);
  expect(order).toEqual(['cached', 'reported, 1 under way']);
  expect(settled).toEqual([
    { endpoint: sendMessage, request, outcome: { answer: message, liveEventIds: ['e1', 'e2'] } },
  ]);
});

it('reports a failed call with its error', async () => {
  const settled = listen();
  replyError(sendMessage, 409, { code: 'read-only', message: 'You cannot write here any more.' });
  await expect(call(sendMessage, request)).rejects.toThrow(HttpError);
  await expect.poll(() => pendingMutations.get()).toBe(0);
  expect(settled).toEqual([{ endpoint: sendMessage, request, outcome: { error: expect.any(HttpError) } }]);
});

it('does not report a GET', async () => {
  const settled = listen();
  reply(listClaims, []);
  const reading = call(listClaims, { query: { side: 'mine' } });
  expect(pendingMutations.get()).toBe(0);
  await reading;
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).toEqual([]);
});
