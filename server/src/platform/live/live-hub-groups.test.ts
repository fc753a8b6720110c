import { expect, test } from 'vitest';
import type { LiveClient } from '#server/testing/live/live-client.ts';
import { liveFixture } from '#server/testing/live/live-fixture.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const { pool } = await testDatabase();

const JOIN = { type: 'register_emergency_donor' };
const LEAVE = { type: 'unregister_emergency_donor' };
const FRESH = { type: 'resume', lastEventId: null };
const nthsOf = (client: LiveClient): unknown[] =>
  client.received.flatMap(({ data }) => data?.['conversationId'] ?? []);

/** Sends frames and waits until they are handled. */
async function send(client: LiveClient, ...frames: readonly object[]): Promise<void> {
  const errors = (): number => client.received.filter(({ type }) => type === 'error').length;
  const before = errors();
  for (const frame of [...frames, 'no frame at all']) client.send(frame);
  await expect.poll(errors).toBeGreaterThan(before);
}

test('delivers events for a group to its sockets only, not to other sockets of the same person or after leaving', async () => {
  const { append, join } = await liveFixture(pool);
  const [inside, beside, left] = [await join('ann'), await join('ann'), await join('ann')];
  await send(inside, JOIN, JOIN, FRESH);
  await send(beside, FRESH);
  await send(left, JOIN, LEAVE, FRESH);
  await append({ nth: 'for-runners', isForRunners: true });
  // the receivers of an event are decided on delivery
  await inside.waitFor(({ data }) => data?.['conversationId'] === 'for-runners');
  await send(left, JOIN);
  await append({ nth: 'again', isForRunners: true });
  await append({ nth: 'end' });
  for (const client of [inside, beside, left])
    await client.waitFor(({ data }) => data?.['conversationId'] === 'end');
  expect([inside, beside, left].map(nthsOf)).toEqual([
    ['for-runners', 'again', 'end'],
    ['end'],
    ['again', 'end'],
  ]);
});

test('a reconnected socket is not in a group until it joins, and gets missed events by its groups at replay', async () => {
  const { append, join } = await liveFixture(pool);
  const first = await join('ann');
  await send(first, JOIN, FRESH);
  await append({ nth: 'seen', isForRunners: true });
  const { id } = await first.waitFor(({ data }) => data?.['conversationId'] === 'seen');
  await first.leave();
  await append({ nth: 'missed', isForRunners: true });
  const resume = { type: 'resume', lastEventId: id ?? null };
  const [without, within] = [await join('ann'), await join('ann')];
  await send(without, resume);
  await send(within, JOIN, resume);
  await append({ nth: 'end' });
  for (const client of [without, within])
    await client.waitFor(({ data }) => data?.['conversationId'] === 'end');
  expect([without, within].map(nthsOf)).toEqual([['end'], ['missed', 'end']]);
});
