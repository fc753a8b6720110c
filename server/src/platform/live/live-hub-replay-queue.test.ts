import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import type { LiveClient, ReceivedMessage } from '#server/testing/live/live-client.ts';
import { liveFixture } from '#server/testing/live/live-fixture.ts';
import { type Hint, hints } from '#server/testing/live/live-hints.ts';
import { liveTopic } from './live-topic.ts';
import { makeReplayQueue } from './live-hub-replay-queue.ts';

const WINDOW_MS = 60_000;

/** Turns by a clock that stands still, whose replays end when the test says so. */
function startTurns({ concurrent = 2, eventsAtMost = 1000 } = {}) {
  const clock = { ms: 0 };
  const turns = makeReplayQueue({ concurrent, eventsAtMost, windowMs: WINDOW_MS, nowMs: () => clock.ms });
  const running: { readonly personId: string; readonly end: () => void }[] = [];
  /** The people in the order of their turns. */
  const order: string[] = [];
  function ask(personId: string, events: number): boolean {
    if (!turns.admit(personId, events)) return false;
    void turns.inTurn(personId, async () => {
      order.push(personId);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ personId, end: resolve });
      await promise;
    });
    return true;
  }
  async function endFirst(): Promise<void> {
    running.shift()?.end();
    await nextTick();
  }
  return { clock, turns, order, ask, endFirst, runningNow: () => running.map(({ personId }) => personId) };
}

describe('turns to catch up', () => {
  test('one replay at a time for each person, and a limited number in all', async () => {
    const { ask, endFirst, order, runningNow } = startTurns({ concurrent: 2 });
    for (const personId of ['many', 'many', 'many', 'one', 'other']) ask(personId, 1);
    await nextTick();
    expect(runningNow()).toEqual(['many', 'one']);
    for (let nth = 0; nth < 5; nth++) {
      expect(new Set(runningNow()).size).toBe(runningNow().length);
      await endFirst();
    }
    expect(order.toSorted()).toEqual(['many', 'many', 'many', 'one', 'other']);
    expect(runningNow()).toEqual([]);
  });

  test('a person who missed little is next, regardless of the sockets of another person', async () => {
    const { ask, endFirst, order } = startTurns({ concurrent: 1, eventsAtMost: 100_000 });
    for (let nth = 0; nth < 90; nth++) ask('many', 1000);
    ask('some', 50);
    await nextTick();
    ask('newcomer', 1);
    await endFirst();
    await endFirst();
    await endFirst();
    expect(order).toEqual(['many', 'newcomer', 'some', 'many']);
  });

  test('equals take turns', async () => {
    const { ask, endFirst, order } = startTurns({ concurrent: 1 });
    for (const personId of ['zoe', 'ann', 'ann', 'bob', 'bob', 'cat']) ask(personId, 0);
    await nextTick();
    for (let nth = 0; nth < 6; nth++) await endFirst();
    expect(order).toEqual(['zoe', 'ann', 'bob', 'cat', 'ann', 'bob']);
  });

  test('a person is admitted to a number of events in a window, independent of others', () => {
    const { turns, clock } = startTurns({ eventsAtMost: 1000 });
    expect(turns.admit('ann', 600)).toBe(true);
    expect(turns.admit('ann', 600)).toBe(false);
    expect(turns.admit('bob', 1000)).toBe(true);
    expect(turns.admit('ann', 400)).toBe(true);
    expect(turns.admit('ann', 1)).toBe(false);
    clock.ms = WINDOW_MS;
    expect(turns.admit('ann', 1000)).toBe(true);
  });

  test('the turn passes on if a replay fails', async () => {
    const { turns } = startTurns({ concurrent: 1 });
    const failing = turns.inTurn('ann', async () => Promise.reject(new Error('away')));
    const next = turns.inTurn('ann', async () => 'told');
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe('told');
  });
});

describe('one account with ninety sockets', () => {
  const SOCKETS = 90;
  const MISSED = 200;
  /** The sockets that are replayed to before the account has had 10,000 events. */
  const REPLAYED = 10_000 / MISSED;
  const isResync = ({ type }: ReceivedMessage): boolean => type === 'resync';
  const nthIs = (nth: string) => (message: ReceivedMessage) => message.data?.['conversationId'] === nth;

  test('has one replay at a time, refetches beyond its budget, and does not delay other people', async () => {
    const { pool } = await testDatabase();
    const gate = Promise.withResolvers<void>();
    const turns = { now: 0, most: 0, all: 0 };
    const counted = liveTopic<Hint>()({
      ...hints,
      async replay(payloads, viewer) {
        if (viewer.userId === 'ann') {
          turns.all++;
          turns.most = Math.max(turns.most, ++turns.now);
          await gate.promise;
          turns.now--;
        }
        return hints.replay(payloads, viewer);
      },
    });
    // as if the limit of sockets did not hold them
    const parts = { topics: [counted], socketsPerPerson: Number.POSITIVE_INFINITY };
    const { append, join, eventLog } = await liveFixture(pool, parts);
    const [before, bobsBefore] = [await join('ann'), await join('bob')];
    for (const each of [before, bobsBefore]) each.send({ type: 'resume', lastEventId: null });
    const start = before.received[0]?.id;
    for (let nth = 1; nth < MISSED; nth++) await eventLog.publish('hint', { nth: `old-${nth}` });
    const { id: bobsLast } = await bobsBefore.waitFor(nthIs(`old-${MISSED - 1}`));
    await append({ nth: 'last' });
    await Promise.all([before, bobsBefore].map((each) => each.waitFor(nthIs('last'))));

    const sockets: LiveClient[] = [];
    for (let nth = 0; nth < SOCKETS; nth++) sockets.push(await join('ann'));
    const bob = await join('bob');
    for (const socket of sockets) socket.send({ type: 'resume', lastEventId: start });
    bob.send({ type: 'resume', lastEventId: bobsLast });
    // while the first of the others has its turn
    await bob.waitFor(nthIs('last'));
    await expect.poll(() => turns.all).toBe(1);
    gate.resolve();
    await Promise.all(sockets.map((socket) => socket.waitFor((it) => isResync(it) || nthIs('last')(it))));

    expect(turns).toEqual({ now: 0, most: 1, all: REPLAYED });
    expect(sockets.filter(({ received }) => received.some(isResync))).toHaveLength(SOCKETS - REPLAYED);
    // all of them are live afterwards
    await append({ nth: 'next' });
    await Promise.all([...sockets, bob].map((socket) => socket.waitFor(nthIs('next'))));
  });
});
