import fs from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { expect, test } from 'vitest';
import { makeLog } from '#server/platform/log/log.ts';
import { testApp } from '#server/testing/test-app.ts';
import { testSettings } from '#server/testing/test-settings.ts';
import { openDemo } from './open-demo.ts';

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
    return (await openDemo(fixture, { isNew: false })).map(({ email }) => email);
  };
  expect(await offered()).toEqual(['rosa@demo.example', 'amir@demo.example']);
  const closed = await as(
    { cookie: cookies.get('rosa') ?? '' },
    { method: 'POST', url: '/api/users/close-account', payload: { password: 'share-a-meal' } },
  );
  expect(closed.statusCode).toBe(204);
  expect(await offered()).toEqual(['amir@demo.example']);
});

test('an existing demo is kept, and seeded again when asked or when it was left incomplete', async () => {
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
  expect((await pool.query('select state from demo_community')).rows).toEqual([{ state: 'done' }]);
});
