import fs from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { StartupError } from '#server/platform/startup-error.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { testApp } from '#server/test/test-app.ts';
import { testSettings } from '#server/test/test-settings.ts';
import { DEMO_PASSWORD } from './demo-people.ts';
import { isDemoOver, openDemo } from './open-demo.ts';
import { setDemo } from '../features/accounts/auth/sign-in.ts';

test('demo accounts that were closed, or that an earlier demo did not have, are not offered', async () => {
  const { pool, clock, as } = await testApp();
  const cookies = new Map<string, string>();
  for (const name of ['rosa', 'amir']) {
    const payload = { email: `${name}@demo.example`, password: 'share-a-meal', firstName: name };
    const answer = await as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
    cookies.set(name, `openlarder=${encodeURIComponent(answer.cookies[0]?.value ?? '')}`);
  }
  await pool.query(`insert into demo_community (state, created_at) values ('done', $1)`, [clock.now()]);
  const settings = testSettings(path.join(os.tmpdir(), 'openlarder-not-written'), { DEMO: 'on' });
  const offered = async (): Promise<string[]> => {
    const fixture = { pool, clock, settings, log: makeLog(settings.logLevel) };
    return ((await openDemo(fixture, { isNew: false }))?.offered ?? []).map(({ email }) => email);
  };
  expect(await offered()).toEqual(['rosa@demo.example', 'amir@demo.example']);
  const closed = await as(
    { cookie: cookies.get('rosa') ?? '' },
    { method: 'POST', url: '/api/users/close-account', payload: { password: 'share-a-meal' } },
  );
  expect(closed.statusCode).toBe(204);
  expect(await offered()).toEqual(['amir@demo.example']);
});

test('an existing demo is kept for its day, and seeded again after it, when asked or when it was left incomplete; a community of real people never', async () => {
  const { pool, clock, createPerson, objectsFolder } = await testApp();
  const dataDir = path.dirname(objectsFolder);
  const settings = testSettings(dataDir, { DEMO: 'on' });
  const base = { pool, clock, settings, log: makeLog(settings.logLevel) };
  let seeded = 0;
  const seed = async () => {
    seeded++;
    await createPerson({ firstName: 'Rosa' });
  };
  const open = (more: { isNew?: boolean; remake?: boolean } = {}) =>
    openDemo(base, { isNew: false, seed, ...more });
  const countOf = async (table: string) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;
  const stray = path.join(objectsFolder, 'photos', 'stray.webp');
  const leaveBehind = async () => {
    await createPerson({ firstName: 'Visitor' });
    fs.mkdirSync(path.dirname(stray), { recursive: true });
    fs.writeFileSync(stray, 'left behind');
  };
  const found = async () => ({ seeded, people: await countOf('person'), stray: fs.existsSync(stray) });

  await leaveBehind();
  await expect(open({ remake: true })).rejects.toThrow(StartupError);
  expect(await found()).toEqual({ seeded: 0, people: 1, stray: true });
  await pool.query('delete from person');

  await open({ isNew: true });
  await leaveBehind();
  await open();
  expect(await found()).toEqual({ seeded: 1, people: 2, stray: true });

  await open({ remake: true });
  expect(await found()).toEqual({ seeded: 2, people: 1, stray: false });

  await leaveBehind();
  await pool.query(`update demo_community set state = 'begun'`);
  await open();
  expect(await found()).toEqual({ seeded: 3, people: 1, stray: false });

  // a day lasts from four to four
  clock.at = Date.parse('2026-05-05T03:59:00Z');
  const openedAt = clock.now();
  expect(await isDemoOver(base, openedAt)).toBe(false);
  await leaveBehind();
  await open();
  expect(await found()).toEqual({ seeded: 3, people: 2, stray: true });
  clock.forward(MINUTE_MS);
  expect(await isDemoOver(base, openedAt)).toBe(true);
  await open();
  expect(await found()).toEqual({ seeded: 4, people: 1, stray: false });
  // by another process than the one that opened it before
  expect([await isDemoOver(base, openedAt), await isDemoOver(base, clock.now())]).toEqual([true, false]);
  expect((await pool.query('select state from demo_community')).rows).toEqual([{ state: 'done' }]);
});

