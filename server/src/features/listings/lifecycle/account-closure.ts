import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { makeListingPresenter } from '../listings.presenter.ts';
import * as store from '../listings.store.ts';

/** What a person takes along of what they have shared: all that they themselves could see of it. */
export type ExportedListing = Omit<Listing, 'donor' | 'donorId' | 'distanceKm' | 'placeShared'>;

const OFFERED: readonly ListingStatus[] = ['posted', 'claimed'];
/** How many listings one question reads. */
const BATCH = 200;

/** What becomes of somebody's listings when they close their account or take their data along. */
export function makeLeaving(parts: {
  readonly clock: Clock;
  readonly presentRows: ReturnType<typeof makeListingPresenter>;
  readonly withdrawRest: (tx: Tx, row: store.ListingRow) => Promise<void>;
}) {
  const { clock, presentRows, withdrawRest } = parts;

  /**
   * Takes back all that a person still offers, and what they wrote about where and what it was; its title stays, for
   * who has had some. It locks what is posted or claimed, so that nobody claims it in between; what is claimed is let
   * go behind this, and is not offered again then. Sharing food holds the account: run with the account locked, this is
   * the last word.
   */
  async function closePerson(tx: Tx, personId: string): Promise<void> {
    const now = clock.now();
    for (const row of await store.lockListingsOf(tx, personId, OFFERED)) {
      await withdrawRest(tx, row);
      if (row.available_until > now) await store.updateListing(tx, row.id, { available_until: now });
    }
    await store.forgetWordsOf(tx, personId);
  }

  /** Everything a person has ever shared, newest first. */
  async function exportPerson(dbOrTx: DbOrTx, personId: string): Promise<ExportedListing[]> {
    const exported: ExportedListing[] = [];
    for (let last: store.ListingRow | undefined; ; ) {
      const rows = await store.selectListingsOf(dbOrTx, personId, { after: last, limit: BATCH });
      for (const listing of await presentRows(dbOrTx, personId, rows, { now: clock.now() })) {
        const { donor: _donor, donorId: _donorId, distanceKm: _km, placeShared: _shared, ...own } = listing;
        exported.push(own);
      }
      last = rows.at(-1);
      if (rows.length < BATCH) return exported;
    }
  }

  return { closePerson, exportPerson };
}
