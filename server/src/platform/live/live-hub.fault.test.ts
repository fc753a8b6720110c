import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeJobRunner } from '#server/platform/jobs.ts';
import type { ReceivedMessage } from '#server/testing/live/live-client.ts';
import { liveFixture } from '#server/testing/live/live-fixture.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-live-'));
const server = await startEmbeddedPostgres(folder, { log: () => {}, durable: false });
const pool = openPool(server.connection);
await migrate(pool);
afterAll(async () => {
  await pool.end();
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Kills all processes of PostgreSQL and waits until it is restarted. */
async function killDatabase(): Promise<void> {
  const back = new Promise<void>((resolve) => server.onRestart(resolve));
  const pid = Number(fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await back;
}

const isHint = (nth: string) => (message: ReceivedMessage) => message.data?.['conversationId'] === nth;

test('sockets survive a restart of the database and get later events', async () => {
  const { append, join } = await liveFixture(pool, { sessionTrustedMs: 0 });
  const ann = await join('ann');
  ann.send({ type: 'resume', lastEventId: null });
  await append({ nth: 'before' });
  await ann.waitFor(isHint('before'));
  await killDatabase();
  await expect
    .poll(
      async () =>
        append({ nth: 'after' }).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  await ann.waitFor(isHint('after'), 30_000);
  expect(ann.socket.readyState).toBe(ann.socket.OPEN);
  expect(ann.received.some(({ type }) => type === 'resync')).toBe(false);
});

test('jobs continue after the database was killed twice', async () => {
  const done: unknown[] = [];
  const jobs = makeJobRunner({
    pool,
    log: { warn: () => {}, error: () => {} },
    tasks: { note: { run: async (payload) => done.push(payload) } },
  });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  const db = openDatabase(pool);
  // the first time while the workers look up their tasks
  for (const nth of [1, 2]) {
    await killDatabase();
    await sleep(300);
    await expect
      .poll(
        async () =>
          inTransaction({ db }, (tx) => jobs.add(tx, 'note', { nth })).then(
            () => true,
            () => false,
          ),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
    await expect.poll(() => done, { timeout: 60_000 }).toContainEqual({ nth });
  }
});
