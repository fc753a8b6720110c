import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { expect, it, onTestFinished } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aMessage, anId } from '#web/testing/samples.ts';
import { call } from './call.ts';
import { HttpError } from './http-error.ts';
import { changesUnderWay, onChangeSettled, type SentChange } from './sent-changes.ts';

const request = { params: { id: anId() }, body: { content: 'Six?' } };

function listen(onSettled: (change: SentChange) => void = () => {}): SentChange[] {
  const settled: SentChange[] = [];
  onTestFinished(
    onChangeSettled((change) => {
      settled.push(change);
      onSettled(change);
    }),
  );
  return settled;
}

it('reports a call that changes something, after the code that awaited its answer', async () => {
  const order: string[] = [];
  const settled = listen(() => order.push(`reported, ${changesUnderWay.get()} under way`));
  const message = aMessage();
  reply(sendMessage, message, { 'Live-Events': 'e1,e2' });
  const sending = call(sendMessage, request).then(async (answer) => {
    await Promise.resolve();
    order.push('cached');
    return answer;
  });
  expect(changesUnderWay.get()).toBe(1);
  await sending;
  await expect.poll(() => changesUnderWay.get()).toBe(0);
  expect(order).toEqual(['cached', 'reported, 1 under way']);
  expect(settled).toEqual([
    { endpoint: sendMessage, request, outcome: { answer: message, liveEventIds: ['e1', 'e2'] } },
  ]);
});

it('reports a failed call with its error', async () => {
  const settled = listen();
  replyError(sendMessage, 409, { code: 'read-only', message: 'You cannot write here any more.' });
  await expect(call(sendMessage, request)).rejects.toThrow(HttpError);
  await expect.poll(() => changesUnderWay.get()).toBe(0);
  expect(settled).toEqual([{ endpoint: sendMessage, request, outcome: { error: expect.any(HttpError) } }]);
});

it('does not report a GET', async () => {
  const settled = listen();
  reply(listClaims, []);
  const reading = call(listClaims, { query: { side: 'mine' } });
  expect(changesUnderWay.get()).toBe(0);
  await reading;
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).toEqual([]);
});
