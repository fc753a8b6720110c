import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { testSettings } from '#server/test/test-settings.ts';
import { agreeOnSettings } from './settings-agreement.ts';

const { pool } = await testDatabase();
const db = openDatabase(pool);
const settings = testSettings('/nowhere');
const start = (over: Partial<typeof settings> = {}) =>
  agreeOnSettings(db, { ...settings, ...over }, (error) => expect(error).toBeNull(), {
    tellEveryMs: 50,
    lookEveryMs: 20,
  });

test('a process whose settings differ from those of one that runs does not start, and says in what', async () => {
  const stop = await start();
  onTestFinished(stop);
  await (await start({ port: 1, logLevel: 'error' }))();
  const other = start({
    sessionSecret: 'another secret, which is long enough too',
    timeZone: 'Europe/Berlin',
  });
  await expect(other).rejects.toThrow(/ SESSION_SECRET, TIME_ZONE:/);
  const bucket = { accessKeyId: 'K', secretAccessKey: 'S', region: null };
  const photoStore = { ...bucket, endpoint: 'https://s3.example/photos' };
  await expect(start({ photoStore })).rejects.toThrow(/ S3_URL:/);
});

test('of two that start in the same moment with other settings, one does not', async () => {
  const both = await Promise.allSettled([start(), start({ publicUrl: 'https://other.example' })]);
  for (const each of both) if (each.status === 'fulfilled') onTestFinished(each.value);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('one that has stopped binds no one, and one that was killed only until it no longer counts', async () => {
  await (await start())();
  await (await start({ timeZone: 'Europe/Berlin' }))();
  await pool.query(`insert into app_process (id, settings, seen_at)
    values (gen_random_uuid(), '{"TIME_ZONE": "another"}', clock_timestamp() - interval '29 s')`);
  const from = performance.now();
  await (await start({ timeZone: 'Europe/Berlin' }))();
  expect(performance.now() - from).toBeGreaterThan(500);
});
