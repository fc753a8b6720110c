import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropOlderDemo } from '#server/demo/open-demo.ts';
import { systemClock } from '#server/platform/clock.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { testSettings } from '#server/test/test-settings.ts';
import { migrate, versionOf } from './migrate.ts';

/** A database that another version made, with a file beside it; `open` is the start of this version on it. */
async function olderDatabase({ holdsDemo }: { readonly holdsDemo: boolean }) {
  const { pool } = await testDatabase();
  await pool.query(`update kysely_migration set name = '0_baseline_of_before' where name like '0_%'`);
  await pool.query('alter table person add column of_before text');
  if (holdsDemo) await pool.query(`insert into demo_community (state, created_at) values ('done', now())`);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-older-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const objects = path.join(dataDir, 'objects');
  mkdirSync(objects);
  const open = async (env: Readonly<Record<string, string>>) => {
    const settings = testSettings(dataDir, { DATABASE_URL: '', ...env });
    await dropOlderDemo({ pool, settings, log: makeLog('silent'), clock: systemClock });
    return migrate(pool);
  };
  const isUntouched = async () =>
    existsSync(objects) && (await pool.query('select of_before from person')).rowCount === 0;
  return { pool, objects, open, isUntouched };
}

test('a demo that another version made is dropped with its files, and the database is new', async () => {
  const { pool, objects, open } = await olderDatabase({ holdsDemo: true });
  expect(await open({ DEMO: 'on' })).toEqual({ isNew: true });
  expect(await versionOf(pool)).toBe('this');
  expect((await pool.query('select from demo_community')).rowCount).toBe(0);
  expect(existsSync(objects)).toBe(false);
});

test.each([
  ['a community of people', { holdsDemo: false }, { DEMO: 'on' }],
  ['a demo where none may open', { holdsDemo: true }, { DEMO: 'off' }],
  [
    'a demo in a database that is not the own',
    { holdsDemo: true },
    { DEMO: 'on', DATABASE_URL: 'postgres://db/food' },
  ],
])('%s of another version is refused in one sentence and kept', async (_, made, env) => {
  const { open, isUntouched } = await olderDatabase(made);
  await expect(open(env)).rejects.toThrow(
    /^This database was made by another version of OpenLarder.+set another DATA_DIR or DATABASE_URL\.$/,
  );
  expect(await isUntouched()).toBe(true);
});

test('the baseline is as 1.0.0 made it: a change is a file in `migrations`', async () => {
  const { pool } = await testDatabase();
  const files = globSync('migrations/baseline/*.sql', { cwd: import.meta.dirname }).toSorted();
  const text = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
  // comments tell what becomes of a column, and may change
  const content = text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  expect(rows[0]?.name).toBe(`0_baseline_${digest}`);
});
