import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { END_OF_TIME, type ObjectStore } from '#server/platform/object-store.ts';
import { makePrivateFolder } from '#server/platform/private-files.ts';
import { PATIENCE } from '#server/platform/s3/s3-client.ts';
import { makeS3ObjectStore } from '#server/platform/s3/s3-object-store.ts';
import type { StoreAddress } from '#server/platform/s3/store-address.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { piecesOf } from './backup-file.ts';
import { backupTexts } from './backup-texts.ts';

/** One backup, which is whole or is not there. */
export type BackupCopy = {
  /** As the operator finds it. */
  readonly name: string;
  exists(): Promise<boolean>;
  /** Writes the bytes aside; returns how many. Throws a StartupError where it cannot. */
  write(bytes: AsyncIterable<Buffer>): Promise<number>;
  /** What was written, or what is there. */
  read(): Readable;
  /** Makes what was written the backup. */
  keep(): Promise<void>;
  /** Leaves nothing of what was written. */
  discard(): Promise<void>;
};

/** Where backups of nights are kept, each named by its day, such as `2026-11-28`. */
export type BackupPlace = {
  readonly name: string;
  /** Throws a StartupError if the backups of another community are there; `mark` is that of this one's photos. */
  requireOwn(mark: Buffer | null): Promise<void>;
  /** The days that are there, the oldest first. */
  days(): Promise<string[]>;
  of(day: string): BackupCopy;
  /** Removes those of all other days, and what killed backups of them have left. */
  keepOnly(days: readonly string[]): Promise<void>;
};

/** A file, which only its owner can read; it has its name once it is whole. */
export function backupFile(file: string): BackupCopy {
  const half = `${file}.part`;
  let isAside = false;
  const saying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if (!(error instanceof Error && 'syscall' in error && 'path' in error) && code !== 'ENOSPC')
        throw error;
      throw new StartupError((translate) => translate(backupTexts, 'file-unwritable', { file, code }));
    }
  };
  return {
    name: file,
    exists: async () => existsSync(file),
    write: (bytes) =>
      saying(async () => {
        // a half that a killed backup has left may belong to a running one: the name alone decides
        await rm(half, { force: true });
        isAside = true;
        const handle = await open(half, 'wx', 0o600);
        try {
          // the database's own writes would wait for gigabytes that reach the disk together
          for await (const piece of piecesOf(bytes, PIECE_BYTES)) {
            await handle.writeFile(piece);
            await handle.datasync();
          }
          return (await handle.stat()).size;
        } finally {
          await handle.close();
        }
      }),
    read: () => createReadStream(isAside ? half : file),
    keep: () =>
      saying(async () => {
        await rename(half, file);
        isAside = false;
        await syncFolder(path.dirname(file));
      }),
    discard: () => rm(half, { force: true }),
  };
}

/** So that the file's name, too, outlives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const NIGHTLY_FILE = /^openlarder-(\d{4}-\d\d-\d\d)[.]tar[.]zst([.]part)?$/;

/** A folder with a file for each night; files of other names are left alone. */
function backupFolder(folder: string): BackupPlace {
  async function nightlyFiles() {
    await makePrivateFolder(folder);
    return (await readdir(folder)).flatMap((name) => {
      const [, day, half] = NIGHTLY_FILE.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, isWhole: half === undefined }];
    });
  }
  return {
    name: folder,
    // a folder is on this machine, and its own
    requireOwn: async () => {},
    days: async () => (await nightlyFiles()).flatMap(({ day, isWhole }) => (isWhole ? [day] : [])).toSorted(),
    of: (day) => backupFile(path.join(folder, `openlarder-${day}.tar.zst`)),
    async keepOnly(days) {
      for (const { name, day } of await nightlyFiles())
        if (!days.includes(day)) await rm(path.join(folder, name), { force: true });
    },
  };
}

/** The places of these settings. */
export function backupPlaces({ backups, dataDir }: Pick<Settings, 'backups' | 'dataDir'>): BackupPlace[] {
  const { folder, store } = backups;
  return [
    ...(folder === null ? [] : [backupFolder(folder)]),
    ...(store === null ? [] : [backupBucket(store, { spoolFolder: path.join(dataDir, 'arriving') })]),
  ];
}

