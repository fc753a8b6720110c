import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { LOG_START, makeEventIds } from '#server/platform/events/event-log-position.ts';
import type { ReadableEventLog } from '#server/platform/events/event-log.ts';
import { pruneEvents } from '#server/platform/events/event-log-queries.ts';
import { liveTopic } from '#server/platform/live/live-topic.ts';
import type { LiveClient, ReceivedMessage } from '#server/testing/live/live-client.ts';
import { ID_SECRET, liveFixture } from '#server/testing/live/live-fixture.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const { pool } = await testDatabase();

const isResync = ({ type }: { type: string }): boolean => type === 'resync';
const nthIs = (nth: string) => (message: ReceivedMessage) => message.data?.['conversationId'] === nth;
const nthsOf = (client: LiveClient): unknown[] =>
  client.received.filter(({ data }) => data).map(({ data }) => data?.['conversationId']);

const idsOf = (client: LiveClient): unknown[] =>
  client.received.filter(({ data }) => data).map(({ id }) => id);

describe('delivery', () => {
  test('delivers an event once, with its id, to those it is for', async () => {
    const { append, join } = await liveFixture(pool);
    const [ann, bob] = await Promise.all([join('ann'), join('bob')]);
    for (const each of [ann, bob]) each.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'for-ann', to: ['ann'] });
    await append({ nth: 'for-all' });
    await Promise.all([ann.waitFor(nthIs('for-all')), bob.waitFor(nthIs('for-all'))]);
    expect(nthsOf(ann)).toEqual(['for-ann', 'for-all']);
    expect(nthsOf(bob)).toEqual(['for-all']);
    expect(new Set(idsOf(ann)).size).toBe(2);
  });

  test('does not deliver events of a rollback', async () => {
    const { eventLog, append, join } = await liveFixture(pool);
    const ann = await join('ann');
    ann.send({ type: 'resume', lastEventId: null });
    const failed = inTransaction({ db: openDatabase(pool) }, async (tx) => {
      await eventLog.append(tx, 'hint', { nth: 'undone' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await append({ nth: 'done' });
    await ann.waitFor(nthIs('done'));
    expect(nthsOf(ann)).toEqual(['done']);
  });

  test('delivers events to the sockets of two processes on one database', async () => {
    const [one, other] = [await liveFixture(pool), await liveFixture(pool)];
    const [ann, bob] = [await one.join('ann'), await other.join('bob')];
    for (const each of [ann, bob]) each.send({ type: 'resume', lastEventId: null });
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).append({ nth: `${i}` })));
    await one.append({ nth: 'end' });
    await Promise.all([ann.waitFor(nthIs('end')), bob.waitFor(nthIs('end'))]);
    expect(nthsOf(ann)).toHaveLength(41);
    expect(nthsOf(ann)).toEqual(nthsOf(bob));
    // an id of one process is valid at the other
    const back = await other.join('ann');
    back.send({ type: 'resume', lastEventId: ann.received.find(nthIs('end'))?.id });
    await one.append({ nth: 'later' });
    await back.waitFor(nthIs('later'));
    expect(nthsOf(back)).toEqual(['later']);
  });

  test('a failing topic makes its viewers refetch and does not affect others', async () => {
    const broken = liveTopic<{ nth: string }>()({
      kind: 'broken',
      audience: () => 'everyone' as const,
      prepare: async () => Promise.reject(new Error('no')),
      message: () => null,
      replay: async () => Promise.reject(new Error('no')),
    });
    const fine = liveTopic<{ nth: string }>()({
      kind: 'hint',
      audience: () => 'everyone' as const,
      prepare: async ({ nth }) => `${nth} looked up`,
      message: (_payload, _viewer, found) => ({
        type: 'conversation_read',
        data: { conversationId: found, byMe: true },
      }),
      replay: async () => [],
    });
    const { eventLog, append, join } = await liveFixture(pool, { topics: [broken, fine] });
    const ann = await join('ann');
    ann.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'first' });
    await ann.waitFor(nthIs('first looked up'));
    await eventLog.publish('broken', {});
    await append({ nth: 'last' });
    await ann.waitFor(nthIs('last looked up'));
    expect(ann.received.map(({ type }) => type)).toEqual([
      'hello',
      'conversation_read',
      'resync',
      'conversation_read',
    ]);
  });
});

