import type { AllergenCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { ListingRow } from './listings.tables.ts';

export type ListingCorrection = {
  /** Whether what it contains or its dates changed. */
  readonly isCorrected: boolean;
  readonly allergens: AllergenCorrection | null;
};

/** A listing with claims was edited; the transaction has locked it. */
export const onListingEdited =
  defineHook<(tx: TxContext, listing: ListingRow, correction: ListingCorrection) => Promise<void>>(
    'onListingEdited',
  );

/** An admin has removed a listing; the transaction has locked it. */
export const onListingRemoved =
  defineHook<(tx: TxContext, listingId: string) => Promise<void>>('onListingRemoved');
