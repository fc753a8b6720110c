import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runAdmin, startAdmin } from '#server/test/admin-process.ts';
import { startApp } from '#server/test/app-process.ts';
import { longTest } from '#server/test/long-run.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-admin-own-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const env = { DATA_DIR: dataDir, TIME_ZONE: 'UTC' };
const admin = (...words: readonly string[]) => runAdmin(env, ...words);
const postmaster = (): string | null => {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? null) : null;
};

const signIn = async (at: string, way: 'in' | 'up') =>
  fetch(`${at}/api/auth/sign-${way}/email`, {
    method: 'POST',
    headers: { origin: at, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'ana@example.org',
      password: 'a good long password',
      firstName: 'Ana',
      lastName: 'Bell',
    }),
  });

test('runs with an embedded PostgreSQL, beside a running server and without one, and disturbs neither', async () => {
  const app = await startApp(dataDir, { DEMO: 'off' });
  expect((await signIn(app.address, 'up')).status).toBe(200);
  const running = postmaster();

  // simultaneous calls, beside the server, which keeps running
  const answers = await Promise.all([admin('grant', 'ana@example.org'), admin('log')]);
  expect(answers.map(({ code, err }) => [code, err])).toEqual(answers.map(() => [0, '']));
  expect(postmaster()).toBe(running);
  expect((await signIn(app.address, 'in')).status).toBe(200);
  expect(app.exitCode()).toBeNull();

  await app.end('SIGTERM');
  expect(postmaster()).toBeNull();
  expect(await admin('pause', 'ana@example.org', 'away')).toMatchObject({ code: 0, err: '' });
  // the server has stopped its own PostgreSQL
  expect(postmaster()).toBeNull();
  // simultaneous calls without a server: the call that started the database does not stop it under the others
  const together = await Promise.all([admin('log'), admin('log'), admin('pause', 'nobody@example.org')]);
  expect(together.map(({ code }) => code)).toEqual([0, 0, 1]);
  expect(together[0].out).toMatch(/pause.+\n.+grant/);
  expect(postmaster()).toBeNull();
});

longTest('leaves no process when it is interrupted, and a killed server’s database running', async () => {
  const interrupted = startAdmin(env, 'resume', 'ana@example.org');
  await vi.waitFor(() => expect(postmaster()).not.toBeNull(), { timeout: 60_000, interval: 5 });
  interrupted.interrupt();
  expect(await interrupted.answer).toEqual({ code: 130, out: '', err: 'Nothing was changed.\n' });
  expect(postmaster()).toBeNull();

  const app = await startApp(dataDir, { DEMO: 'off' });
  const answer: unknown = await (await signIn(app.address, 'in')).json();
  expect(answer).toMatchObject({ isAdmin: true, paused: true });
  await app.end('SIGKILL');
  const left = postmaster();
  expect(left).not.toBeNull();
  expect(await admin('resume', 'ana@example.org')).toMatchObject({ code: 0, err: '' });
  expect(postmaster()).toBe(left);
  const last = await startApp(dataDir, { DEMO: 'off' });
  await last.end('SIGTERM');
  expect(postmaster()).toBeNull();
});