describe('reconnecting', () => {
  test('replays missed events first, in order, once each', async () => {
    const { append, join } = await liveFixture(pool);
    const before = await join('ann');
    before.send({ type: 'resume', lastEventId: null });
    await append({ nth: '1' });
    const { id } = await before.waitFor(nthIs('1'));
    await before.leave();
    await append({ nth: '2' });
    await append({ nth: 'not-hers', to: ['bob'] });
    const after = await join('ann');
    await append({ nth: '3' });
    after.send({ type: 'resume', lastEventId: id });
    await Promise.all(Array.from({ length: 20 }, () => append({ nth: 'amid' })));
    await append({ nth: 'end' });
    await after.waitFor(nthIs('end'));
    expect(nthsOf(after)).toEqual(['2', '3', ...Array.from({ length: 20 }, () => 'amid'), 'end']);
    expect(new Set(idsOf(after)).size).toBe(23);
  });

  test('a client that reconnects repeatedly during a stream gets each event once', async () => {
    const { append, join } = await liveFixture(pool);
    let lastEventId: string | null = null;
    const heard: unknown[] = [];
    const listen = async (until: (client: LiveClient) => Promise<unknown>): Promise<void> => {
      const ann = await join('ann');
      // the position of hello counts for a client without events
      ann.send({ type: 'resume', lastEventId });
      await until(ann);
      await ann.leave();
      heard.push(...nthsOf(ann));
      lastEventId =
        ann.received.findLast(({ data }) => data)?.id ?? lastEventId ?? ann.received[0]?.id ?? null;
    };
    await listen(() => sleep(5));
    const nths = Array.from({ length: 600 }, (_, i) => `${i}`);
    const writing = (async () => {
      for (const nth of nths) await append({ nth, to: ['ann'] });
      await append({ nth: 'end' });
    })();
    for (let times = 0; times < 40; times++) await listen(() => sleep(times % 9));
    await writing;
    await listen((ann) => ann.waitFor(nthIs('end')));
    expect(heard).toEqual([...nths, 'end']);
  });

  test('holds events until resume', async () => {
    const { append, join } = await liveFixture(pool, { holdMs: 60_000 });
    const [resumed, resumes, waits] = [await join('ann'), await join('ann'), await join('ann')];
    resumed.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'held' });
    await resumed.waitFor(nthIs('held'));
    expect([nthsOf(resumes), nthsOf(waits)]).toEqual([[], []]);
    resumes.send({ type: 'resume', lastEventId: null });
    await resumes.waitFor(nthIs('held'));
    expect(nthsOf(waits)).toEqual([]);
  });

  test('without resume, releases events a while after the last frame', async () => {
    const { append, join } = await liveFixture(pool, { holdMs: 3000 });
    const [talks, waits] = [await join('ann'), await join('ann')];
    await append({ nth: 'held' });
    while (nthsOf(waits).length === 0) {
      talks.send({ type: 'join_conversation', conversationId: '01932d70-0000-7000-8000-000000000000' });
      await sleep(250);
    }
    expect(nthsOf(talks)).toEqual([]);
    await talks.waitFor(nthIs('held'));
    // in time for the first event, too late to replay in order for the second
    waits.send({ type: 'resume', lastEventId: waits.received[0]?.id });
    await waits.waitFor(isResync);
  });

  test.each([
    ['malformed', () => 'yesterday'],
    ['without a signature', (id: string) => id.replace(/\.[^.]*$/, '')],
    ['before the one that was given', (id: string) => id.replace(/^\d+\.\d+/, '0.0')],
    ['ahead of the log', (id: string) => id.replace(/^\d+/, '999999999999')],
    ['given to another account', (_id: string, { bobs }: { bobs: string }) => bobs],
    [
      'made with another secret',
      (_id: string, { log }: { log: ReadableEventLog }) =>
        makeEventIds('guessed', () => log.epoch()).of(LOG_START, 'ann'),
    ],
  ])(
    'an id that is %s replays nothing: it leads to a resync, and delivery continues from there',
    async (_what, spoil) => {
      const { append, join, eventLog } = await liveFixture(pool);
      const [ann, bob] = [await join('ann'), await join('bob')];
      for (const each of [ann, bob]) each.send({ type: 'resume', lastEventId: null });
      await append({ nth: 'missed' });
      const [{ id: annsId = '' }, { id: bobsId = '' }] = [
        await ann.waitFor(nthIs('missed')),
        await bob.waitFor(nthIs('missed')),
      ];
      expect(annsId).not.toBe(bobsId);
      const back = await join('ann');
      back.send({ type: 'resume', lastEventId: spoil(annsId, { bobs: bobsId, log: eventLog }) });
      await back.waitFor(isResync);
      await append({ nth: 'next' });
      await back.waitFor(nthIs('next'));
      expect(nthsOf(back)).toEqual(['next']);
    },
  );

  test('an id of another epoch leads to a resync', async () => {
    const { join, eventLog } = await liveFixture(pool);
    const ann = await join('ann');
    const otherEpoch = makeEventIds(ID_SECRET, () => 'another');
    ann.send({ type: 'resume', lastEventId: otherEpoch.of(eventLog.position(), 'ann') });
    await ann.waitFor(isResync);
  });

  test('nothing from before the account is replayed, nor anything older than a day', async () => {
    const own = await testDatabase();
    let since = new Date(0);
    const { append, join, eventLog } = await liveFixture(own.pool, { memberSince: async () => since });
    const start = makeEventIds(ID_SECRET, () => eventLog.epoch()).of(LOG_START, 'ann');
    const bob = await join('bob');
    bob.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'first' });
    await append({ nth: 'second' });
    await bob.waitFor(nthIs('second'));
    const back = async (): Promise<LiveClient> => {
      const ann = await join('ann');
      ann.send({ type: 'resume', lastEventId: start });
      await ann.waitFor((message) => isResync(message) || nthIs('second')(message));
      return ann;
    };
    expect(nthsOf(await back())).toEqual(['first', 'second']);
    const { rows } = await own.pool.query<{ at: Date }>('select max(created_at) as at from live_event');
    since = rows[0]?.at ?? since;
    expect(nthsOf(await back())).toEqual([]);
    since = new Date(0);
    await own.pool.query(
      `update live_event set created_at = now() - interval '24 hours 1 second' where payload ->> 'nth' = 'first'`,
    );
    expect(nthsOf(await back())).toEqual([]);
  });

  test('replays what may still be seen, and then a refetch, if something is withheld', async () => {
    const { append, join } = await liveFixture(pool);
    const [before, bob] = [await join('ann'), await join('bob')];
    for (const each of [before, bob]) each.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'seen' });
    const { id } = await before.waitFor(nthIs('seen'));
    await before.leave();
    await append({ nth: 'withheld', isWithheldLater: true });
    await append({ nth: 'missed' });
    await bob.waitFor(nthIs('missed'));
    const after = await join('ann');
    after.send({ type: 'resume', lastEventId: id });
    await after.waitFor(isResync);
    await append({ nth: 'next' });
    await after.waitFor(nthIs('next'));
    expect(after.received.map(({ data, type }) => data?.['conversationId'] ?? type)).toEqual([
      'hello',
      'missed',
      'resync',
      'next',
    ]);
  });

  test('the reply of a write names an event as the sockets of the account do, also when they missed it', async () => {
    const { append, join, hub, eventLog } = await liveFixture(pool);
    const live = await join('ann');
    const start = live.received[0]?.id;
    live.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'own', to: ['ann'] });
    const { id } = await live.waitFor(nthIs('own'));
    const back = await join('ann');
    back.send({ type: 'resume', lastEventId: start });
    await back.waitFor(nthIs('own'));
    const events = await eventLog.readEventsBetween(LOG_START, eventLog.position(), 10_000);
    const named = hub.eventIdsFor({ userId: 'ann', sessionId: 'ann-1' }, events.slice(-1));
    expect([named, back.received.find(nthIs('own'))?.id]).toEqual([[id], id]);
  });

  test('a page contains its position in the events: a first connection that resumes there gets all later events', async () => {
    const { append, join, hub } = await liveFixture(pool);
    const bob = await join('bob');
    bob.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'before the page' });
    await bob.waitFor(nthIs('before the page'));
    const position = hub.positionFor({ userId: 'ann', sessionId: 'ann-1' });
    await append({ nth: 'after the page' });
    const ann = await join('ann');
    ann.send({ type: 'resume', lastEventId: position });
    await ann.waitFor(nthIs('after the page'));
    expect(ann.received.find(nthIs('before the page'))).toBeUndefined();
    expect(ann.received.some(isResync)).toBe(false);
  });

  test('an id older than the kept events leads to a resync; the last pruned one does not', async () => {
    const { append, join, eventLog } = await liveFixture(pool);
    const ann = await join('ann');
    ann.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'old-1' });
    await append({ nth: 'old-2' });
    await ann.waitFor(nthIs('old-2'));
    const ids = ann.received.map(({ id }) => id);
    await pool.query(`update live_event set created_at = now() - interval '25 hours'`);
    await pruneEvents(pool);
    expect(await eventLog.readEventsBetween(LOG_START, eventLog.position(), 10)).toEqual([]);
    await append({ nth: 'new' });
    const [missedOne, missedNone] = [await join('ann'), await join('ann')];
    missedOne.send({ type: 'resume', lastEventId: ids[1] });
    missedNone.send({ type: 'resume', lastEventId: ids[2] });
    await missedOne.waitFor(isResync);
    await missedNone.waitFor(nthIs('new'));
    expect(missedNone.received.some(isResync)).toBe(false);
  });

  test('too many missed events lead to a resync', async () => {
    const { append, join } = await liveFixture(pool);
    const [before, bob] = [await join('ann'), await join('bob')];
    await before.leave();
    bob.send({ type: 'resume', lastEventId: null });
    await pool.query(
      `insert into live_event (kind, payload) select 'hint', '{"nth":"many"}' from generate_series(1, 2100)`,
    );
    await append({ nth: 'last' });
    await bob.waitFor(nthIs('last'));
    const after = await join('ann');
    after.send({ type: 'resume', lastEventId: before.received[0]?.id });
    await after.waitFor(isResync);
    await append({ nth: 'next' });
    await after.waitFor(nthIs('next'));
    expect(nthsOf(after)).toEqual(['next']);
  });

  test('a log numbered by another server starts a new epoch, and its clients refetch', async () => {
    const own = await testDatabase();
    const first = await liveFixture(own.pool);
    const ann = await first.join('ann');
    await first.append({ nth: 'old' });
    await ann.waitFor(nthIs('old'));
    await first.close();
    await own.pool.query(`update live_event_generation set system = 'another'`);
    const second = await liveFixture(own.pool);
    const back = await second.join('ann');
    back.send({ type: 'resume', lastEventId: ann.received[0]?.id });
    await back.waitFor(isResync);
    expect((await own.pool.query('select 1 from live_event')).rowCount).toBe(0);
    await second.append({ nth: 'new' });
    await back.waitFor(nthIs('new'));
  });
});

