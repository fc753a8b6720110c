import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { PhotoTables } from './photos.tables.ts';

type Row = PhotoTables['photo'];
export type PhotoRow = Pick<
  { [Column in keyof Row]: Row[Column] },
  'id' | 'owner_id' | 'state' | 'width' | 'height' | 'thumbhash'
> & { visibility: 'owner' | 'signed_in' };

const COLUMNS = ['id', 'owner_id', 'state', 'visibility', 'width', 'height', 'thumbhash'] as const;

export async function insertAwaited(db: DbOrTx, id: string, ownerId: string, now: Date): Promise<void> {
  await db
    .insertInto('photo')
    .values({ id, owner_id: ownerId, state: 'awaiting', created_at: now })
    .execute();
}

export function findPhoto(db: DbOrTx, id: string): Promise<PhotoRow | undefined> {
  return db.selectFrom('photo').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Takes the signed address out of use; false when it was used before. */
export async function markUploaded(db: DbOrTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set({ state: 'uploaded' })
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets the owner try the same address again after a file that broke off. */
export async function markAwaiting(db: DbOrTx, id: string): Promise<void> {
  await db
    .updateTable('photo')
    .set({ state: 'awaiting' })
    .where('id', '=', id)
    .where('state', '=', 'uploaded')
    .execute();
}

export async function markReady(
  db: DbOrTx,
  id: string,
  picture: {
    readonly byteSize: number;
    readonly width: number;
    readonly height: number;
    readonly thumbhash: string;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set({
      state: 'ready',
      byte_size: picture.byteSize,
      width: picture.width,
      height: picture.height,
      thumbhash: picture.thumbhash,
    })
    .where('id', '=', id)
    .where('state', '=', 'uploaded')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Attaches those of `ids` that are the owner's, ready and not attached yet; gives their ids back. */
export async function attach(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
  visibility: 'signed_in',
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('photo')
    .set({ visibility, attached_at: now })
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .where('attached_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export function findPhotos(db: DbOrTx, ids: readonly string[]): Promise<PhotoRow[]> {
  return db
    .selectFrom('photo')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .execute();
}

/** Forgets photos that nothing shows and that are older than `before`; gives their ids back. */
export async function deleteUnattached(db: DbOrTx, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('photo')
    .where('attached_at', 'is', null)
    .where('created_at', '<', before)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
