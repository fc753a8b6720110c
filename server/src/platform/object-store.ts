import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makePrivateFolder } from './private-files.ts';
import { errorCode, StartupError } from './startup-error.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { startupTexts } from './startup-texts.ts';

/**
 * A store for files. Keys are made by the app: lower-case letters, digits, dashes and dots, one folder deep.
 */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores the stream; a stream that fails leaves nothing behind. */
  putStream(key: string, stream: Readable): Promise<void>;
  /** Returns null if the object does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** The keys in a folder that were written before `before`. */
  keysBefore(folder: string, before: Date): AsyncIterable<string>;
  keys(): AsyncIterable<string>;
  /** Removes partial files that crashed writers left before `before`; returns how many. */
  removeHalves(folder: string, before: Date): Promise<number>;
};

export const objectsFolderOf = ({ dataDir }: { readonly dataDir: string }): string =>
  path.join(dataDir, 'objects');

const FOLDER = /^[a-z0-9-]+$/;
const KEY = /^[a-z0-9-]+\/[a-z0-9-]+(\.[a-z0-9]+)?$/;

/** Throws for what is no key: it may come from outside, and would name another file. */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw new Error('not a key of this store');
}

export function requireFolder(folder: string): void {
  if (!FOLDER.test(folder)) throw new Error('not a folder of this store');
}

const HALF = '.part';
/** Later than anything was written. */
export const END_OF_TIME = new Date(8.64e15);
const CLOSED_FILE = { mode: 0o600 };

/**
 * Stores objects as files below `root`. Files are written under a temporary name and renamed, so that readers
 * never see partial files. Other users of the machine can enter no folder and read no file.
 */
