import path from 'node:path';
import os from 'node:os';
import { expect, test } from 'vitest';
import { makeLog } from '#server/platform/log/log.ts';
import { testApp } from '#server/testing/test-app.ts';
import { testSettings } from '#server/testing/test-settings.ts';
import { openDemo } from './open-demo.ts';

test('demo accounts that were closed, or that an earlier demo never had, are not offered', async () => {
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
