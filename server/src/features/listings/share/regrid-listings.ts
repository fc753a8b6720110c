import type { SidesOnNewGrid } from '#server/features/places/places.hooks.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { selectSidesAfter, updateSides } from './regrid-listings.store.ts';

const AT_ONCE = 500;

/** Moves every listing of a home to its point on the new grid, the past ones too. */
export async function regridListings(tx: TxContext, sidesOf: SidesOnNewGrid): Promise<void> {
  let page = await selectSidesAfter(tx.db, null, AT_ONCE);
  while (page.length > 0) {
    await updateSides(tx.db, await sidesOf(page));
    page = await selectSidesAfter(tx.db, page.at(-1)?.listingId ?? null, AT_ONCE);
  }
}
