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
const HALF = '.part';
const END_OF_TIME = new Date(8.64e15);
const CLOSED_FILE = { mode: 0o600 };

/**
 * Stores objects as files below `root`. Files are written under a temporary name and renamed, so that readers
 * never see partial files. Other users of the machine can enter no folder and read no file.
 */
export function makeLocalObjectStore(root: string): ObjectStore {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of this store');
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
    if (!FOLDER.test(folder)) throw new Error('not a folder of this store');
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
const ACCEPT_COMMAND = 'npm run admin -- photos accept';

type Files = {
  readonly objects: ObjectStore;
  /** Where they are, for the operator. */
  readonly folder: string;
};

/** Locked, so that of concurrent first starts one writes the mark. */
async function lockedMark(tx: Tx): Promise<{ mark: string; is_marked: boolean }> {
  const { rows } = await sql<{ mark: string; is_marked: boolean }>`
    select mark, is_marked from object_store for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('object_store has no row');
  return row;
}

const readMark = async (objects: ObjectStore): Promise<string | null> =>
  (await objects.get(MARK_KEY))?.toString('utf8').trim() ?? null;

/**
 * Throws a StartupError unless these are the files of this database, by the mark that both have. A database and a folder
 * that have none yet, of a first start or of an earlier version, belong together from now on.
 */
export async function requireOwnFiles(db: Db, { objects, folder }: Files): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { mark, is_marked } = await lockedMark(tx);
    const found = await readMark(objects);
    if (found === null && !is_marked) await objects.put(MARK_KEY, Buffer.from(mark));
    else if (found !== mark) {
      const sentence = found === null ? 'files-elsewhere' : 'files-of-another';
      throw new StartupError((translate) =>
        translate(startupTexts, sentence, { folder, command: ACCEPT_COMMAND }),
      );
    }
    // after the file: a start that is killed in between is completed by the next one
    if (!is_marked) await sql`update object_store set is_marked = true`.execute(tx);
  });
}

export async function hasOwnFiles(db: Db, objects: ObjectStore): Promise<boolean> {
  return db.transaction().execute(async (tx) => (await lockedMark(tx)).mark === (await readMark(objects)));
}

/** Makes these the files of this database, by a new mark: any other folder or database is refused from now on. */
export async function acceptFiles(db: Db, objects: ObjectStore): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockedMark(tx);
    const { rows } = await sql<{ mark: string }>`
      update object_store set mark = gen_random_uuid(), is_marked = true returning mark`.execute(tx);
    for (const { mark } of rows) await objects.put(MARK_KEY, Buffer.from(mark));
  });
}
