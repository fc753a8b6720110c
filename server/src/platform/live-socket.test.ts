import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { liveGround } from '#server/testing/live-ground.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const { pool } = await testDatabase();
const ID = '01932d70-0000-7000-8000-000000000000';
const isError = ({ type }: { type: string }): boolean => type === 'error';

describe('frames', () => {
  test.each([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['null', 'null'],
    ['an unknown type', { type: 'toString' }],
    ['no type', { conversationId: ID }],
    ['a place off the Earth', { type: 'subscribe_heat_map_updates', bounds: { north: 91 } }],
    ['an id too long', { type: 'resume', lastEventId: 'x'.repeat(5000) }],
  ])('%s is answered with an error and the socket lives on', async (_what, frame) => {
    const { join } = await liveGround(pool);
    const ann = await join('ann');
    ann.say(frame);
    expect(await ann.hears(isError)).toEqual({ type: 'error', message: 'We could not read that.' });
    ann.say({ type: 'resume', lastEventId: 'nothing' });
    await ann.hears(({ type }) => type === 'resync');
  });

  test("a userId that is not the session's is refused, its own is not", async () => {
    const { join } = await liveGround(pool);
    const ann = await join('ann');
    ann.say({ type: 'join_conversation', conversationId: ID, userId: 'bob' });
    await ann.hears(isError);
    ann.say({ type: 'subscribe_heat_map_updates', userId: 'bob', bounds: {} });
    ann.say({ type: 'join_conversation', conversationId: ID, userId: 'ann' });
    ann.say({ type: 'resume', lastEventId: 'nothing' });
    await ann.hears(({ type }) => type === 'resync');
    const refusal = { type: 'error', message: 'That is not who you are signed in as.' };
    expect(ann.told.filter(isError)).toEqual([refusal, refusal]);
  });

  test('a refusal is one sentence', async () => {
    const { join } = await liveGround(pool);
    const ann = await join('ann');
    ann.say({ type: 'join_conversation', conversationId: ID.replace(/^0/, '1') });
    expect((await ann.hears(isError)).message).toBe('We could not find that conversation.');
  });

  test('frames too large, too many or not text close the socket', async () => {
    const { join } = await liveGround(pool);
    const [large, many, binary] = [await join('ann'), await join('ann'), await join('ann')];
    large.say('x'.repeat(64 * 1024 + 1));
    expect(await large.closed).toBe(1009);
    for (let i = 0; i < 2000; i++) many.say({ type: 'join_conversation', conversationId: ID });
    expect(await many.closed).toBe(1008);
    binary.socket.send(Buffer.from([1, 2]));
    expect(await binary.closed).toBe(1003);
  });
});

describe('upgrades', () => {
  test.each([
    ['from a foreign page', { origin: 'https://evil.example' }, 403],
    ['from a page whose name only ends like ours', { origin: 'https://evilfood.example' }, 403],
    ['from a page on our name without TLS', { origin: 'http://food.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['without a session', { cookie: 'nobody' }, 401],
  ])('%s are refused', async (_what, headers, status) => {
    const { refusal } = await liveGround(pool);
    expect(await refusal(headers)).toBe(status);
  });

  test('anywhere else are not found', async () => {
    const { refusal, app } = await liveGround(pool);
    expect(await refusal({}, '/')).toBe(404);
    expect(await refusal({}, '/ws/more')).toBe(404);
    expect(await refusal({}, '//[')).toBe(404);
    expect((await app.inject({ url: '/ws' })).statusCode).toBe(400);
  });

  test('beyond the share of an address wait until one has left', async () => {
    const { refusal, join } = await liveGround(pool, { connectionsPerAddress: 2 });
    const [first] = [await join('ann'), await join('bob')];
    expect(await refusal({})).toBe(429);
    await first.leave();
    await expect.poll(async () => join('ann').catch(() => null)).not.toBeNull();
    // those that were refused take nothing from the share
    expect(await refusal({ cookie: 'nobody' })).toBe(429);
  });
});

describe('slow and silent readers', () => {
  test('one that does not read is dropped, and the others hear everything', async () => {
    const { append, join } = await liveGround(pool);
    const [slow, quick] = [await join('ann'), await join('bob')];
    for (const each of [slow, quick]) each.say({ type: 'resume', lastEventId: null });
    await append({ nth: 'ready' });
    await Promise.all([slow, quick].map((each) => each.hears(({ type }) => type === 'conversation_read')));
    slow.socket.pause();
    const filler = 'x'.repeat(200_000);
    for (let i = 0; i < 60; i++) await append({ nth: filler });
    await append({ nth: 'end' });
    await quick.hears(({ data }) => data?.['conversationId'] === 'end');
    expect(quick.told.filter(({ type }) => type === 'conversation_read')).toHaveLength(62);
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
    expect(slow.told.length).toBeLessThan(62);
  });

  test('one that does not answer a ping is dropped', async () => {
    const { join } = await liveGround(pool, { pingEveryMs: 100 });
    const [silent, alive] = [await join('ann', { autoPong: false }), await join('bob')];
    expect(await silent.closed).toBe(1006);
    await sleep(250);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });
});
