import { connect } from 'node:net';
import { DISPLACED_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import type { LiveClient } from '#server/test/live/live-client.ts';
import { liveFixture } from '#server/test/live/live-fixture.ts';
import { longTest } from '#server/test/long-run.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool } = await testDatabase();
const ID = '01932d70-0000-7000-8000-000000000000';
const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const isError = ({ type }: { type: string }): boolean => type === 'error';

describe('frames', () => {
  test('that cannot be read get an error each, and the socket stays open', async () => {
    const { join } = await liveFixture(pool);
    const ann = await join('ann');
    const malformed = [
      ...['hello', '[]', 'null', { type: 'toString' }, { conversationId: ID }],
      { type: 'subscribe_heat_map_updates', bounds: { north: 91 } },
    ];
    for (const frame of malformed) ann.send(frame);
    ann.send({ type: 'since', position: 'nothing' });
    await ann.waitFor(({ type }) => type === 'changed');
    const refusal = { type: 'error', code: 'malformed', message: "We couldn't read that." };
    expect(ann.received.filter(isError)).toEqual(malformed.map(() => refusal));
  });

  test("refuses a userId other than the session's", async () => {
    const { join } = await liveFixture(pool);
    const ann = await join('ann');
    ann.send({ type: 'join_conversation', conversationId: ID, userId: 'bob' });
    await ann.waitFor(isError);
    ann.send({ type: 'subscribe_heat_map_updates', userId: 'bob', bounds: {} });
    ann.send({ type: 'join_conversation', conversationId: ID, userId: 'ann' });
    ann.send({ type: 'since', position: 'nothing' });
    await ann.waitFor(({ type }) => type === 'changed');
    const refusal = {
      type: 'error',
      code: 'foreign-user',
      message: "That's not who you're signed in as.",
    };
    expect(ann.received.filter(isError)).toEqual([refusal, refusal]);
  });

  test('closes the socket for frames that are too large, too many or binary', async () => {
    const { join } = await liveFixture(pool);
    const [large, many, binary] = [await join('ann'), await join('ann'), await join('ann')];
    const [pings, steady] = [await join('ann'), await join('bob')];
    large.send('x'.repeat(64 * 1024 + 1));
    expect(await large.closed).toBe(1009);
    for (let i = 0; i < 2000; i++) many.send({ type: 'join_conversation', conversationId: ID });
    expect(await many.closed).toBe(1008);
    binary.socket.send(Buffer.from([1, 2]));
    expect(await binary.closed).toBe(1003);
    for (let i = 0; i < 200; i++) pings.socket.ping();
    expect(await pings.closed).toBe(1008);
    for (let handled = 1; handled <= 3; handled++) {
      for (let i = 0; i < 30; i++) steady.send({ type: 'join_conversation', conversationId: ID });
      steady.send({ type: 'no such frame' });
      await expect.poll(() => steady.received.filter(isError)).toHaveLength(handled);
    }
  });

  test('closes the socket for a fast series of single frames', async () => {
    const { join } = await liveFixture(pool);
    const ann = await join('ann');
    const sending = setInterval(() => ann.send({ type: 'join_conversation', conversationId: ID }), 4);
    expect(await ann.closed).toBe(1008);
    clearInterval(sending);
  });
});

describe('upgrades', () => {
  test('from pages of others, or without a session, are refused', async () => {
    const { refusal } = await liveFixture(pool);
    const foreign = ['https://evil.example', 'https://evilfood.example', 'http://food.example', 'null'];
    for (const origin of foreign) expect([origin, await refusal({ origin })]).toEqual([origin, 403]);
    expect(await refusal({ cookie: 'nobody' })).toBe(401);
  });

  test('returns 404 for other paths', async () => {
    const { refusal, app } = await liveFixture(pool);
    expect(await refusal({}, '/')).toBe(404);
    expect(await refusal({}, '/ws/more')).toBe(404);
    expect(await refusal({}, '//[')).toBe(404);
    expect((await app.inject({ url: '/ws' })).statusCode).toBe(400);
  });

  test('disconnects refused clients that do not hang up', async () => {
    const { address } = await liveFixture(pool);
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    const heard: string[] = [];
    socket.on('data', (data) => heard.push(data.toString('latin1')));
    const isReset = new Promise<string>((resolve) => {
      socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
    });
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: food.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://evil.example\r\n\r\n',
    );
    await expect.poll(() => heard.join('')).toContain('403');
    // once the server has disconnected, sends fail
    const writing = setInterval(() => socket.write('x'), 20);
    expect(['ECONNRESET', 'EPIPE']).toContain(await isReset);
    clearInterval(writing);
  });

  test('limits attempts by network address', async () => {
    const limits = makeRateLimits({ db: openDatabase(pool), secret: 'a secret' });
    const spendAttempt = (address: string) => limits.spend('address-sign-up', address);
    const { refusal, join } = await liveFixture(pool, { spendAttempt });
    for (let nth = 0; nth < 30; nth++) {
      await (await join('ann')).leave();
      expect(await refusal({ cookie: 'nobody' })).toBe(401);
    }
    expect(await refusal({})).toBe(429);
  });

  test('a person keeps twenty sockets: one more closes their oldest, and not other people’s', async () => {
    const { append, join } = await liveFixture(pool);
    const bob = await join('bob');
    const sockets: LiveClient[] = [];
    for (let nth = 0; nth < 20; nth++) sockets.push(await join('ann'));
    const [oldest, ...others] = sockets;
    if (!oldest) throw new Error('no socket');
    const newest = await join('ann');
    expect(await oldest.closed).toBe(DISPLACED_CLOSE_CODE);
    const left = [bob, newest, ...others];
    await append({ nth: 'after', to: ['ann', 'bob'] });
    await Promise.all(left.map((client) => client.waitFor(({ data }) => data?.['listingId'] === 'after')));
  });

  test('refuses connections beyond the share of an address until one has closed', async () => {
    const { refusal, join } = await liveFixture(pool, { connectionsPerAddress: 2 });
    const [first] = [await join('ann'), await join('bob')];
    expect(await refusal({})).toBe(429);
    await first.leave();
    await expect.poll(async () => join('ann').catch(() => null)).not.toBeNull();
    // refused connections do not count
    expect(await refusal({ cookie: 'nobody' })).toBe(429);
  });
});

