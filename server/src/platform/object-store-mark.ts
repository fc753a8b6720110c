import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { ObjectStore } from './object-store.ts';
import { StartupError } from './startup-error.ts';
import { startupTexts } from './startup-texts.ts';

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

/** By the mark that both have. A database and a folder without one belong together from now on. */
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

/** Whether these are the files of this database. */
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