/** Small enough for a slow line, and for the memory of the smallest machine. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Its own object, written last: without it there is no backup. Has the number of pieces. */
const WHOLE = 'whole';
/** Has the mark of the photos whose backups are there. */
const OWNER_KEY = 'openlarder/owner';
const NIGHTLY_KEY = /^openlarder-(\d{4}-\d\d-\d\d)\/(whole|\d{6})$/;

/** No one waits for a piece, and a line that is slow at night is no reason to be without a backup. */
const PIECE_PATIENCE = { ...PATIENCE, bodyMs: 300_000, writeMs: 300_000 };

/** Whether a bucket's object is a part of a backup, or what says whose backups they are. */
export const isOfBackup = (key: string): boolean => NIGHTLY_KEY.test(key) || key === OWNER_KEY;

/** A bucket with a folder for each night: the file in pieces, which any store takes. Other objects are left alone. */
function backupBucket(address: StoreAddress, { spoolFolder }: { readonly spoolFolder: string }): BackupPlace {
  const store = makeS3ObjectStore(address, {
    spoolFolder,
    setting: 'BACKUP_S3_URL',
    patience: PIECE_PATIENCE,
  });
  async function nightlyKeys() {
    return (await Array.fromAsync(store.keys())).flatMap((key) => {
      const [, day, piece] = NIGHTLY_KEY.exec(key) ?? [];
      return day === undefined ? [] : [{ key, day, isWhole: piece === WHOLE }];
    });
  }
  return {
    name: address.endpoint,
    async requireOwn(mark) {
      const there = await store.get(OWNER_KEY);
      if (there === null && mark !== null) await store.put(OWNER_KEY, mark);
      if (there === null || mark === null || there.equals(mark)) return;
      throw new StartupError((translate) =>
        translate(backupTexts, 'place-of-another', { place: address.endpoint }),
      );
    },
    days: async () => (await nightlyKeys()).flatMap(({ day, isWhole }) => (isWhole ? [day] : [])).toSorted(),
    of: (day) =>
      piecesIn(store, { folder: `openlarder-${day}`, name: `${address.endpoint}/openlarder-${day}` }),
    async keepOnly(days) {
      const old = (await nightlyKeys()).filter(({ day }) => !days.includes(day));
      // no backup looks whole while its pieces go
      for (const { key } of old.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole)))
        await store.remove(key);
    },
  };
}

function piecesIn(
  store: ObjectStore,
  { folder, name }: { readonly folder: string; readonly name: string },
): BackupCopy {
  const keyOf = (piece: number | typeof WHOLE): string =>
    `${folder}/${typeof piece === 'number' ? String(piece).padStart(6, '0') : piece}`;
  let written: number | null = null;
  const count = async (): Promise<number> =>
    written ?? Number((await store.get(keyOf(WHOLE)))?.toString('utf8') ?? 0);

  async function* read(): AsyncGenerator<Buffer> {
    const last = await count();
    if (last === 0)
      throw new StartupError((translate) =>
        translate(backupTexts, 'file-unreadable', { file: name, code: 'ENOENT' }),
      );
    for (let nth = 0; nth < last; nth++) {
      const bytes = await store.get(keyOf(nth));
      if (!bytes) throw new Error(`${name}/${nth} is missing`);
      yield bytes;
    }
  }
  const empty = async (): Promise<void> => {
    await store.remove(keyOf(WHOLE));
    for (const key of await Array.fromAsync(store.keysBefore(folder, END_OF_TIME))) await store.remove(key);
  };
  return {
    name,
    exists: async () => (await store.get(keyOf(WHOLE))) !== null,
    async write(bytes) {
      // what a killed backup has left
      await empty();
      let total = 0;
      written = 0;
      for await (const piece of piecesOf(bytes, PIECE_BYTES)) {
        await store.put(keyOf(written), piece);
        written += 1;
        total += piece.length;
      }
      return total;
    },
    read: () => Readable.from(read(), { objectMode: false }),
    keep: async () => store.put(keyOf(WHOLE), Buffer.from(String(await count()))),
    discard: empty,
  };
}
