import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  canRemoveRemainder,
  stockWithoutRemainder,
  takenServings,
} from '@openlarder/domain/listings/listing-states.ts';
import { notify } from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { ListingRow } from '../listings.tables.ts';
import { getListing } from '../listings.queries.ts';
import * as store from '../listings.store.ts';
import { lockOwnListing, notPosted, saveStock, settleStock, stockOf, withdrawRest } from './stock.ts';

/** How many overdue listings one transaction of the expiry job takes. */
const EXPIRY_BATCH = 100;

/** Servings released later are not offered again. Idempotent; 409 `not-posted` if nothing is offered. */
export async function withdrawListing(ctx: AppContext, caller: Caller, id: string): Promise<Listing> {
  await inTransaction(ctx, async (tx) => {
    const row = await settleStock(tx, await lockOwnListing(tx, caller, id));
    if (row.status === 'withdrawn' || row.withdrawn_at !== null) return;
    if (!canRemoveRemainder(row)) throw notPosted();
    await withdrawRest(tx, row);
  });
  return getListing(ctx, caller, id);
}

/** Withdraws all listings of a person; open claims continue, and servings released later are not offered again. */
export async function withdrawAllOf(tx: TxContext, personId: string): Promise<void> {
  for (const row of await store.lockListingsOf(tx.db, personId, ['posted', 'claimed']))
    if (row.withdrawn_at === null) await withdrawRest(tx, row);
}

/** Tells the donor that nobody took any of it. */
const tellOfLapse = (tx: TxContext, row: ListingRow): Promise<void> =>
  notify(tx, {
    personId: row.donor_id,
    kind: 'listing_lapsed',
    subject: { type: 'listing', id: row.id },
    actorId: null,
    listingTitle: row.title,
  });

/** Expires listings whose offer is over; idempotent, also in several processes. Returns the count. */
export async function expireListings(ctx: AppContext): Promise<number> {
  let expired = 0;
  for (;;) {
    const batch = await inTransaction(ctx, async (tx) => {
      const overdue = await store.lockOverdue(tx.db, tx.clock.now(), EXPIRY_BATCH);
      for (const listing of overdue) {
        const row = await settleStock(tx, listing);
        const stock = stockOf(row);
        await saveStock(tx, row, stockWithoutRemainder(stock, 'expired'));
        if (takenServings(stock) === 0) await tellOfLapse(tx, row);
      }
      return overdue.length;
    });
    expired += batch;
    if (batch < EXPIRY_BATCH) return expired;
  }
}
