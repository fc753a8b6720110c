import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeConcurrencyLimit, makeKeyedConcurrencyLimit } from './concurrency-limit.ts';

/** Work that records how many calls run concurrently. */
function counted() {
  const seen = { now: 0, most: 0, order: [] as number[] };
  const work =
    (nth: number, fails = false) =>
    async (): Promise<number> => {
      seen.order.push(nth);
      seen.now++;
      seen.most = Math.max(seen.most, seen.now);
      await sleep(2);
      seen.now--;
      if (fails) throw new Error(`number ${nth}`);
      return nth;
    };
  return { seen, work };
}

test('runs at most N calls concurrently, first in, first out, also after a failed one', async () => {
  const inTurn = makeConcurrencyLimit(3);
  const { seen, work } = counted();
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, nth) => inTurn(work(nth, nth % 5 === 0))),
  );
  expect(seen.most).toBe(3);
  expect(seen.order).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
  expect(done.map(({ status }) => status === 'rejected')).toEqual(seen.order.map((nth) => nth % 5 === 0));
});

test('limits each key separately, also when a key is used again', async () => {
  const inTurn = makeKeyedConcurrencyLimit(2);
  const [soup, bread] = [counted(), counted()];
  for (let round = 0; round < 3; round++) {
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, nth) => [
        inTurn('soup', soup.work(nth, nth % 4 === 0)),
        inTurn('bread', bread.work(nth)),
      ]).flat(),
    );
  }
  expect([soup.seen.most, bread.seen.most]).toEqual([2, 2]);
  expect(soup.seen.order).toHaveLength(30);
  const held = inTurn('soup', () => sleep(1000, 'held'));
  const alsoHeld = inTurn('soup', () => sleep(1000, 'held'));
  const first = await Promise.race([held, alsoHeld, inTurn('bread', bread.work(1))]);
  expect(first).toBe(1);
  await Promise.all([held, alsoHeld]);
});