test('a process beside others waits while one of them makes the demo', async () => {
  const { pool, clock, createPerson, objectsFolder } = await testApp();
  const settings = testSettings(path.dirname(objectsFolder), { DEMO: 'on' });
  const base = { pool, clock, settings, log: makeLog(settings.logLevel) };
  const begun = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const seed = async () => {
    begun.resolve();
    await ends.promise;
    await createPerson({ firstName: 'Rosa' });
  };
  const making = openDemo(base, { isNew: true, seed });
  await begun.promise;
  const beside = openDemo(base, { isNew: false, keep: true, seed: () => expect.fail('it is made twice') });
  const waits = async () =>
    (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
  await expect.poll(waits).toBeGreaterThan(0);
  ends.resolve();
  await Promise.all([making, beside]);
  expect((await pool.query('select from person')).rowCount).toBe(1);
});

describe('the sign-in of the demo', () => {
  const LOCAL = 'http://127.0.0.1:3000';
  const LAN = 'http://192.168.1.5:3000';
  /** An app with the demo open under these settings, whose people are Rosa, a neighbor, and Olivia, the organizer. */
  async function demoAt(publicUrl: string) {
    const app = await testApp({ DEMO: 'on', PUBLIC_URL: publicUrl });
    const { pool, clock, ctx, as, origin } = app;
    for (const firstName of ['rosa', 'olivia', 'kofi'])
      await as(null, {
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { email: `${firstName}@demo.example`, password: DEMO_PASSWORD, firstName },
      });
    await pool.query(`insert into demo_community (state, created_at) values ('done', $1)`, [clock.now()]);
    const { settings, log } = ctx;
    const opened = await openDemo({ pool, clock, settings, log }, { isNew: false });
    if (opened) setDemo(ctx, opened);
    return {
      sessions: async () =>
        (await pool.query('select email from session join person on person.id = person_id')).rows.map(
          ({ email }) => email,
        ),
      /** Whom it offers, and who can sign in with the public password. */
      seen: async (headers: Record<string, string>) => {
        const { demoAccounts } = (await as(null, { url: '/api/community', headers })).json();
        const statusOf = async (email: string) =>
          (
            await as(null, {
              method: 'POST',
              url: '/api/auth/sign-in/email',
              headers: { origin, ...headers },
              payload: { email, password: DEMO_PASSWORD },
            })
          ).statusCode;
        return {
          offered: demoAccounts.map(({ name }: { name: string }) => name.split(' ')[0]),
          rosa: await statusOf('Rosa@demo.example'),
          kofi: await statusOf('kofi@demo.example'),
          olivia: await statusOf('olivia@demo.example'),
        };
      },
    };
  }
  const nothing = { offered: [], rosa: 401, kofi: 401, olivia: 401 };

  test('is served by the names of this machine only, whatever a proxy says', async () => {
    const { seen } = await demoAt(LOCAL);
    const all = { offered: ['Rosa', 'Olivia'], rosa: 200, kofi: 200, olivia: 200 };
    expect(await seen({ host: '127.0.0.1:3000' })).toEqual(all);
    expect(await seen({ host: 'LOCALHOST:3001', 'x-forwarded-for': '127.0.0.1' })).toEqual(all);
    expect(await seen({ host: 'food.example' })).toEqual(nothing);
    const proxied = { host: '127.0.0.1:3000', 'x-forwarded-host': 'food.example' };
    expect(await seen(proxied)).toEqual(nothing);
  });

  test('is served beyond this machine by the name of PUBLIC_URL, without the organizer', async () => {
    const { seen, sessions } = await demoAt(LAN);
    expect(await sessions()).toEqual(['rosa@demo.example', 'kofi@demo.example']);
    const open = { offered: ['Rosa'], rosa: 200, kofi: 200, olivia: 401 };
    expect(await seen({ host: '192.168.1.5:3000' })).toEqual(open);
    expect(await seen({ host: 'localhost:3000' })).toEqual(open);
    expect(await seen({ host: 'rebound.example' })).toEqual(nothing);
  });
});
