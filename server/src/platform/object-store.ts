import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from './start-fault.ts';

/** Where files are kept. Keys are ours alone: lower-case letters, digits, dashes and dots, one folder deep. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Keeps what the stream brings; a stream that fails leaves nothing behind. */
  putStream(key: string, stream: Readable): Promise<void>;
  /** The bytes, or null when there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** No such object is no error. */
  remove(key: string): Promise<void>;
};

const KEY = /^[a-z0-9-]+\/[a-z0-9-]+(\.[a-z0-9]+)?$/;

/** Objects as files below `folder`, each written aside and renamed, so that half a file is never seen. */
export function makeLocalObjectStore(folder: string): ObjectStore {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of this store');
    return path.join(folder, ...key.split('/'));
  };

  async function writeAside(key: string, write: (part: string) => Promise<void>): Promise<void> {
    const file = fileOf(key);
    const part = `${file}.part`;
    await mkdir(path.dirname(file), { recursive: true });
    try {
      await write(part);
      const handle = await open(part, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    put: (key, bytes) => writeAside(key, (part) => pipeline([bytes], createWriteStream(part))),
    putStream: (key, stream) => writeAside(key, (part) => pipeline(stream, createWriteStream(part))),
    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      const file = fileOf(key);
      await rm(file, { force: true });
      // what a process that died while writing has left
      await rm(`${file}.part`, { force: true });
    },
  };
}