longTest(
  'fifty people of one address keep twenty sockets each; one more is refused',
  async () => {
    const { join, refusal, sessions, close } = await liveFixture(pool);
    const people = Array.from({ length: 51 }, (_, nth) => `person-${nth}`);
    for (const id of people) sessions.set(id, { userId: id, sessionId: `${id}-1` });
    const [late = '', ...early] = people;
    const all = await Promise.all(early.flatMap((id) => Array.from({ length: 20 }, () => join(id))));
    expect(all.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(1000);
    expect(await refusal({ cookie: late })).toBe(429);
    await all[0]?.leave();
    await expect.poll(async () => join(late).catch(() => null)).not.toBeNull();
    await close();
  },
  120_000,
);

describe('slow and silent readers', () => {
  /** One client reads nothing of 12 MB, the other all. Returns how many sockets are left, and the slow client. */
  async function stall(limits: { readonly bufferedBytesAtMost?: number } = {}) {
    const { append, join, app } = await liveFixture(pool, limits);
    const [slow, quick] = [await join('ann'), await join('bob')];
    await append({ nth: 'ready', to: ['ann', 'bob'] });
    await Promise.all([slow, quick].map((each) => each.waitFor(({ type }) => type === 'heat_map_update')));
    slow.socket.pause();
    const filler = 'x'.repeat(200_000);
    for (let i = 0; i < 60; i++) await append({ nth: filler, to: ['ann', 'bob'] });
    await append({ nth: 'end', to: ['ann', 'bob'] });
    await quick.waitFor(({ data }) => data?.['listingId'] === 'end');
    expect(quick.received.filter(({ type }) => type === 'heat_map_update')).toHaveLength(62);
    return { left: await connectionsOf(app), slow };
  }

  test('drops a client that leaves 1 MB unread; others get everything', async () => {
    const { left, slow } = await stall();
    expect(left).toBe(1);
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
    expect(slow.received.length).toBeLessThan(62);
  });

  longTest('mutant: without a limit on unread bytes, a client that does not read is kept', async () => {
    const { left } = await stall({ bufferedBytesAtMost: Number.POSITIVE_INFINITY });
    expect(left).toBe(2);
  });

  test('drops a client that sends pings without reading', async () => {
    const { join, app } = await liveFixture(pool);
    const ann = await join('ann');
    ann.socket.pause();
    const filler = Buffer.alloc(125);
    for (let i = 0; i < 20_000; i++) ann.socket.ping(filler);
    await expect.poll(async () => connectionsOf(app), { timeout: 20_000 }).toBe(0);
  });

  test('sends alive with the position on a quiet socket', async () => {
    const { append, join } = await liveFixture(pool, { pingEveryMs: 100 });
    const ann = await join('ann');
    const { position } = await ann.waitFor(({ type }) => type === 'alive');
    await ann.leave();
    await append({ nth: 'missed', to: ['ann'] });
    const back = await join('ann');
    back.send({ type: 'since', position });
    expect((await back.waitFor(({ type }) => type === 'changed')).topics).toEqual(['messages']);
  });

  test('drops a client that does not answer a ping', async () => {
    const { join } = await liveFixture(pool, { pingEveryMs: 100 });
    const [silent, alive] = [await join('ann', { autoPong: false }), await join('bob')];
    expect(await silent.closed).toBe(1006);
    const beats = (): number => alive.received.filter(({ type }) => type === 'alive').length;
    await expect.poll(beats).toBeGreaterThan(4);
  });
});
