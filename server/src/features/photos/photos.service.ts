import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { notBlockedBetween } from '#server/features/moderation/blocks/block-conditions.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { afterCommit } from '#server/platform/postgres/database.ts';
import { presentPhoto } from './decode/decode-photo.ts';
import * as files from './photo-files.internal.ts';
import * as store from './photos.store.ts';

/** The conversation in which a photo was sent; null for any other photo. */
export const photoConversation =
  defineHook<(ctx: AppContext, photoId: string) => Promise<string | null>>('photoConversation');

export const photoPathOf = (id: string): string => files.objectPathOf(id);

/** Photos by id, without captions, which belong to the listing or message. */
export async function photosByIds(ctx: AppContext, ids: readonly string[]): Promise<Map<string, Photo>> {
  if (ids.length === 0) return new Map();
  const rows = await store.findPhotos(ctx.db, { ids });
  return new Map(rows.map((row) => [row.id, presentPhoto(row)]));
}

/**
 * 404 unless the picture is the caller's own, or visible to everyone signed in or to the caller, without a block
 * between them and its owner. `isForOne`: it is visible to one person only.
 */
export async function requireVisiblePhoto(ctx: AppContext, caller: Caller, id: string) {
  const notBlocked = notBlockedBetween('photo.owner_id', caller.userId);
  const seen = await store.findVisiblePhoto(ctx.db, id, caller.userId, notBlocked);
  if (seen) return seen;
  const sent = await store.findPrivatePhoto(ctx.db, id, caller.userId);
  if (sent && (await isShownAcrossBlock(ctx, caller.userId, id, sent.ownerId)))
    return { isForOne: true, fileId: sent.fileId };
  throw notFound();
}

/** Returns true if no block takes effect in the conversation in which the photo was sent to this person. */
async function isShownAcrossBlock(
  ctx: AppContext,
  viewerId: string,
  id: string,
  ownerId: string,
): Promise<boolean> {
  const found = await Promise.all(photoConversation.handlersOf(ctx).map((read) => read(ctx, id)));
  const conversationId = found.find((one) => one !== null);
  if (!conversationId) return false;
  return !(await isAcrossBlock(ctx, viewerId, { id: conversationId, otherId: ownerId }));
}

/** The WebP bytes of a picture; the caller has checked its visibility. */
export async function readPhoto(ctx: AppContext, fileId: string, width: files.Width): Promise<Buffer> {
  const bytes = await files.readSize(ctx, fileId, width);
  if (!bytes) throw notFound();
  return bytes;
}

/** Detaches photos that are not shown any more: visible to their owner only, and purged after a day. */
export async function detachPhotos(tx: TxContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await store.detach(tx.db, ids, tx.clock.now());
}

/** Makes photos of withdrawn content visible to their owner only, or to all who are signed in again; they are kept. */
export async function showPhotosTo(
  tx: TxContext,
  visibility: 'owner' | 'signed_in',
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await store.showTo(tx.db, visibility, ids);
}

/** The ids of all photos that show the same picture as this one, which may be the id of its files. */
export const copiesOf = (tx: TxContext, id: string): Promise<string[]> => store.selectShowingSame(tx.db, id);

/** The id by which admins find a photo's files, by photo; its copies have the same. */
export const fileIdsOf = (ctx: AppContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  store.fileIdsOf(ctx.db, ids);

/** Deletes a photo, and its files unless a copy shows them, for admins; false if it does not exist. */
export async function deletePhoto(tx: TxContext, id: string): Promise<boolean> {
  const unshown = await store.deletePhoto(tx.db, id);
  if (!unshown) return false;
  afterCommit(tx, () => files.removeFiles(tx, unshown));
  return true;
}

export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  // private photos sent to them stay with their senders
  await store.revokeViewer(tx.db, personId);
  const ids = await store.deleteOfPerson(tx.db, personId);
  afterCommit(tx, () => files.removeFiles(tx, ids));
}

/** A person's photos, oldest first. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await store.selectOfPerson(ctx.db, personId);
  return rows
    .filter(({ state }) => state === 'ready')
    .map((row) => ({
      objectPath: files.objectPathOf(row.id),
      width: row.width,
      height: row.height,
      byteSize: row.byte_size,
      sentAt: row.created_at.toISOString(),
      shownSince: row.attached_at?.toISOString() ?? null,
    }));
}

const BATCH = 500;

const aDayAgo = (ctx: AppContext): Date => new Date(ctx.clock.now().getTime() - DAY_MS);

export async function purgeUnattached(ctx: AppContext): Promise<void> {
  const ids = await store.deleteUnattached(ctx.db, aDayAgo(ctx));
  await files.removeFiles(ctx, ids);
  if (ids.length > 0) ctx.log.info({ count: ids.length }, 'deleted photos that nothing shows');
}

/**
 * Removes day-old files that no photo needs. A photo stays when its files are missing: they may be on another machine, or
 * in a backup.
 */
export async function purgeOrphans(ctx: AppContext): Promise<void> {
  const count = await removeOrphanFiles(ctx, aDayAgo(ctx));
  if (count > 0) ctx.log.info({ count }, 'removed files that no photo needs');
}

/** In batches of `BATCH`, in order. */
async function* batched<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Removes files older than `before` without a photo row: of a process killed between its two writes, or of a closed
 * account. Originals are removed too once their pictures are made: their metadata may hold a location. Returns how many.
 */
async function removeOrphanFiles(ctx: AppContext, before: Date): Promise<number> {
  let count = 0;
  for (const folder of [files.ORIGINALS_FOLDER, files.SIZES_FOLDER]) {
    count += await ctx.objects.removeHalves(folder, before);
    for await (const keys of batched(ctx.objects.keysBefore(folder, before))) {
      const ids = keys.flatMap((key) => files.photoIdOf(key) ?? []);
      const states = ids.length > 0 ? await store.statesOf(ctx.db, ids) : new Map<string, string>();
      for (const key of keys) {
        const state = states.get(files.photoIdOf(key) ?? '');
        const isNeeded =
          folder === files.ORIGINALS_FOLDER ? state === 'receiving' || state === 'uploaded' : state;
        if (isNeeded) continue;
        await ctx.objects.remove(key);
        count += 1;
      }
    }
  }
  return count;
}
