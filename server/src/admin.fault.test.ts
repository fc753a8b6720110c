import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runAdmin, startAdmin } from '#server/test/admin-process.ts';
import { startApp } from '#server/test/app-process.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-admin-own-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const env = { DATA_DIR: dataDir, TIME_ZONE: 'UTC' };
const admin = (...words: readonly string[]) => runAdmin(env, ...words);
const postmaster = (): string | null => {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? null) : null;
};

test('runs with an embedded PostgreSQL, beside a running server and without one, and disturbs neither', async () => {
  const app = await startApp(dataDir, { DEMO: 'off' });
  const origin = app.address;
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
  expect((await signIn(origin, 'up')).status).toBe(200);
  const running = postmaster();

  // simultaneous calls, beside the server, which keeps running
  const answers = await Promise.all([admin('grant', 'ana@example.org'), admin('log')]);
  expect(answers.map(({ code, err }) => [code, err])).toEqual(answers.map(() => [0, '']));
  expect(postmaster()).toBe(running);
  expect((await signIn(origin, 'in')).status).toBe(200);
  expect(app.exitCode()).toBeNull();

  await app.end('SIGTERM');
  expect(postmaster()).toBeNull();
  expect(await admin('pause', 'ana@example.org', 'away')).toMatchObject({ code: 0, err: '' });
  // the server has stopped its own PostgreSQL
  expect(postmaster()).toBeNull();
  expect((await admin('log')).out).toMatch(/pause.+\n.+grant/);
  // simultaneous calls without a server: the call that started the database does not stop it under the others
  const together = await Promise.all([admin('log'), admin('log'), admin('pause', 'nobody@example.org')]);
  expect(together.map(({ code }) => code)).toEqual([0, 0, 1]);
  expect(postmaster()).toBeNull();
  // interrupted while the database starts: no process is left behind
  const interrupted = startAdmin(env, 'resume', 'ana@example.org');
  await vi.waitFor(() => expect(postmaster()).not.toBeNull(), { timeout: 60_000, interval: 5 });
  interrupted.interrupt();
  expect(await interrupted.answer).toEqual({ code: 130, out: '', err: 'Nothing was changed.\n' });
  expect(postmaster()).toBeNull();

  const again = await startApp(dataDir, { DEMO: 'off' });
  const answer: unknown = await (await signIn(again.address, 'in')).json();
  expect(answer).toMatchObject({ isAdmin: true, paused: true });
  // a killed server leaves its database running: the command uses it and leaves it running
  await again.end('SIGKILL');
  const left = postmaster();
  expect(left).not.toBeNull();
  expect(await admin('resume', 'ana@example.org')).toMatchObject({ code: 0, err: '' });
  expect(postmaster()).toBe(left);
  const last = await startApp(dataDir, { DEMO: 'off' });
  await last.end('SIGTERM');
  expect(postmaster()).toBeNull();
}, 300_000);
