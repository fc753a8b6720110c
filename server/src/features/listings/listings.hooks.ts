import type { FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { ListingRow } from './listings.tables.ts';

/** A listing with claims was edited; the transaction has locked it. `correction` is null if the food is as was read. */
export const onListingEdited =
  defineHook<(tx: TxContext, listing: ListingRow, correction: FoodCorrection | null) => Promise<void>>(
    'onListingEdited',
  );

/** An admin has removed a listing; the transaction has locked it. */
export const onListingRemoved =
  defineHook<(tx: TxContext, listingId: string) => Promise<void>>('onListingRemoved');
