import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { queueJob } from '#server/platform/jobs.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { runAdminHere } from '#server/test/admin-process.ts';
import { COMPILE_CACHE } from '#server/test/app-process.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { contentOf } from '#server/test/database-content.ts';
import { brokenInvariants, claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { FILE, makePhotoFixture } from '#server/test/photo-fixture.ts';
import { openS3Server } from '#server/test/s3-server.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { acceptFiles, requireOwnFiles } from '../platform/object-store.ts';
import { openObjects } from '../platform/s3/open-objects.ts';
import { parseStoreAddress } from '../platform/s3/store-address.ts';
import { runNightlyBackup } from './run-nightly.ts';
import { backUpNightly } from './write-backup.ts';

const fixture = await claimsFixture();
const { ctx, pool, person, listing } = fixture;
const base = await fixture.listen();
const photos = makePhotoFixture(fixture, () => base);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-backup-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const { rows } = await pool.query<{ name: string }>('select current_database() as name');
const { dataDir } = ctx.settings;
fs.writeFileSync(path.join(dataDir, 'session-secret'), 's'.repeat(43), { mode: 0o600 });
await requireOwnFiles(ctx.db, { objects: ctx.objects, place: fixture.objectsFolder, former: null });

const envOf = (connection: pg.ClientConfig, at: string) => ({
  DATABASE_URL: databaseUrlOf(connection),
  DATA_DIR: at,
  TIME_ZONE: 'UTC',
});
const { connection } = await testDatabase();
const live = envOf({ ...connection, database: rows[0]?.name ?? '' }, dataDir);
const fileOf = (name: string): string => path.join(folder, name);

/** A new database and data folder to restore into. */
async function elsewhere() {
  const { pool: restored, connection: there } = await testDatabase();
  const at = fs.mkdtempSync(fileOf('data-'));
  return { pool: restored, at, env: envOf(there, at) };
}

it('holds one instant of a community that goes on, and all of it is there again elsewhere', async () => {
  const objectPath = await photos.pathOf(await person());
  await ctx.db.transaction().execute((db) => queueJob({ db }, 'forget-old-events'));
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`);
  const over = new AbortController();
  let written = 0;
  const writers = Array.from({ length: 5 }, async () => {
    while (!over.signal.aborted) {
      const food = await listing(await person());
      await claimListing(ctx, await person(), food.id, 1);
      written += 1;
    }
  });
  await Promise.race([...writers, expect.poll(() => written).toBeGreaterThan(5)]);
  const file = fileOf('live.tar.zst');
  expect(await runAdminHere(live, 'backup', file)).toMatchObject({ code: 0, err: '' });
  over.abort();
  await Promise.all(writers);

  const { pool: restored, at, env } = await elsewhere();
  const done = await runAdminHere(env, 'restore', file);
  expect(done).toMatchObject({ code: 0, err: '' });
  // hints for open browsers are left out
  const broken = (await brokenInvariants(restored)).filter(
    ({ invariant }) => invariant !== 'a handover without its event',
  );
  expect(broken).toEqual([]);
  expect(fs.readFileSync(path.join(at, 'session-secret'), 'utf8')).toBe('s'.repeat(43));
  const picture = (root: string): Buffer =>
    fs.readFileSync(path.join(root, `${objectPath.replace('/objects/', 'objects/photos/')}-640.webp`));
  expect(picture(at)).toEqual(picture(dataDir));
  await requireOwnFiles(openDatabase(restored), { objects: ctx.objects, place: at, former: null });
  // goes on as a database of its own: numbers after those restored, rules in place, jobs for its own workers
  await restored.query(`select graphile_worker.add_job('forget-old-events')`);
  await expect(restored.query(`insert into claim select * from claim limit 1`)).rejects.toThrow();
  const { rows: locked } = await restored.query(
    'select from graphile_worker._private_jobs where locked_by is not null',
  );
  expect(locked).toEqual([]);

  // now that nothing changes: the same to the last value
  const still = fileOf('still.tar.zst');
  expect((await runAdminHere(live, 'backup', still)).code).toBe(0);
  const again = await elsewhere();
  expect((await runAdminHere(again.env, 'restore', still)).code).toBe(0);
  const [before, after] = [await contentOf(pool), await contentOf(again.pool)];
  const jobs = ({ 'graphile_worker._private_jobs': _jobs, ...others }: Record<string, string>) => others;
  expect(jobs(after)).toEqual(jobs(before));
  expect(before['public.claim']).not.toBe('');
}, 120_000);

it('is for its owner only, opens with common tools, and never replaces a file', async () => {
  const file = fileOf('mine.tar.zst');
  const mask = process.umask(0o022);
  expect((await runAdminHere(live, 'backup', file)).code).toBe(0);
  process.umask(mask);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const names = execFileSync('tar', ['-t'], { input: zstdDecompressSync(fs.readFileSync(file)) }).toString();
  expect(names).toMatch(/^backup\.json\n(.+\n)*tables\/public\.person\/000000\n(.+\n)*sums\.json\n$/);
  const { code, err } = await runAdminHere(live, 'backup', file);
  expect([code, err]).toEqual([1, expect.stringContaining('is already there')]);
  const nowhere = await runAdminHere(live, 'backup', fileOf('no/folder.tar.zst'));
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('(ENOENT)')]);
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('refuses a damaged file, a database with people, and photos of another community, and changes nothing', async () => {
  const file = fileOf('whole.tar.zst');
  await photos.photoOf(await person(), FILE);
  expect((await runAdminHere(live, 'backup', file)).code).toBe(0);
  const bytes = fs.readFileSync(file);
  const damaged = fileOf('damaged.tar.zst');
  const { at, env, pool: restored } = await elsewhere();
  const peopleThere = async () => (await restored.query('select from person')).rowCount;
  const refusal = async (...words: readonly string[]) => {
    const { code, err } = await runAdminHere(env, 'restore', ...words);
    return [code, err, await peopleThere()];
  };
  const refusedWith = (sentence: string) => [1, expect.stringContaining(sentence), 0];

  for (const harm of [
    bytes.subarray(0, bytes.length / 2),
    Buffer.concat([bytes.subarray(0, 900), Buffer.from([bytes.readUInt8(900) ^ 1]), bytes.subarray(901)]),
    Buffer.from('something else'),
  ]) {
    fs.writeFileSync(damaged, harm);
    expect(await refusal(damaged)).toEqual(refusedWith('is not a backup of OpenLarder, or is damaged'));
  }
  expect(await refusal(fileOf('nowhere'))).toEqual(refusedWith('(ENOENT)'));

  fs.mkdirSync(path.join(at, 'objects/database'), { recursive: true });
  fs.writeFileSync(path.join(at, 'objects/database/mark'), 'another');
  expect(await refusal(file)).toEqual(refusedWith('has the photos of another community'));
  fs.rmSync(path.join(at, 'objects'), { recursive: true });
  expect(fs.readdirSync(at)).toEqual([]);

  const people = await pool.query('select from person');
  const { code, err } = await runAdminHere(live, 'restore', file);
  expect([code, err]).toEqual([1, expect.stringContaining('There are people in this database')]);
  expect((await pool.query('select from person')).rowCount).toBe(people.rowCount);
});

it('is made each night, and as many as are wanted are kept', async () => {
  const server = await openS3Server();
  onTestFinished(() => server.stop());
  const nightly = fileOf('nightly');
  const keeping = (keep: number) => ({
    dataDir,
    backups: { folder: nightly, store: parseStoreAddress(server.url), keep },
  });
  const pieces = (): string[] =>
    [...server.objects.keys()].filter((key) => key !== 'openlarder/owner').toSorted();
  for (let night = 0; night < 3; night++) {
    server.mischief = ({ key }) =>
      key.endsWith('/whole') && night === 1 ? { reply: [507, 'StorageFull'] } : null;
    const made = backUpNightly({ ...ctx, pool }, keeping(2));
    await (night === 1 ? expect(made).rejects.toMatchObject({ trouble: 'full' }) : made);
    fs.writeFileSync(path.join(nightly, 'by-hand.tar.zst'), '');
    fs.writeFileSync(path.join(nightly, 'openlarder-2026-04-30.tar.zst.part'), 'left by a killed process');
    fixture.clock.forward(DAY_MS);
  }
  // what the second night left, which could not remove it, is gone with the third
  expect(pieces()).toEqual(
    ['05-04', '05-06'].flatMap((day) => [`openlarder-2026-${day}/000000`, `openlarder-2026-${day}/whole`]),
  );
  await backUpNightly({ ...ctx, pool }, keeping(3));
  // a copy of this server's settings beside another database
  const before = pieces();
  const { backups } = keeping(1);
  const another = { ...ctx.objects, get: async () => Buffer.from('another') };
  await expect(
    backUpNightly({ ...ctx, pool, objects: another }, { dataDir, backups: { ...backups, folder: null } }),
  ).rejects.toThrow('has the backups of another community');
  expect(pieces()).toEqual(before);
  const kept = fs.readdirSync(nightly).toSorted();
  expect(kept).toEqual([
    'by-hand.tar.zst',
    'openlarder-2026-05-05.tar.zst',
    'openlarder-2026-05-06.tar.zst',
    'openlarder-2026-05-07.tar.zst',
  ]);
  expect(fs.statSync(nightly).mode & 0o777).toBe(0o700);
  const { env } = await elsewhere();
  const last = path.join(nightly, 'openlarder-2026-05-07.tar.zst');
  expect(await runAdminHere(env, 'restore', last)).toMatchObject({
    code: 0,
    out: expect.stringContaining('as of 2026-05-07 12:00 UTC'),
  });

  const bucket = await elsewhere();
  const fromBucket = (name: string) =>
    runAdminHere({ ...bucket.env, BACKUP_S3_URL: server.url }, 'restore', name);
  expect(await fromBucket('openlarder-2026-05-05')).toMatchObject({
    code: 1,
    err: expect.stringContaining('(ENOENT)'),
  });
  const [first] = pieces();
  server.mischief = ({ key }) => (key === first ? 'half' : null);
  expect(await fromBucket('openlarder-2026-05-04')).toMatchObject({
    code: 1,
    err: expect.stringContaining('BACKUP_S3_URL: http://127.0.0.1'),
  });
  server.mischief = null;
  expect(await fromBucket('openlarder-2026-05-07')).toMatchObject({
    code: 0,
    out: expect.stringContaining('as of 2026-05-07 12:00 UTC'),
  });
}, 60_000);

it('is made at night by a process of its own, which ends with this one', async () => {
  const nightly = fileOf('by-process');
  const env = { ...live, BACKUP_DIR: nightly, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: COMPILE_CACHE };
  const files = (): string[] => (fs.existsSync(nightly) ? fs.readdirSync(nightly) : []);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query('lock table person');
  const ending = new AbortController();
  const ended = expect(runNightlyBackup(ending.signal, env)).rejects.toThrow('this process ends');
  await expect.poll(files, { timeout: 20_000 }).toEqual([expect.stringMatching(/[.]part$/)]);
  ending.abort();
  await ended;
  await writer.query('rollback');
  writer.release();
  await runNightlyBackup(new AbortController().signal, env);
  expect(files()).toEqual([expect.stringMatching(/^openlarder-[-\d]+[.]tar[.]zst$/)]);
  const nowhere = { ...env, BACKUP_DIR: path.join(folder, 'whole.tar.zst') };
  await expect(runNightlyBackup(new AbortController().signal, nowhere)).rejects.toThrow(/whole[.]tar[.]zst/);
}, 60_000);

it('holds the photos of an object store, and brings them back into another', async () => {
  const [server, other] = [await openS3Server(), await openS3Server()];
  onTestFinished(async () => {
    await Promise.all([server.stop(), other.stop()]);
  });
  const inStore = (env: Readonly<Record<string, string>>, url: string) => ({
    ...env,
    S3_URL: url,
    SESSION_SECRET: 's'.repeat(43),
  });
  const settings = { dataDir: fs.mkdtempSync(fileOf('data-')), photoStore: parseStoreAddress(server.url) };
  const files = openObjects(settings);
  await acceptFiles(ctx.db, files);
  for (const nth of [1, 2, 3, 4]) await files.objects.put(`photos/${nth}`, Buffer.alloc(70_000, nth));
  const env = inStore({ ...live, DATA_DIR: settings.dataDir }, server.url);
  const file = fileOf('store.tar.zst');
  server.mischief = ({ key }) => (key === 'photos/3' ? 'half' : null);
  const torn = await runAdminHere(env, 'backup', file);
  expect([torn.code, torn.err, fs.existsSync(file)]).toEqual([
    1,
    expect.stringContaining('sends something other than what was stored'),
    false,
  ]);
  server.mischief = null;
  expect(await runAdminHere(env, 'backup', file)).toMatchObject({ code: 0, err: '' });

  const target = await elsewhere();
  other.mischief = ({ key }) => (key === 'photos/2' ? { reply: [507, 'XMinioStorageFull'] } : null);
  const full = await runAdminHere(inStore(target.env, other.url), 'restore', file);
  expect([full.code, full.err, (await target.pool.query('select from person')).rowCount]).toEqual([
    1,
    expect.stringContaining('has no room left'),
    0,
  ]);
  other.mischief = null;
  expect(await runAdminHere(inStore(target.env, other.url), 'restore', file)).toMatchObject({
    code: 0,
    err: '',
  });
  const contentOfStore = ({ objects }: typeof server) =>
    Object.fromEntries([...objects].map(([key, { bytes }]) => [key, bytes.toString('base64')]));
  expect(contentOfStore(other)).toEqual(contentOfStore(server));
  expect(other.objects.size).toBe(5);
  expect(fs.readdirSync(target.at)).toEqual([]);
}, 60_000);
