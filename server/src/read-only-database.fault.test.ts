import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { startApp } from '#server/test/app-process.ts';
import { testDatabase } from '#server/test/test-database.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-read-only-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

test('a database that fails over is away while it is read-only, and back within a second of taking writes again', async () => {
  const { pool, connection } = await testDatabase();
  const app = await startApp(dataDir, { DATABASE_URL: databaseUrlOf(connection), DEMO: 'off' });
  onTestFinished(async () => void (await app.end('SIGTERM')));
  const signUp = async (name: string): Promise<number> => {
    const response = await fetch(`${app.address}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin: app.address, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${name}@example.org`,
        password: 'a good long password',
        firstName: 'Ana',
      }),
    });
    return response.status;
  };
  const ready = async (): Promise<number> => (await fetch(`${app.address}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  expect(await signUp('before')).toBe(200);

  // as a failover: all connections end, and new ones reach a server that takes no writes yet
  const name = connection.database;
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  await expect.poll(ready).toBe(503);
  expect(await signUp('meanwhile')).toBe(503);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);

  // connections that are kept would stay read-only
  await pool.query(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(ready, { interval: 20, timeout: 5000 }).toBe(200);
  expect(await signUp('afterwards')).toBe(200);
});
