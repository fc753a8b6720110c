import { Readable } from 'node:stream';
import { END_OF_TIME, MARK_FOLDER, MARK_KEY, MOVING_KEY, type ObjectStore } from '../object-store.ts';

type Move = {
  /** A folder. */
  readonly from: ObjectStore;
  readonly to: ObjectStore;
};

const CONCURRENCY = 8;

/** Whether `from` still has files of this community. */
export const isMoving = async ({ from }: Pick<Move, 'from'>): Promise<boolean> =>
  (await from.get(MOVING_KEY)) !== null;

/**
 * A store whose objects may still be in the folder that they move from: what is written goes to `to`, what is read comes
 * from either, and what is removed is removed from both.
 */
export function makeMovingObjectStore({ from, to }: Move): ObjectStore {
  async function* both(list: (objects: ObjectStore) => AsyncIterable<string>): AsyncGenerator<string> {
    const known = new Set<string>();
    // the folder first: what moves in the meantime is listed once, and not missed
    if (await isMoving({ from }))
      for await (const key of list(from)) {
        if (key.startsWith(`${MARK_FOLDER}/`)) continue;
        known.add(key);
        yield key;
      }
    for await (const key of list(to)) if (!known.has(key)) yield key;
  }

  return {
    put: (key, bytes) => to.put(key, bytes),
    putStream: (key, stream) => to.putStream(key, stream),
    async get(key) {
      // asked first: the rest may move, and the mark go, while the store is asked
      const mayBeThere = key !== MARK_KEY && (await isMoving({ from }));
      const there = await to.get(key);
      if (there || !mayBeThere) return there;
      // once more: it may have moved between the two
      return (await from.get(key)) ?? to.get(key);
    },
    async remove(key) {
      if (await isMoving({ from })) await from.remove(key);
      await to.remove(key);
    },
    keysBefore: (folder, before) => both((objects) => objects.keysBefore(folder, before)),
    keys: () => both((objects) => objects.keys()),
    removeHalves: async (folder, before) =>
      (await from.removeHalves(folder, before)) + (await to.removeHalves(folder, before)),
  };
}

/**
 * Moves what is left in the folder, while everything runs: each file is written, read again, compared, and then removed from
 * the folder. May be interrupted, and repeated: the rest moves then. Returns how many moved; throws at the first that
 * cannot be written.
 */
export async function moveObjects({ from, to }: Move): Promise<number> {
  let count = 0;

  async function moveOne(key: string): Promise<void> {
    const bytes = await from.get(key);
    // removed in the meantime
    if (!bytes) return;
    await to.put(key, bytes);
    const there = await to.get(key);
    if (!there?.equals(bytes)) throw new Error(`${key} is not there after it was written`);
    await from.remove(key);
    count += 1;
  }

  const keys = Readable.from(from.keys()).filter((key: string) => !key.startsWith(`${MARK_FOLDER}/`));
  await keys.forEach(moveOne, { concurrency: CONCURRENCY });
  for (const folder of ['uploads', 'photos']) await from.removeHalves(folder, END_OF_TIME);
  // last, since the folder is read as long as it is there
  await from.remove(MOVING_KEY);
  return count;
}
