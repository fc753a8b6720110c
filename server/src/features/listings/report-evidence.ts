import type { Tx } from '#server/db/database.ts';
import type { ReportEvidence } from '#server/features/moderation/moderation.parts.ts';
import type { Places } from '#server/features/places/places.service.ts';
import * as store from './listings.store.ts';

/** What a listing said when it was reported. */
export function makeListingWitness({ places }: { readonly places: Pick<Places, 'redactAddresses'> }) {
  return {
    /** What everybody could read of a listing, and whose it is. */
    async listingEvidence(tx: Tx, id: string): Promise<ReportEvidence | null> {
      const row = await store.selectListing(tx, id);
      if (!row) return null;
      const photos = (await store.selectPhotos(tx, [id])).get(id) ?? [];
      const lines = [
        row.title,
        row.description,
        ...photos.map(({ photoId, caption }) => `Photo ${photoId}${caption && `: ${caption}`}`),
      ];
      const words = lines.filter(Boolean).join('\n');
      return { aboutId: row.donor_id, words: await places.redactAddresses(tx, [row.donor_id], words) };
    },
  };
}
