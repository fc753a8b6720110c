import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { type ListingPhoto, type ListingRow, replacePhotos, selectPhotos } from '../listings.store.ts';

/**
 * Replaces the photo list of a listing: keeps known photos, attaches new ones, detaches the others. Captions go by
 * position; without them known photos keep theirs. Returns true if anything changed; 422 on `imageUrls` for a photo
 * that cannot be used.
 */
export async function changePhotos(tx: TxContext, row: ListingRow, body: ChangeListing): Promise<boolean> {
  const { imageUrls, imageCaptions } = body;
  if (imageUrls === undefined && imageCaptions === undefined) return false;
  const before = (await selectPhotos(tx.db, [row.id])).get(row.id) ?? [];
  const chosen = imageUrls === undefined ? before : await photosAt(tx, row.donor_id, before, imageUrls);
  const after = chosen.map((photo, index) =>
    imageCaptions === undefined ? photo : { ...photo, caption: imageCaptions[index] ?? '' },
  );
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  await replacePhotos(tx.db, row.id, after);
  const kept = new Set(after.map(({ photoId }) => photoId));
  await photos.detachPhotos(
    tx,
    before.map(({ photoId }) => photoId).filter((id) => !kept.has(id)),
  );
  return true;
}

async function photosAt(
  tx: TxContext,
  donorId: string,
  before: readonly ListingPhoto[],
  imageUrls: readonly string[],
): Promise<ListingPhoto[]> {
  if (new Set(imageUrls).size < imageUrls.length)
    throw unprocessable({ imageUrls: errorText('photo-twice') });
  const pictures = await photos.photosByIds(
    tx,
    before.map(({ photoId }) => photoId),
  );
  const known = new Map(before.map((photo) => [pictures.get(photo.photoId)?.objectPath, photo]));
  const newPaths = imageUrls.filter((path) => !known.has(path));
  const newIds = await photos.attachPhotos(tx, donorId, newPaths);
  const added = new Map(newPaths.map((path, index) => [path, newIds[index]]));
  return imageUrls.flatMap((path) => {
    const photo = known.get(path);
    if (photo) return photo;
    const photoId = added.get(path);
    return photoId === undefined ? [] : { photoId, caption: '' };
  });
}
