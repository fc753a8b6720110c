import type { Tx } from '#server/db/database.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import * as store from '../listings.store.ts';

/** What a listing is called whose words those who run the community took away. */
export const REMOVED_TITLE = 'Removed';

type RemovalParts = {
  readonly clock: Clock;
  readonly photos: Pick<Photos, 'deletePhoto'>;
  readonly places: Pick<Places, 'endAllGrants'>;
  readonly withdrawRest: (tx: Tx, row: store.ListingRow) => Promise<void>;
  readonly announceChange: (tx: Tx, row: store.ListingRow) => Promise<void>;
};

/** What those who run the community take away. Whoever calls this has asked who they are. */
export function makeRemoval({ clock, photos, places, withdrawRest, announceChange }: RemovalParts) {
  return {
    /** Takes back all that a person offers; open claims go on, and what is let go of them is not offered again. */
    async withdrawAllOf(tx: Tx, personId: string): Promise<void> {
      for (const row of await store.lockListingsOf(tx, personId, ['posted', 'claimed']))
        if (row.withdrawn_at === null) await withdrawRest(tx, row);
    },

    /**
     * Takes a listing back with its words and photos; its open claims are to be ended behind this. Nobody sees where it
     * was any more. False where there is none.
     */
    async removeListing(tx: Tx, listingId: string): Promise<boolean> {
      const row = await store.lockListing(tx, listingId);
      if (!row) return false;
      if (row.withdrawn_at === null) await withdrawRest(tx, row);
      // how to get there was written by hand as well
      await places.endAllGrants(tx, { type: 'listing', id: listingId }, clock.now());
      const shown = (await store.selectPhotos(tx, [listingId])).get(listingId) ?? [];
      for (const { photoId } of shown) await photos.deletePhoto(tx, photoId);
      await store.updateListing(tx, listingId, {
        title: REMOVED_TITLE,
        description: '',
        closing_time: null,
        updated_at: clock.now(),
      });
      await announceChange(tx, await listingNow(tx, listingId, row));
      return true;
    },

    /** Takes a photo out of the listing that shows it, if one does. */
    async removePhotoFromListing(tx: Tx, photoId: string): Promise<void> {
      const listingId = await store.listingWithPhoto(tx, photoId);
      const row = listingId && (await store.lockListing(tx, listingId));
      if (!row) return;
      const shown = (await store.selectPhotos(tx, [row.id])).get(row.id) ?? [];
      await store.replacePhotos(
        tx,
        row.id,
        shown.filter((photo) => photo.photoId !== photoId),
      );
      await announceChange(tx, row);
    },
  };

  async function listingNow(tx: Tx, id: string, before: store.ListingRow): Promise<store.ListingRow> {
    return (await store.selectListing(tx, id)) ?? before;
  }
}
