import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { expect, it, onTestFinished } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aMessage, anId } from '#web/testing/samples.ts';
import { call } from './call.ts';
import { HttpError } from './http-error.ts';
import { onMutationSettled, type SettledMutation } from './mutations.ts';

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
  const settled = listen(() => order.push('reported'));
  const message = aMessage();
  reply(sendMessage, message);
  const sending = call(sendMessage, request).then(async (answer) => {
    await Promise.resolve();
    order.push('cached');
    return answer;
  });
  await sending;
  await expect.poll(() => order).toEqual(['cached', 'reported']);
  expect(settled).toEqual([{ endpoint: sendMessage, request, outcome: { answer: message } }]);
});

it('reports a failed call with its error', async () => {
  const settled = listen();
  replyError(sendMessage, 409, { code: 'read-only', message: 'You cannot write here any more.' });
  await expect(call(sendMessage, request)).rejects.toThrow(HttpError);
  await expect.poll(() => settled).toHaveLength(1);
  expect(settled).toEqual([{ endpoint: sendMessage, request, outcome: { error: expect.any(HttpError) } }]);
});

it('does not report a GET', async () => {
  const settled = listen();
  reply(listClaims, []);
  const reading = call(listClaims, { query: { side: 'mine' } });
  await reading;
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).toEqual([]);
});
