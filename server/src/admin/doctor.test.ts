import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { acceptFiles, makeLocalObjectStore, requireOwnFiles } from '#server/platform/object-store.ts';
import { openObjects } from '#server/platform/s3/open-objects.ts';
import { parseStoreAddress } from '#server/platform/s3/store-address.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { runAdminHere } from '#server/test/admin-process.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { openS3Server, S3_SECRET } from '#server/test/s3-server.ts';
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
    /^backups +Neither BACKUP_DIR nor BACKUP_S3_URL is set/m,
  ])
    expect(err).toMatch(line);
  expect((await runAdminHere({ ...env, PORT: 'x' }, 'doctor')).err).toMatch(/^settings +PORT must be/);
  const away = { ...env, DATABASE_URL: 'postgres://ana@127.0.0.1:1/larder' };
  expect((await runAdminHere(away, 'doctor')).err).toMatch(/^database +.+nothing listens at 127\.0\.0\.1:1/m);
});

it('is content once all of it is mended', async () => {
  await pool.query('update scheduled_task set last_run_at = now()');
  await acceptFiles(openDatabase(pool), { objects: makeLocalObjectStore(path.join(dataDir, 'objects')) });
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

it('tries the object store, says what is wrong with it, and what is still to be moved into it', async () => {
  const server = await openS3Server();
  onTestFinished(() => server.stop());
  const photosOf = async (url: string) => {
    const { out, err } = await runAdminHere({ ...env, S3_URL: url }, 'doctor');
    return /^photos +(.+)$/m.exec(out + err)?.[1] ?? '';
  };
  expect(await photosOf(server.url)).toMatch(/^http:.+photos doesn't have the photos of this database/);
  const wrong = await photosOf(server.url.replace(S3_SECRET, 'secret-of-another'));
  expect(wrong).toMatch(/^S3_URL: the secret is not the one of this key at http:.+403 SignatureDoesNotMatch/);
  expect(wrong).not.toContain('secret-of-another');
  const settings = { dataDir, photoStore: parseStoreAddress(server.url) };
  const files = openObjects(settings);
  await files.former?.objects.put('photos/a', Buffer.from('a photo'));
  await requireOwnFiles(openDatabase(pool), files);
  expect(await photosOf(server.url)).toMatch(/still photos in .+objects: move them with ".+photos move"/);
  const { out } = await runAdminHere({ ...env, S3_URL: server.url }, 'photos', 'move');
  expect(out).toMatch(/^1 photo file moved from .+objects to http:.+photos, and checked there/);
  expect(server.objects.get('photos/a')?.bytes.toString()).toBe('a photo');
  expect(await photosOf(server.url)).toBe('fine');
  expect([...server.objects.keys()]).toEqual(['database/mark', 'photos/a']);
  server.mischief = ({ method }) => (method === 'DELETE' ? { reply: [403, 'AccessDenied'] } : null);
  expect(await photosOf(server.url)).toMatch(/doesn't allow this key to do that \(403 AccessDenied\)/);
});
