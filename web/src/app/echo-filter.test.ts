import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onMutationSettled, sendMutation } from '#web/lib/mutations.ts';
import { createEchoFilter } from './echo-filter.ts';

/** A tab: what it applies, and its calls, which the test settles. */
function makeTab() {
  const echoes = createEchoFilter();
  const applied: string[] = [];
  const stopListening = onMutationSettled(({ outcome }) => {
    if ('answer' in outcome) echoes.addOwn(outcome.liveEventIds);
  });
  return {
    applied,
    hear: (id: string) => echoes.unlessOwn(id, () => applied.push(id)),
    /** Sends a call; the returned function settles it with the ids of its events, or with an error. */
    send() {
      const { promise, resolve, reject } = Promise.withResolvers<{ data: null; headers: Headers }>();
      sendMutation(sendMessage, {}, () => promise).catch(() => {});
      return {
        answer: (...ids: readonly string[]) =>
          resolve({
            data: null,
            headers: new Headers(ids.length > 0 ? { 'Live-Events': ids.join(',') } : {}),
          }),
        fail: () => reject(new Error('no answer')),
      };
    },
    close() {
      echoes.stop();
      stopListening();
    },
  };
}

let tab: ReturnType<typeof makeTab>;
beforeEach(() => {
  vi.useFakeTimers();
  tab = makeTab();
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  tab.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('applies the events of others immediately', () => {
  tab.hear('theirs');
  expect(tab.applied).toEqual(['theirs']);
});

it.each(['before', 'after'])('drops an own event that arrives %s the answer', async (when) => {
  const sent = tab.send();
  if (when === 'before') tab.hear('mine');
  sent.answer('mine', 'mine too');
  await pass(0);
  if (when === 'after') tab.hear('mine');
  tab.hear('mine too');
  await pass(5000);
  expect(tab.applied).toEqual([]);
});

it('applies events of others during an own call once that call has settled', async () => {
  const sent = tab.send();
  tab.hear('theirs');
  tab.hear('mine');
  await pass(500);
  expect(tab.applied).toEqual([]);
  sent.answer('mine');
  await pass(0);
  expect(tab.applied).toEqual(['theirs']);
});

it('waits at most a second for an answer', async () => {
  const sent = tab.send();
  tab.hear('theirs');
  await pass(999);
  expect(tab.applied).toEqual([]);
  await pass(1);
  expect(tab.applied).toEqual(['theirs']);
  sent.answer();
});

it('applies an own event whose call has got no answer', async () => {
  const sent = tab.send();
  tab.hear('mine');
  sent.fail();
  await pass(0);
  expect(tab.applied).toEqual(['mine']);
});

type Step = { readonly turn: 'send' | 'others' | 'answer' | 'lose' | 'wait'; readonly pick: number };
const steps = fc.array(
  fc.record<Step>({ turn: fc.constantFrom('send', 'others', 'answer', 'lose', 'wait'), pick: fc.nat(400) }),
  { maxLength: 60 },
);

it('applies each event of others once, and no own one that was named in time, in any order', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      run += 1;
      const heardBefore = tab.applied.length;
      const open: { readonly call: ReturnType<typeof tab.send>; readonly id: string }[] = [];
      const expected: string[] = [];
      for (const [nth, { turn, pick }] of all.entries()) {
        const id = `${run}/${nth}`;
        if (turn === 'send') open.push({ call: tab.send(), id });
        if (turn === 'wait') await pass(pick);
        if (turn === 'others') {
          expected.push(id);
          tab.hear(id);
        }
        const [settling] =
          turn === 'answer' || turn === 'lose' ? open.splice(pick % Math.max(1, open.length), 1) : [];
        if (settling && turn === 'lose') {
          expected.push(settling.id);
          tab.hear(settling.id);
          settling.call.fail();
        } else if (settling) {
          if (pick % 2 === 0) tab.hear(settling.id);
          settling.call.answer(settling.id);
          await pass(0);
          if (pick % 2 === 1) tab.hear(settling.id);
        }
      }
      for (const { call, id } of open) call.answer(id);
      await pass(2000);
      expect(tab.applied.slice(heardBefore).toSorted()).toEqual(expected.toSorted());
    }),
  );
});
