import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#server/test/test-database.ts';
import {
  acceptFiles,
  makeLocalObjectStore,
  MOVING_KEY,
  type ObjectStore,
  requireOwnFiles,
} from './object-store.ts';
import { openDatabase, openPool } from './postgres/database.ts';

const [first, other] = [await testDatabase(), await testDatabase()];
const pools = [first.pool, other.pool] as const;
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
const elsewhere = /photos aren't in .+: set the S3_URL or DATA_DIR that it had, share, mount or restore/;
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
  await expect(requireOwnFiles(db, { ...newFiles(), former: newFiles() })).rejects.toThrow(elsewhere);
  // what has moved is in the first store alone
  await expect(requireOwnFiles(db, { ...newFiles(), former: folder })).rejects.toThrow(elsewhere);
  await acceptFiles(db, moving);
  await requireOwnFiles(db, moving);
});

test('a folder of another database is left alone beside a store of ours, and refused while it moves', async () => {
  const [store, others, theirs] = [newFiles(), newFiles(), newFiles()];
  await requireOwnFiles(otherDb, others);
  await expect(requireOwnFiles(db, { ...store, former: others })).rejects.toThrow(ofAnother);
  await acceptFiles(db, { ...store, former: others });
  await requireOwnFiles(db, { ...store, former: others });
  await requireOwnFiles(otherDb, others);
  await requireOwnFiles(otherDb, { ...theirs, former: others });
  await expect(requireOwnFiles(db, { ...store, former: others })).rejects.toThrow(
    /has photos that move to the store of another database: .+ elsewhere\.$/,
  );
});

test('with an accepted store a folder of this database moves, or is enough alone later', async () => {
  const [folder, store] = [newFiles(), newFiles()];
  await requireOwnFiles(db, folder);
  await requireOwnFiles(otherDb, store);
  const moving = { ...store, former: folder };
  await expect(requireOwnFiles(db, moving)).rejects.toThrow(ofAnother);
  await acceptFiles(db, moving);
  await requireOwnFiles(db, moving);
  expect(await folder.objects.get(MOVING_KEY)).toEqual(await store.objects.get('database/mark'));
  await acceptFiles(db, folder);
  await requireOwnFiles(db, folder);
  await requireOwnFiles(db, { ...newFiles(), former: folder });
});

test('a store that is slow does not end the transaction that asks for its mark', async () => {
  const files = newFiles();
  const hasty = openPool({ ...first.connection, idle_in_transaction_session_timeout: 300 });
  onTestFinished(() => hasty.end());
  const slow: ObjectStore = {
    ...files.objects,
    async put(key, bytes) {
      await sleep(700);
      await files.objects.put(key, bytes);
    },
  };
  await requireOwnFiles(openDatabase(hasty), { ...files, objects: slow });
});
