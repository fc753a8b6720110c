import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/** The public location of a listing, as a later feature stores it. */
export type ListingPublicLocation = {
  readonly listingId: string;
  readonly donorId: string;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
};

/** The public locations of listings, not at a business, on the new grid. */
export type LocationsOnNewGrid = (
  listings: readonly ListingPublicLocation[],
) => Promise<ListingPublicLocation[]>;

/**
 * Called when the grid of public points has changed: a feature that stores public points recomputes the next batch
 * after this id. Returns the last id of the batch, null if none was left.
 */
export const onGridChanged =
  defineHook<
    (tx: TxContext, locationsOf: LocationsOnNewGrid, after: string | null) => Promise<string | null>
  >('onGridChanged');
