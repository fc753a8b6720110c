import type { LocationsOnNewGrid } from '#server/features/places/places.hooks.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { selectPublicLocationsAfter, updatePublicLocations } from './regrid-listings.store.ts';

const AT_ONCE = 500;

/**
 * Moves the next listings of homes to their points on the new grid, the past ones too; returns the last, null for none.
 */
export async function regridListings(
  tx: TxContext,
  locationsOf: LocationsOnNewGrid,
  after: string | null,
): Promise<string | null> {
  const page = await selectPublicLocationsAfter(tx.db, after, AT_ONCE);
  await updatePublicLocations(tx.db, await locationsOf(page));
  return page.at(-1)?.listingId ?? null;
}
