import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/** The public side of a listing, as a later feature stores it. */
export type ListingSide = {
  readonly listingId: string;
  readonly donorId: string;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
};

/** The public sides of listings, not at a business, as the new grid has them. */
export type SidesOnNewGrid = (listings: readonly ListingSide[]) => Promise<ListingSide[]>;

/**
 * The grid of public points has changed: a feature that stores some recomputes the next batch after this id. Returns the last
 * id of the batch, null if nothing was left.
 */
export const onGridChanged =
  defineHook<(tx: TxContext, sidesOf: SidesOnNewGrid, after: string | null) => Promise<string | null>>(
    'onGridChanged',
  );