export function makeLocalObjectStore(root: string): ObjectStore {
  const fileOf = (key: string): string => {
    requireKey(key);
    return path.join(root, ...key.split('/'));
  };

  async function writeAside(key: string, write: (half: string) => Promise<void>): Promise<void> {
    const file = fileOf(key);
    // a unique name, so that concurrent writers of one key do not share a file
    const half = `${file}.${randomUUID()}${HALF}`;
    await makePrivateFolder(path.dirname(file));
    try {
      await write(half);
      const handle = await open(half, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(half, file);
    } catch (error) {
      await rm(half, { force: true });
      throw error;
    }
  }

  /** The keys in a folder that were written before `before`. */
  async function* keysBefore(folder: string, before: Date): AsyncGenerator<string> {
    for await (const name of namesBefore(folder, before))
      if (KEY.test(`${folder}/${name}`)) yield `${folder}/${name}`;
  }

  /** The names of files in `folder` that were written before `before`. */
  async function* namesBefore(folder: string, before: Date): AsyncGenerator<string> {
    requireFolder(folder);
    const directory = path.join(root, folder);
    try {
      for await (const { name } of await opendir(directory)) {
        const written = await unlessGone(stat(path.join(directory, name)));
        if (written?.isFile() && written.mtimeMs < before.getTime()) yield name;
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  return {
    put: (key, bytes) => writeAside(key, (half) => pipeline([bytes], createWriteStream(half, CLOSED_FILE))),
    putStream: (key, stream) =>
      writeAside(key, (half) => pipeline(stream, createWriteStream(half, CLOSED_FILE))),
    get: async (key) => unlessGone(readFile(fileOf(key))),
    remove: async (key) => rm(fileOf(key), { force: true }),
    keysBefore,
    async *keys() {
      const folders = (await unlessGone(readdir(root))) ?? [];
      for (const folder of folders.filter((name) => FOLDER.test(name)))
        yield* keysBefore(folder, END_OF_TIME);
    },
    async removeHalves(folder, before) {
      let count = 0;
      for await (const name of namesBefore(folder, before)) {
        if (!name.endsWith(HALF)) continue;
        await rm(path.join(root, folder, name), { force: true });
        count += 1;
      }
      return count;
    },
  };
}

/** Resolves to null if the file does not exist. */
async function unlessGone<Read>(reading: Promise<Read>): Promise<Read | null> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Holds nothing but the mark, and is never emptied. */
export const MARK_FOLDER = 'database';
export const MARK_KEY = `${MARK_FOLDER}/mark`;
/** Stands in a folder, in place of the mark, while its files move to an object store; has the mark. */
export const MOVING_KEY = `${MARK_FOLDER}/moving`;
const ACCEPT_COMMAND = 'npm run admin -- photos accept';

export type Files = {
  readonly objects: ObjectStore;
  /** Where they are, for the operator: a folder, or the address of a bucket. */
  readonly place: string;
  /** The folder that may still have files which move to `objects`; null if there is no other. */
  readonly former: { readonly objects: ObjectStore; readonly place: string } | null;
};

/** Locked, so that of concurrent first starts one writes the mark. */
async function lockedMark(tx: Tx): Promise<{ mark: string; is_marked: boolean }> {
  // a slow store would end the transaction
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const { rows } = await sql<{ mark: string; is_marked: boolean }>`
    select mark, is_marked from object_store for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('object_store has no row');
  return row;
}

const readMark = async (objects: ObjectStore, key = MARK_KEY): Promise<string | null> =>
  (await objects.get(key))?.toString('utf8').trim() ?? null;

const elsewhere = (
  sentence: 'files-absent' | 'files-of-another' | 'files-moving-of-another',
  folder: string,
): StartupError =>
  new StartupError((translate) => translate(startupTexts, sentence, { folder, command: ACCEPT_COMMAND }));

/**
 * Throws a StartupError unless these are the files of this database, by the mark that both have. A database and files
 * that have none yet, of a first start or of an earlier version, belong together from now on. So do an empty store and the
 * database of a former folder: what is there moves, and the folder alone is no longer enough. A former folder of another
 * database is left alone.
 */
export async function requireOwnFiles(db: Db, { objects, place, former }: Files): Promise<void> {
  // a store that does not answer says so here, and keeps no one else waiting
  await readMark(objects);
  await db.transaction().execute(async (tx) => {
    const { mark, is_marked } = await lockedMark(tx);
    const formerMark = former && (await readMark(former.objects));
    const moving = former && (await readMark(former.objects, MOVING_KEY));
    // it would be read, and moved into this store
    if (former && moving !== null && moving !== mark)
      throw elsewhere('files-moving-of-another', former.place);
    const found = await readMark(objects);
    if (former && found === null && formerMark !== null && formerMark !== mark)
      throw elsewhere('files-of-another', former.place);
    // while files move, some are in the store already, and another is not theirs
    const isNew = found === null && (!is_marked || (formerMark === mark && moving === null));
    if (isNew) await objects.put(MARK_KEY, Buffer.from(mark));
    else if (found !== mark) throw elsewhere(found === null ? 'files-absent' : 'files-of-another', place);
    if (former && formerMark === mark) await beginMove(former.objects, mark);
    // after the files: a start that is killed in between is completed by the next one
    if (!is_marked) await sql`update object_store set is_marked = true`.execute(tx);
  });
}

/** From now on the files of this folder move, and it is not enough alone. */
async function beginMove(folder: ObjectStore, mark: string): Promise<void> {
  await folder.put(MOVING_KEY, Buffer.from(mark));
  await folder.remove(MARK_KEY);
}

export async function hasOwnFiles(db: Db, objects: ObjectStore): Promise<boolean> {
  return db.transaction().execute(async (tx) => (await lockedMark(tx)).mark === (await readMark(objects)));
}

/**
 * Makes these the files of this database, by a new mark: any other files or database are refused from now on. A former folder
 * that was its own goes on to be, and moves.
 */
export async function acceptFiles(
  db: Db,
  { objects, former = null }: Pick<Files, 'objects'> & Partial<Files>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { mark: old } = await lockedMark(tx);
    const owner =
      former && ((await readMark(former.objects, MOVING_KEY)) ?? (await readMark(former.objects)));
    const { rows } = await sql<{ mark: string }>`
      update object_store set mark = gen_random_uuid(), is_marked = true returning mark`.execute(tx);
    for (const { mark } of rows) {
      await objects.put(MARK_KEY, Buffer.from(mark));
      if (former && owner === old) await beginMove(former.objects, mark);
      // a folder that is to be enough alone
      if (!former) await objects.remove(MOVING_KEY);
    }
  });
}
