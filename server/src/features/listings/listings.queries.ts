import { notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Db } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type ListingRow, selectListing, selectListingsOf } from './listings.store.ts';

/** Part of a long list; `cursor` is where the part before ended. */
export type Page = { readonly limit: number; readonly cursor: string | null };

/** What one person shares, listed. */
export function makeListingsPage(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly moderation: Moderation;
  readonly presentListings: (viewerId: string, rows: readonly ListingRow[]) => Promise<Listing[]>;
}) {
  const { db, clock, accounts, moderation, presentListings } = parts;

  async function lastSeen(personId: string, cursor: string): Promise<ListingRow> {
    const row = idSchema.safeParse(cursor).success ? await selectListing(db, cursor) : undefined;
    if (row?.donor_id !== personId)
      throw unprocessable({ cursor: 'This page is no longer there. Please start again.' });
    return row;
  }

  /**
   * What a person shares, newest first: all of it to themself, to others what is offered now. 404 for who does not
   * exist or across a block, 422 on a `cursor` that is none of ours.
   */
  return async function listingsOfPerson(
    caller: Caller,
    personId: string,
    { limit, cursor }: Page,
  ): Promise<{ listings: Listing[]; nextCursor: string | null }> {
    if (personId !== caller.userId) {
      const known = await accounts.summaries(db, [personId]);
      if (!known.has(personId)) throw notFound();
      if (await moderation.isBlockedBetween(db, caller.userId, personId)) throw notFound();
    }
    const offeredAt = personId === caller.userId ? null : clock.now();
    const after = cursor === null ? undefined : await lastSeen(personId, cursor);
    const rows = await selectListingsOf(db, personId, { offeredAt, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      listings: await presentListings(caller.userId, shown),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  };
}
