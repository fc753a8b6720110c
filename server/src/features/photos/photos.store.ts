import type { RecentUploads } from '@openlarder/domain/photos/photo-limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { PhotoTables } from './photos.tables.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

type Row = PhotoTables['photo'];
export type PhotoRow = Pick<
  { [Column in keyof Row]: Row[Column] },
  'id' | 'owner_id' | 'state' | 'width' | 'height' | 'thumbhash'
>;
/** The viewers of a photo besides its owner: all signed-in people, or one person. */
export type Audience =
  | { readonly visibility: 'signed_in'; readonly viewerId: null }
  | { readonly visibility: 'one_person'; readonly viewerId: string };

/** The id in the names of a photo's files, which its copies share. */
const FILE_ID = sql<string>`coalesce(copy_of, id)`;

const COLUMNS = ['id', 'owner_id', 'state', 'width', 'height', 'thumbhash'] as const;

/** Serializes the counting of a person's uploads. */
export async function lockUploader(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('photo:' || ${ownerId}, 0))`.execute(tx);
}

export async function uploadsSince(tx: Tx, ownerId: string, since: Date): Promise<RecentUploads> {
  const sent = await tx
    .selectFrom('photo')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.coalesce(fn.sum<string>('received_bytes'), sql<string>`0`).as('bytes'),
      fn.min('created_at').as('first_at'),
    ])
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return {
    count: Number(sent.count),
    bytes: Number(sent.bytes),
    // min() of no rows is null, which the column itself is not
    firstAtMs: sent.first_at === null ? null : new Date(sent.first_at).getTime(),
  };
}

export async function insertPendingUpload(tx: Tx, id: string, ownerId: string, now: Date): Promise<void> {
  await tx
    .insertInto('photo')
    .values({ id, owner_id: ownerId, state: 'awaiting', created_at: now })
    .execute();
}

export function findPhoto(db: DbOrTx, id: string): Promise<PhotoRow | undefined> {
  return db.selectFrom('photo').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** A photo that the viewer may see; undefined for any other. Photos of others require `notBlocked`. */
export async function findVisiblePhoto(
  db: DbOrTx,
  id: string,
  viewerId: string,
  notBlocked: RawBuilder<boolean>,
): Promise<{ isForOne: boolean; fileId: string } | undefined> {
  const row = await db
    .selectFrom('photo')
    .select(['visibility', FILE_ID.as('file_id')])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where((is) =>
      is.or([
        is('owner_id', '=', viewerId),
        is.and([
          is.or([
            is('visibility', '=', 'signed_in'),
            is.and([is('visibility', '=', 'one_person'), is('viewer_id', '=', viewerId)]),
          ]),
          notBlocked,
        ]),
      ]),
    )
    .executeTakeFirst();
  return row && { isForOne: row.visibility === 'one_person', fileId: row.file_id };
}

/** A photo that was sent to the viewer only, whatever stands between them; undefined for any other. */
export async function findPrivatePhoto(db: DbOrTx, id: string, viewerId: string) {
  const row = await db
    .selectFrom('photo')
    .select(['owner_id', FILE_ID.as('file_id')])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('visibility', '=', 'one_person')
    .where('viewer_id', '=', viewerId)
    .executeTakeFirst();
  return row && { ownerId: row.owner_id, fileId: row.file_id };
}

/** Starts an upload and reserves its bytes; false if the URL was used before. */
export async function startUpload(tx: Tx, id: string, reservedBytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('photo')
    .set(({ eb }) => ({ state: 'receiving', received_bytes: eb('received_bytes', '+', reservedBytes) }))
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends an upload as complete (`uploaded`) or interrupted (`awaiting`: it may be sent again) and releases `unusedBytes`
 * of the reservation. False if the photo is gone.
 */
export async function finishUpload(
  db: DbOrTx,
  id: string,
  state: 'uploaded' | 'awaiting',
  unusedBytes: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set(({ eb }) => ({ state, received_bytes: eb('received_bytes', '-', unusedBytes) }))
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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

export async function markRefused(db: DbOrTx, id: string): Promise<void> {
  await db
    .updateTable('photo')
    .set({ state: 'refused' })
    .where('id', '=', id)
    .where('state', '=', 'uploaded')
    .execute();
}

/** Attaches those of `ids` that are the owner's, ready and not attached yet; returns their ids. */
export async function attach(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
  { visibility, viewerId }: Audience,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('photo')
    .set({ visibility, viewer_id: viewerId, attached_at: now, detached_at: null })
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .where('attached_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Those of `ids` that are the owner's and attached, locked against deletion until the transaction ends. */
export async function findInUse(tx: Tx, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('photo')
    .select('id')
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .where('attached_at', 'is not', null)
    .forShare()
    .execute();
  return rows.map((row) => row.id);
}

/** Inserts an attached copy of a photo, which shows the same files. */
export async function insertCopy(
  tx: Tx,
  copy: {
    readonly sourceId: string;
    readonly copyId: string;
    readonly audience: Audience;
    readonly now: Date;
  },
): Promise<void> {
  const { visibility, viewerId } = copy.audience;
  await sql`
    insert into photo
      (id, copy_of, owner_id, state, visibility, viewer_id, byte_size, width, height, thumbhash, created_at,
        attached_at)
    select ${copy.copyId}, ${FILE_ID}, owner_id, state, ${visibility}, ${viewerId}::uuid, byte_size, width, height, thumbhash,
        ${copy.now}, ${copy.now}
      from photo where id = ${copy.sourceId}`.execute(tx);
}

/** Sets who sees photos, which stay attached. */
export async function showTo(
  tx: Tx,
  visibility: 'owner' | 'signed_in',
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility, viewer_id: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Detaches photos: visible to their owner only, and purged later. */
export async function detach(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility: 'owner', viewer_id: null, attached_at: null, detached_at: now })
    .where('id', 'in', [...ids])
    .execute();
}

export const findPhotos = compileOnce((db: DbOrTx, given: Placeholder<{ ids: readonly string[] }>) =>
  db
    .selectFrom('photo')
    .modifyFront(usePreparedStatement)
    .select(COLUMNS)
    .where('id', '=', sql<string>`any(${given('ids')}::uuid[])`),
);

export function selectOfPerson(db: DbOrTx, ownerId: string) {
  return db
    .selectFrom('photo')
    .select([...COLUMNS, 'byte_size', 'created_at', 'attached_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Deletes a person's photos; returns the ids of the files that no photo shows any more. */
export async function deleteOfPerson(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('photo')
    .where('owner_id', '=', ownerId)
    .returning(FILE_ID.as('file_id'))
    .execute();
  return unshown(tx, rows);
}

/** Makes photos that were shared with this person only visible to their owners only. */
export async function revokeViewer(tx: Tx, viewerId: string): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility: 'owner', viewer_id: null })
    .where('viewer_id', '=', viewerId)
    .execute();
}

/** Deletes photos that were sent, or detached, before `before` and are not attached; returns the ids of the files that no photo shows any more. */
export async function deleteUnattached(db: DbOrTx, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('photo')
    .where('attached_at', 'is', null)
    .where(sql<boolean>`coalesce(detached_at, created_at) < ${before}`)
    .returning(FILE_ID.as('file_id'))
    .execute();
  return unshown(db, rows);
}

/** The photos that show the same files as this one, or the files of this id, in the order of locks. */
export async function selectShowingSame(db: DbOrTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with file as (select coalesce((select ${FILE_ID} from photo where id = ${id}), ${id}::uuid) as id)
    select photo.id from photo, file where photo.id = file.id or photo.copy_of = file.id order by photo.id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The ids in the names of these photos' files, by photo. */
export async function fileIdsOf(db: DbOrTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('photo')
    .select(['id', FILE_ID.as('file_id')])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, file_id }) => [id, file_id]));
}

/** Deletes a photo; returns the ids of the files that none shows any more, undefined if it does not exist. */
export async function deletePhoto(tx: Tx, id: string): Promise<string[] | undefined> {
  const rows = await tx.deleteFrom('photo').where('id', '=', id).returning(FILE_ID.as('file_id')).execute();
  return rows.length === 0 ? undefined : unshown(tx, rows);
}

/** A copy locks its source, so that files without a photo get none. */
async function unshown(db: DbOrTx, deleted: readonly { readonly file_id: string }[]): Promise<string[]> {
  const ids = [...new Set(deleted.map(({ file_id }) => file_id))];
  const shown = ids.length > 0 ? await statesOf(db, ids) : new Map<string, string>();
  return ids.filter((id) => !shown.has(id));
}

/** The states of the photos that show these files; files that no photo shows are absent. */
export async function statesOf(db: DbOrTx, fileIds: readonly string[]): Promise<Map<string, Row['state']>> {
  const rows = await db
    .selectFrom('photo')
    .select([FILE_ID.as('file_id'), 'state'])
    .where((is) => is.or([is('id', 'in', [...fileIds]), is('copy_of', 'in', [...fileIds])]))
    .execute();
  return new Map(rows.map(({ file_id, state }) => [file_id, state]));
}
