import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#server/test/test-database.ts';
import { acceptFiles, makeLocalObjectStore, requireOwnFiles } from './object-store.ts';
import { openDatabase } from './postgres/database.ts';

const pools = [(await testDatabase()).pool, (await testDatabase()).pool] as const;
const [db, otherDb] = [openDatabase(pools[0]), openDatabase(pools[1])];
// clones of one template know each other's mark
beforeEach(async () => {
  for (const pool of pools)
    await pool.query('update object_store set mark = gen_random_uuid(), is_marked = false');
});

function newFiles() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { place: folder, objects: makeLocalObjectStore(folder), former: null };
}
const elsewhere = /keeps its photos in another folder than .+: share, mount, or restore/;
const ofAnother = /has the photos of another database: set the DATA_DIR, S3_URL and DATABASE_URL/;

test('a database and a folder without a mark belong together from then on', async () => {
  const files = newFiles();
  await Promise.all([1, 2, 3].map(async () => requireOwnFiles(db, files)));
  await requireOwnFiles(db, files);
  await expect(requireOwnFiles(db, newFiles())).rejects.toThrow(elsewhere);
  await expect(requireOwnFiles(otherDb, files)).rejects.toThrow(ofAnother);
  const others = newFiles();
  await requireOwnFiles(otherDb, others);
  await expect(requireOwnFiles(db, others)).rejects.toThrow(ofAnother);
  await requireOwnFiles(db, files);
});

test('of concurrent first starts with folders of their own, one is the first', async () => {
  const starts = [newFiles(), newFiles(), newFiles()].map(async (files) => requireOwnFiles(db, files));
  const ended = (await Promise.allSettled(starts)).map(({ status }) => status);
  expect(ended.toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a first start that was killed after it had marked the folder is completed by the next', async () => {
  const files = newFiles();
  await requireOwnFiles(db, files);
  await pools[0].query('update object_store set is_marked = false');
  await requireOwnFiles(db, files);
  await expect(requireOwnFiles(db, newFiles())).rejects.toThrow(elsewhere);
});

test('an accepted folder is the only one, also for the database that it belonged to', async () => {
  const [lost, found] = [newFiles(), newFiles()];
  await requireOwnFiles(db, lost);
  await requireOwnFiles(otherDb, found);
  await acceptFiles(db, found);
  await requireOwnFiles(db, found);
  await expect(requireOwnFiles(db, lost)).rejects.toThrow(ofAnother);
  await expect(requireOwnFiles(otherDb, found)).rejects.toThrow(ofAnother);
});

test('a store takes over the files of a folder, which alone is not enough any more', async () => {
  const [folder, store] = [newFiles(), newFiles()];
  await requireOwnFiles(db, folder);
  const moving = { ...store, former: folder };
  await requireOwnFiles(db, moving);
  await requireOwnFiles(db, moving);
  await expect(requireOwnFiles(db, folder)).rejects.toThrow(elsewhere);
  await expect(requireOwnFiles(db, { ...newFiles(), former: newFiles() })).rejects.toThrow(
    /keeps its photos elsewhere than at .+: set the S3_URL or DATA_DIR/,
  );
  const others = newFiles();
  await requireOwnFiles(otherDb, others);
  await expect(requireOwnFiles(db, { ...store, former: others })).rejects.toThrow(ofAnother);
  await acceptFiles(db, moving);
  await requireOwnFiles(db, moving);
});
