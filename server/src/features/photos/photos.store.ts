import { type RawBuilder, sql } from 'kysely';
import type { SentLately } from '@openlarder/domain/photos/daily-share.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { usePreparedStatement } from '#server/platform/postgres/prepared-statements.ts';
import { type Placeholder, compileOnce } from '#server/platform/postgres/compiled-query.ts';
import type { PhotoTables } from './photos.tables.ts';

type Row = PhotoTables['photo'];
export type PhotoRow = Pick<
  { [Column in keyof Row]: Row[Column] },
  'id' | 'owner_id' | 'state' | 'width' | 'height' | 'thumbhash'
>;
/** Who sees a photo beside its owner: everybody signed in, or one person. */
export type Audience =
  | { readonly visibility: 'signed_in'; readonly viewerId: null }
  | { readonly visibility: 'one_person'; readonly viewerId: string };

const COLUMNS = ['id', 'owner_id', 'state', 'width', 'height', 'thumbhash'] as const;

/** One at a time of a person's uploads is counted. */
export async function lockSender(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('photo:' || ${ownerId}, 0))`.execute(tx);
}

/** What the person has sent since then. */
export async function sentSince(tx: Tx, ownerId: string, since: Date): Promise<SentLately> {
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

export async function insertAwaited(tx: Tx, id: string, ownerId: string, now: Date): Promise<void> {
  await tx
    .insertInto('photo')
    .values({ id, owner_id: ownerId, state: 'awaiting', created_at: now })
    .execute();
}

export function findPhoto(db: DbOrTx, id: string): Promise<PhotoRow | undefined> {
  return db.selectFrom('photo').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/**
 * Whether the photo is shown to everybody signed in or to one person, for somebody who sees it; undefined for who does
 * not. Everything but their own they see only where `notBlocked` holds.
 */
export async function findSeen(
  db: DbOrTx,
  id: string,
  viewerId: string,
  notBlocked: RawBuilder<boolean>,
): Promise<{ isForOne: boolean } | undefined> {
  const row = await db
    .selectFrom('photo')
    .select('visibility')
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
  return row && { isForOne: row.visibility === 'one_person' };
}

/** Takes the signed address out of use and sets the bytes aside that may come; false when it was used before. */
export async function beginReceiving(tx: Tx, id: string, reservedBytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('photo')
    .set(({ eb }) => ({ state: 'receiving', received_bytes: eb('received_bytes', '+', reservedBytes) }))
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends a file's way, as one that has come or one that broke off and may be sent again; `unusedBytes` of what was
 * set aside did not come. False when the photo is gone.
 */
export async function endReceiving(
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

/** Attaches those of `ids` that are the owner's, ready and not attached yet; gives their ids back. */
export async function attach(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
  { visibility, viewerId }: Audience,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('photo')
    .set({ visibility, viewer_id: viewerId, attached_at: now })
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .where('attached_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Those of `ids` that are the owner's and in use, kept from being forgotten until the transaction ends. */
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

/** The same picture once more, attached at once. */
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
      (id, owner_id, state, visibility, viewer_id, byte_size, width, height, thumbhash, created_at, attached_at)
    select ${copy.copyId}, owner_id, state, ${visibility}, ${viewerId}::uuid, byte_size, width, height, thumbhash,
        ${copy.now}, ${copy.now}
      from photo where id = ${copy.sourceId}`.execute(tx);
}

/** Their owner's alone again, and kept. */
export async function hide(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility: 'owner', viewer_id: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Nothing shows them any more: their owner's alone again, and soon forgotten. */
export async function detach(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility: 'owner', viewer_id: null, attached_at: null })
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

export async function deleteOfPerson(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('photo').where('owner_id', '=', ownerId).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Photos of others that only this person saw are their owners' alone again, and kept. */
export async function forgetViewer(tx: Tx, viewerId: string): Promise<void> {
  await tx
    .updateTable('photo')
    .set({ visibility: 'owner', viewer_id: null })
    .where('viewer_id', '=', viewerId)
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

export async function deletePhotos(db: DbOrTx, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('photo')
    .where('id', 'in', [...ids])
    .execute();
}

/** The states of those of `ids` that are known. */
export async function statesOf(db: DbOrTx, ids: readonly string[]): Promise<Map<string, Row['state']>> {
  const rows = await db
    .selectFrom('photo')
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Up to `limit` ids of pictures older than `before`, behind `afterId`, in the order of their ids. */
export async function selectReadyIds(
  db: DbOrTx,
  before: Date,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select('id')
    .where('state', '=', 'ready')
    .where('created_at', '<', before)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
