import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { presentListings } from '../listings.presenter.ts';
import * as store from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';
import { withdrawRest } from './stock.ts';

/** A listing in a person's export, with all that they could see of it. */
export type ExportedListing = Omit<Listing, 'donor' | 'donorId' | 'distanceKm' | 'placeShared'>;

const OFFERED: readonly ListingStatus[] = ['posted', 'claimed'];
const EXPORT_BATCH = 50;

/** Titles stay for people who received food. The account is locked, so no listing is created meanwhile. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const now = tx.clock.now();
  for (const row of await store.lockListingsOf(tx.db, personId, OFFERED)) {
    await withdrawRest(tx, row);
    if (row.available_until > now) await store.updateListing(tx.db, row.id, { available_until: now });
  }
  await store.deleteTextsOf(tx.db, personId);
}

/** Everything a person has shared, newest first. */
export async function exportPerson(ctx: AppContext, personId: string): Promise<ExportedListing[]> {
  const exported: ExportedListing[] = [];
  for (let last: ListingRow | undefined; ; ) {
    const rows = await store.selectListingsOf(ctx.db, personId, { after: last, limit: EXPORT_BATCH });
    for (const listing of await presentListings(ctx, personId, rows)) {
      const { donor: _donor, donorId: _donorId, distanceKm: _km, placeShared: _shared, ...own } = listing;
      exported.push(own);
    }
    last = rows.at(-1);
    if (rows.length < EXPORT_BATCH) return exported;
  }
}
