import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  makeConcurrencyLimit,
  makeFairLimit,
  makeFairLine,
  makeKeyedConcurrencyLimit,
} from './concurrency-limit.ts';

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

describe('a fair limit', () => {
  const limited = () => makeFairLimit({ maxConcurrent: 1, maxWaiting: 5, refusal: () => new Error('full') });
  /** Calls of these keys, all at a time; resolves with the keys in the order they ran, and those refused. */
  async function runAll(keys: readonly string[]): Promise<{ ran: string[]; refused: string[] }> {
    const limit = limited();
    const ran: string[] = [];
    const done = await Promise.allSettled(
      keys.map((key) => limit(key.slice(0, 1), async () => void ran.push(key))),
    );
    return { ran, refused: keys.filter((_, nth) => done[nth]?.status === 'rejected') };
  }

  test('lets keys take turns, each first in, first out', async () => {
    expect(await runAll(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])).toEqual({
      ran: ['a1', 'b1', 'a2', 'b2', 'a3', 'a4'],
      refused: [],
    });
  });

  test('prefers a key without running calls', async () => {
    const limit = makeFairLimit({ maxConcurrent: 2, maxWaiting: 5, refusal: () => new Error('full') });
    const ran: string[] = [];
    const held = Promise.withResolvers<void>();
    const short = Promise.withResolvers<void>();
    const calls = [
      limit('a', () => held.promise),
      limit('b', () => short.promise),
      limit('a', async () => void ran.push('a')),
      limit('c', async () => void ran.push('c')),
    ];
    short.resolve();
    await calls[3];
    held.resolve();
    await Promise.all(calls);
    expect(ran).toEqual(['c', 'a']);
  });

  test('refuses a call of the longest line, never of a shorter one', async () => {
    expect(await runAll(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'c1', 'c2'])).toEqual({
      ran: ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'],
      refused: ['a4', 'a5', 'a6', 'a7'],
    });
  });

  test('takes calls again after all have run or failed', async () => {
    const limit = limited();
    for (let round = 0; round < 3; round++) {
      const failing = Array.from({ length: 6 }, () => limit('a', () => Promise.reject(new Error('no'))));
      const done = await Promise.allSettled(failing);
      expect(done.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
        Array.from({ length: 6 }, () => 'no'),
      );
    }
    await expect(limit('a', async () => 'fine')).resolves.toBe('fine');
  });
});

describe('a fair line of ranks', () => {
  const [FIRST, SECOND] = [0, 1];
  const makeLine = (more: { patienceMs?: { first: number; standing: number } } = {}) =>
    makeFairLine({
      ranks: [
        { maxConcurrent: 3, maxWaiting: 50 },
        { maxConcurrent: 2, maxWaiting: 50, ...more },
      ],
      refusal: () => new Error('full'),
    });
  /** Those who are in, in their order. */
  function follow(line: ReturnType<typeof makeLine>) {
    const inside: { readonly name: string; readonly leave: () => void }[] = [];
    return {
      names: () => inside.map(({ name }) => name),
      enter: (key: string, rank: number, name = key) =>
        line.enter(key, rank).then((leave) => void inside.push({ name, leave })),
      /** The first who is in leaves. */
      async leave() {
        await sleep(0);
        inside.shift()?.leave();
        await sleep(0);
      },
    };
  }

  test('lets the first rank into places that the second may not take, and go first', async () => {
    const line = follow(makeLine());
    const all = [
      line.enter('a', SECOND),
      line.enter('b', SECOND),
      line.enter('c', SECOND),
      line.enter('d', FIRST),
      line.enter('e', FIRST),
    ];
    await all[3];
    expect(line.names()).toEqual(['a', 'b', 'd']);
    await line.leave();
    expect(line.names()).toEqual(['b', 'd', 'e']);
    await line.leave();
    await line.leave();
    expect(line.names()).toEqual(['e', 'c']);
  });

  test('lets another go before all that wait of one flood', async () => {
    const line = follow(makeLine());
    const flood = Array.from({ length: 80 }, (_, nth) => line.enter('flood', SECOND, `flood ${nth}`));
    const ended = Promise.allSettled(flood);
    void line.enter('other', SECOND);
    await line.leave();
    expect(line.names()).toEqual(['flood 1', 'other']);
    while (line.names().length > 0) await line.leave();
    // two at first and fifty waiting, the last of them gave way to the other
    expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(29);
  });

  test('refuses those who have waited too long', async () => {
    const line = follow(makeLine({ patienceMs: { first: 20, standing: 5 } }));
    await Promise.all([line.enter('a', SECOND), line.enter('b', SECOND)]);
    const late = await Promise.allSettled([line.enter('c', SECOND), line.enter('d', SECOND)]);
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await line.leave();
    await line.enter('e', SECOND);
    expect(line.names()).toEqual(['b', 'e']);
  });
});
