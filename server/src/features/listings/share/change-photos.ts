import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import { type ListingPhoto, type ListingRow, replacePhotos, selectPhotos } from '../listings.store.ts';

/**
 * Makes the function that puts a listing's photos into the order that its donor sends: known ones stay, new ones
 * come, the others are let go. Captions go by their place in that order; without them each known photo keeps its
 * own. It says whether anything is other than before; 422 on `imageUrls` for a photo that cannot be used.
 */
export function makeChangePhotos(photos: Photos) {
  return async function changePhotos(tx: Tx, row: ListingRow, body: ChangeListing): Promise<boolean> {
    const { imageUrls, imageCaptions } = body;
    if (imageUrls === undefined && imageCaptions === undefined) return false;
    const before = (await selectPhotos(tx, [row.id])).get(row.id) ?? [];
    const chosen = imageUrls === undefined ? before : await photosAt(tx, row.donor_id, before, imageUrls);
    const after = chosen.map((photo, index) =>
      imageCaptions === undefined ? photo : { ...photo, caption: imageCaptions[index] ?? '' },
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return false;
    await replacePhotos(tx, row.id, after);
    const stays = new Set(after.map(({ photoId }) => photoId));
    await photos.detachPhotos(
      tx,
      before.map(({ photoId }) => photoId).filter((id) => !stays.has(id)),
    );
    return true;
  };

  async function photosAt(
    tx: Tx,
    donorId: string,
    before: readonly ListingPhoto[],
    imageUrls: readonly string[],
  ): Promise<ListingPhoto[]> {
    if (new Set(imageUrls).size < imageUrls.length)
      throw unprocessable({ imageUrls: 'One of the photos is there twice. Please choose each once.' });
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
}