describe('sessions', () => {
  test('sign-out closes the sockets of that session in all processes, and no others', async () => {
    const [here, there] = [await liveFixture(pool), await liveFixture(pool)];
    there.sessions.set('ann-phone', { userId: 'ann', sessionId: 'ann-2' });
    const [ann, annThere, phone] = [
      await here.join('ann'),
      await there.join('ann'),
      await there.join('ann-phone'),
    ];
    await here.hub.closeSession('ann-1');
    expect(await Promise.all([ann.closed, annThere.closed])).toEqual([4401, 4401]);
    phone.send({ type: 'resume', lastEventId: null });
    await here.append({ nth: 'still' });
    await phone.waitFor(nthIs('still'));
  });

  test('checks the session before the next delivery if its end was not received', async () => {
    const { append, join, sessions } = await liveFixture(pool, { sessionTrustedMs: 0 });
    const [ann, bob] = [await join('ann'), await join('bob')];
    for (const each of [ann, bob]) each.send({ type: 'resume', lastEventId: null });
    await append({ nth: 'before' });
    await Promise.all([ann.waitFor(nthIs('before')), bob.waitFor(nthIs('before'))]);
    sessions.delete('ann');
    await append({ nth: 'after' });
    await bob.waitFor(nthIs('after'));
    expect(await ann.closed).toBe(4401);
    expect(nthsOf(ann)).toEqual(['before']);
    expect(nthsOf(bob)).toEqual(['before', 'after']);
  });

  test('closes the sockets of an ended session within a second without an event', async () => {
    const { join, sessions, append } = await liveFixture(pool);
    const [ann, phone] = [await join('ann'), await join('bob')];
    for (const each of [ann, phone]) each.send({ type: 'resume', lastEventId: null });
    sessions.delete('ann');
    const endedMs = performance.now();
    expect(await ann.closed).toBe(4401);
    expect(performance.now() - endedMs).toBeLessThan(1000);
    await append({ nth: 'still' });
    await phone.waitFor(nthIs('still'));
  });

  test('closes nothing while sessions cannot be checked', async () => {
    let isAway = true;
    const { join } = await liveFixture(pool, {
      findEndedSessions: async () => (isAway ? Promise.reject(new Error('away')) : ['ann-1']),
    });
    const ann = await join('ann');
    await sleep(1500);
    expect(ann.socket.readyState).toBe(ann.socket.OPEN);
    isAway = false;
    expect(await ann.closed).toBe(4401);
  });

  test('a graceful stop closes sockets with the restart code', async () => {
    const { join, close } = await liveFixture(pool);
    const ann = await join('ann');
    await close();
    expect(await ann.closed).toBe(1012);
  });
});
