import { boundsAround, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { describe, expect, test } from 'vitest';
import { LOG_START } from '#server/platform/events/event-log-position.ts';
import {
  newConnection,
  makeConnections,
  type SocketTransport,
} from '#server/platform/live/live-hub-connection.ts';
import { liveTopic } from '#server/platform/live/live-topic.ts';
import type { LiveClient, ReceivedMessage } from '#server/testing/live/live-client.ts';
import { liveFixture } from '#server/testing/live/live-fixture.ts';
import { hints } from '#server/testing/live/live-hints.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const { pool } = await testDatabase();

const CHELSEA: GeoPoint = { latitude: 40.7465, longitude: -74.0014 };
const HARLEM: GeoPoint = { latitude: 40.8116, longitude: -73.9465 };
/** North of Fiji, on the far side of the antimeridian. */
const TAVEUNI: GeoPoint = { latitude: -16.85, longitude: -179.97 };

const around = (center: GeoPoint, radiusM = 1500) => ({
  type: 'subscribe_heat_map_updates',
  bounds: boundsAround(center, radiusM),
});
const nthIs = (nth: string) => (message: ReceivedMessage) => message.data?.['conversationId'] === nth;
const nthsOf = (client: LiveClient): unknown[] =>
  client.received.filter(({ data }) => data).map(({ data }) => data?.['conversationId']);

/** Sends a frame and waits until all frames before it are handled. */
async function send(client: LiveClient, ...frames: object[]): Promise<void> {
  const errors = (): number => client.received.filter(({ type }) => type === 'error').length;
  const before = errors();
  for (const frame of frames) client.send(frame);
  client.send('no frame at all');
  await expect.poll(errors).toBeGreaterThan(before);
}

describe('an event at a point', () => {
  test('is delivered once to sockets whose bounds contain it and to the people it names', async () => {
    const { append, join } = await liveFixture(pool);
    const [near, far, nowhere] = [await join('ann'), await join('bob'), await join('bob')];
    await send(near, around(CHELSEA), { type: 'resume', lastEventId: null });
    await send(far, around(HARLEM), { type: 'resume', lastEventId: null });
    await send(nowhere, { type: 'resume', lastEventId: null });
    await append({ nth: 'chelsea', at: CHELSEA });
    await append({ nth: 'harlem', at: HARLEM });
    await append({ nth: 'chelsea-of-ann', at: CHELSEA, to: ['ann'] });
    await append({ nth: 'harlem-of-ann', at: HARLEM, to: ['ann', 'ann'] });
    await append({ nth: 'no-place', at: null });
    await append({ nth: 'end' });
    await Promise.all([near, far, nowhere].map((each) => each.waitFor(nthIs('end'))));
    expect(nthsOf(near)).toEqual(['chelsea', 'chelsea-of-ann', 'harlem-of-ann', 'no-place', 'end']);
    expect(nthsOf(far)).toEqual(['harlem', 'harlem-of-ann', 'no-place', 'end']);
    expect(nthsOf(nowhere)).toEqual(['end']);
  });

  test('is delivered across the antimeridian', async () => {
    const { append, join } = await liveFixture(pool);
    const ann = await join('ann');
    await send(ann, around({ latitude: -16.85, longitude: 179.97 }, 20_000), {
      type: 'resume',
      lastEventId: null,
    });
    await append({ nth: 'taveuni', at: TAVEUNI });
    await ann.waitFor(nthIs('taveuni'));
  });

  test('is delivered by the current bounds: nothing from before they moved, nothing twice', async () => {
    const { append, join } = await liveFixture(pool);
    const [ann, witness] = [await join('ann'), await join('bob')];
    for (const each of [ann, witness]) await send(each, { type: 'resume', lastEventId: null });
    const rounds = Array.from({ length: 12 }, (_, i) => (i % 2 ? HARLEM : CHELSEA));
    for (const [i, place] of rounds.entries()) {
      await send(ann, around(place));
      await append({ nth: `chelsea-${i}`, at: CHELSEA });
      await append({ nth: `harlem-${i}`, at: HARLEM });
      // for everyone, so that both are past the two
      await append({ nth: `all-${i}` });
      await Promise.all([ann, witness].map((each) => each.waitFor(nthIs(`all-${i}`))));
    }
    expect(nthsOf(ann)).toEqual(
      rounds.flatMap((place, i) => [`${place === CHELSEA ? 'chelsea' : 'harlem'}-${i}`, `all-${i}`]),
    );
    expect(nthsOf(witness)).toEqual(rounds.map((_, i) => `all-${i}`));
  });

  test('is not delivered again when the session is checked after many unrelated events', async () => {
    const { append, join } = await liveFixture(pool, { sessionTrustedMs: 0 });
    const ann = await join('ann');
    await send(ann, around(CHELSEA), { type: 'resume', lastEventId: null });
    await append({ nth: '1', at: CHELSEA });
    await ann.waitFor(nthIs('1'));
    const witness = await join('bob');
    await send(witness, around(HARLEM), { type: 'resume', lastEventId: null });
    for (const nth of ['2', '3', '4']) await append({ nth, at: HARLEM });
    await witness.waitFor(nthIs('4'));
    await send(ann, around(HARLEM));
    // each of these is a replay from her position: events from before she watched the place are not in it
    await append({ nth: '5', at: HARLEM });
    await append({ nth: '6', at: HARLEM });
    await ann.waitFor(nthIs('6'));
    expect(nthsOf(ann)).toEqual(['1', '5', '6']);
  });

  test('is never missed after the server has confirmed the bounds', async () => {
    const { append, join } = await liveFixture(pool);
    const ann = await join('ann');
    const watching = (): unknown[] =>
      ann.received.filter(({ type }) => type === 'watching').map(({ bounds }) => bounds);
    await send(ann, { type: 'resume', lastEventId: null });
    for (const [nth, place] of [CHELSEA, HARLEM, CHELSEA].entries()) {
      ann.send(around(place, 1000 + nth));
      await expect.poll(watching).toHaveLength(nth + 1);
      expect(watching().at(-1)).toEqual(boundsAround(place, 1000 + nth));
      await append({ nth: `there-${nth}`, at: place });
      await ann.waitFor(nthIs(`there-${nth}`));
    }
    const back = await join('ann');
    await send(back, around(HARLEM), { type: 'resume', lastEventId: ann.received.at(-1)?.id ?? '' });
    expect(back.received.find(({ type }) => type === 'watching')).toEqual({
      ...around(HARLEM),
      type: 'watching',
    });
  });

  test('is delivered by bounds that changed while it was prepared', async () => {
    const gate = Promise.withResolvers<void>();
    const lookedUp = Promise.withResolvers<void>();
    const slow = liveTopic<{ nth: string; at: GeoPoint }>()({
      ...hints,
      async prepare({ nth }) {
        if (nth !== 'slow') return;
        lookedUp.resolve();
        await gate.promise;
      },
    });
    const { append, join } = await liveFixture(pool, { topics: [slow] });
    const [ann, bob] = [await join('ann'), await join('bob')];
    await send(ann, around(HARLEM), { type: 'resume', lastEventId: null });
    await send(bob, around(CHELSEA), { type: 'resume', lastEventId: null });
    await append({ nth: 'slow', at: CHELSEA });
    await lookedUp.promise;
    await send(ann, around(CHELSEA));
    await send(bob, around(HARLEM));
    gate.resolve();
    await ann.waitFor(nthIs('slow'));
    await append({ nth: 'end', at: HARLEM });
    await bob.waitFor(nthIs('end'));
    expect(nthsOf(bob)).toEqual(['end']);
  });

  test('is replayed by the bounds of the reconnected socket', async () => {
    const { append, join } = await liveFixture(pool);
    const before = await join('ann');
    await send(before, around(CHELSEA), { type: 'resume', lastEventId: null });
    await append({ nth: 'seen', at: CHELSEA });
    const { id } = await before.waitFor(nthIs('seen'));
    await before.leave();
    for (const nth of ['1', '2', '3']) {
      await append({ nth: `chelsea-${nth}`, at: CHELSEA });
      await append({ nth: `harlem-${nth}`, at: HARLEM });
    }
    const [back, elsewhere, without] = [await join('ann'), await join('ann'), await join('ann')];
    await send(back, around(CHELSEA), { type: 'resume', lastEventId: id });
    await send(elsewhere, around(HARLEM), { type: 'resume', lastEventId: id });
    await send(without, { type: 'resume', lastEventId: id });
    await append({ nth: 'end' });
    await Promise.all([back, elsewhere, without].map((each) => each.waitFor(nthIs('end'))));
    expect(nthsOf(back)).toEqual(['chelsea-1', 'chelsea-2', 'chelsea-3', 'end']);
    expect(nthsOf(elsewhere)).toEqual(['harlem-1', 'harlem-2', 'harlem-3', 'end']);
    expect(nthsOf(without)).toEqual(['end']);
  });

  test('costs no lookup if no socket watches that point', async () => {
    const lookedUp: unknown[] = [];
    const counted = liveTopic<{ nth: string; at: GeoPoint }>()({
      ...hints,
      async prepare({ nth }) {
        lookedUp.push(nth);
      },
    });
    const { append, join } = await liveFixture(pool, { topics: [counted] });
    const ann = await join('ann');
    await send(ann, around(CHELSEA), { type: 'resume', lastEventId: null });
    for (let nth = 0; nth < 5; nth++) await append({ nth: `harlem-${nth}`, at: HARLEM });
    await append({ nth: 'chelsea', at: CHELSEA });
    await ann.waitFor(nthIs('chelsea'));
    expect(lookedUp).toEqual(['chelsea']);
  });

  test('limits the rate of bounds, and a closed socket watches nothing', async () => {
    const { append, join } = await liveFixture(pool);
    const [ann, bob] = [await join('ann'), await join('bob')];
    await send(bob, around(CHELSEA), { type: 'resume', lastEventId: null });
    for (let nth = 0; nth < 200; nth++) ann.send(around(CHELSEA, 100 + nth));
    expect(await ann.closed).toBe(1008);
    await append({ nth: 'after', at: CHELSEA });
    await bob.waitFor(nthIs('after'));
    expect(nthsOf(ann)).toEqual([]);
  });
});

describe('the index of sockets', () => {
  const end: SocketTransport = { send: () => {}, close: () => {} };
  const connectionOf = (userId: string) =>
    newConnection(
      {
        viewer: { userId, sessionId: userId, bounds: null, groups: new Set() },
        end,
        isSessionValid: async () => true,
        position: LOG_START,
      },
      0,
    );

  test('finds sockets by their current bounds until they close, also if a late frame sets bounds', () => {
    const connections = makeConnections();
    const [ann, bob] = [connectionOf('ann'), connectionOf('bob')];
    for (const each of [ann, bob]) connections.add(each);
    expect([...connections.lookingAt(null)]).toEqual([]);
    connections.watchBounds(ann, boundsAround(CHELSEA, 1000));
    connections.watchBounds(bob, boundsAround(CHELSEA, 1000));
    connections.watchBounds(bob, boundsAround(HARLEM, 1000));
    expect([...connections.lookingAt(CHELSEA)]).toEqual([ann]);
    expect([...connections.lookingAt(HARLEM)]).toEqual([bob]);
    expect(bob.viewer.bounds).toEqual(boundsAround(HARLEM, 1000));
    connections.remove(bob);
    connections.watchBounds(bob, boundsAround(CHELSEA, 1000));
    expect([...connections.lookingAt(CHELSEA)]).toEqual([ann]);
    expect([...connections.lookingAt(null)]).toEqual([ann]);
  });
});
