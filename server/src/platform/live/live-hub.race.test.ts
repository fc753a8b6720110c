import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { ReceivedMessage } from '#server/testing/live/live-client.ts';
import { liveFixture } from '#server/testing/live/live-fixture.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const isResync = ({ type }: ReceivedMessage): boolean => type === 'resync';
const nthIs = (nth: string) => (message: ReceivedMessage) => message.data?.['conversationId'] === nth;

test('while an open transaction holds events back, connected and reconnected sockets have to refetch after 5 s', async () => {
  const { pool, connection } = await testDatabase();
  const { append, join } = await liveFixture(pool);
  const idle = new Client(connection);
  await idle.connect();
  onTestFinished(() => idle.end());
  const ann = await join('ann');
  ann.send({ type: 'resume', lastEventId: null });
  await append({ nth: 'before' });
  const { id } = await ann.waitFor(nthIs('before'));

  await idle.query('begin');
  await idle.query('select pg_current_xact_id()');
  const heldMs = performance.now();
  await append({ nth: 'held' });
  await ann.waitFor(isResync, 30_000);
  expect(performance.now() - heldMs).toBeGreaterThan(5000);
  const back = await join('ann');
  back.send({ type: 'resume', lastEventId: id });
  await back.waitFor(isResync);

  await idle.query('rollback');
  await Promise.all([ann, back].map((each) => each.waitFor(nthIs('held'))));
  await append({ nth: 'after' });
  await Promise.all([ann, back].map((each) => each.waitFor(nthIs('after'))));
  await sleep(300);
  // one resync, then the events held back and those after them, once each
  expect(ann.received.map(({ data, type }) => data?.['conversationId'] ?? type)).toEqual([
    'hello',
    'before',
    'resync',
    'held',
    'after',
  ]);
  expect(back.received.map(({ data, type }) => data?.['conversationId'] ?? type)).toEqual([
    'hello',
    'resync',
    'held',
    'after',
  ]);
});
