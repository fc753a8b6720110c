import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { acceptFiles, makeLocalObjectStore } from '#server/platform/object-store.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { runAdminHere } from '#server/test/admin-process.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool, connection } = await testDatabase();
const mailbox = await openMailbox();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-doctor-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const secret = { SESSION_SECRET: 's'.repeat(32) };
const env = { DATABASE_URL: databaseUrlOf(connection), DATA_DIR: dataDir, TIME_ZONE: 'UTC', ...secret };

it('says what is wrong with each part, and what to do', async () => {
  await pool.query(`insert into scheduled_task values ('settle', 1, now() - interval '3 days')`);
  const far = {
    ...env,
    PUBLIC_URL: 'https://food.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@b.example',
  };
  const { code, err } = await runAdminHere(far, 'doctor');
  expect(code).toBe(1);
  for (const line of [
    /^settings +fine$/m,
    /^database +fine$/m,
    /^photos +.+objects doesn't have the photos/m,
    /^mail +127\.0\.0\.1:1 \(SMTP_URL\): .*ECONNREFUSED/m,
    /^proxy +TRUST_PROXY isn't set/m,
    /^regular work +"settle" has not run for two days/m,
    /^backups +BACKUP_DIR isn't set/m,
  ])
    expect(err).toMatch(line);
  expect((await runAdminHere({ ...env, PORT: 'x' }, 'doctor')).err).toMatch(/^settings +PORT must be/);
  const away = { ...env, DATABASE_URL: 'postgres://ana@127.0.0.1:1/larder' };
  expect((await runAdminHere(away, 'doctor')).err).toMatch(/^database +.+nothing listens at 127\.0\.0\.1:1/m);
});

it('is content once all of it is mended', async () => {
  await pool.query('update scheduled_task set last_run_at = now()');
  await acceptFiles(openDatabase(pool), makeLocalObjectStore(path.join(dataDir, 'objects')));
  const backups = path.join(dataDir, 'backups');
  mkdirSync(backups);
  writeFileSync(path.join(backups, `openlarder-${new Date().toISOString().slice(0, 10)}.tar.zst`), '');
  const mended = { ...env, BACKUP_DIR: backups, SMTP_URL: mailbox.url, MAIL_FROM: 'food@example.org' };
  const { code, out } = await runAdminHere(mended, 'doctor');
  expect([
    code,
    out
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith('fine')),
  ]).toEqual([0, []]);
});
