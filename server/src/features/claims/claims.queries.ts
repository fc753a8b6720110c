import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  FIRST_PAGE,
  type Page,
  splitPage,
  parseTimeCursor,
  formatTimeCursor,
} from '#server/platform/http/paging.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type ClaimChanged, changedBy } from './claims.events.ts';
import { makeClaimPresenter } from './claims.presenter.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';

/** Where a list of claims ended: open ones come before all others. */
const claimCursor = (row: store.ClaimRow): string =>
  `${row.status === 'open' ? 'open' : 'over'}.${formatTimeCursor({ at: row.created_at, id: row.id })}`;

function claimPositionOf(cursor: string | null): store.ClaimPosition | null {
  const [group, ...rest] = cursor?.split('.') ?? [];
  const position = parseTimeCursor(cursor === null ? null : rest.join('.'));
  return position && { ...position, isOpen: group === 'open' };
}

/** What one may know of claims. */
export function makeReading(parts: ClaimsParts) {
  const { db, clock, listings, moderation } = parts;
  const presentRows = makeClaimPresenter(parts);

  /** The claim, if the caller is one of its two; 404 to anybody else. */
  async function ownClaim(caller: Caller, claimId: string): Promise<store.ClaimRow> {
    const row = await store.selectOwnClaim(db, claimId, caller.userId);
    if (!row) throw notFound();
    return row;
  }

  async function getClaim(caller: Caller, claimId: string): Promise<Claim> {
    const [claim] = await presentRows(caller.userId, [await ownClaim(caller, claimId)], clock.now());
    if (!claim) throw notFound();
    return claim;
  }

  /** What the caller comes for (`mine`) or gives (`theirs`), open ones first, and where the older ones go on. */
  async function listClaims(
    caller: Caller,
    side: 'mine' | 'theirs',
    { limit, cursor }: Page = FIRST_PAGE,
  ): Promise<{ claims: Claim[]; nextCursor: string | null }> {
    const column = side === 'mine' ? 'claimer_id' : 'donor_id';
    const after = claimPositionOf(cursor);
    const { page, last } = splitPage(
      await store.selectClaimsOf(db, column, caller.userId, after, limit + 1),
      limit,
    );
    return {
      claims: await presentRows(caller.userId, page, clock.now()),
      nextCursor: last ? claimCursor(last) : null,
    };
  }

  /** What a person shares, or (only oneself) what they have claimed; 404 for another's claims. */
  async function personListings(
    caller: Caller,
    personId: string,
    type: 'donated' | 'claimed',
    { limit, cursor }: Page = FIRST_PAGE,
  ): Promise<{ listings: Listing[]; nextCursor: string | null }> {
    if (type === 'donated') return listings.listingsPageOfPerson(caller, personId, { limit, cursor });
    if (personId !== caller.userId) throw notFound();
    const claimed = await store.selectClaimedListings(db, personId, parseTimeCursor(cursor), limit + 1);
    const { page, last } = splitPage(claimed, limit);
    const [rows, blocked] = await Promise.all([
      listings.listingsById(
        db,
        page.map(({ id }) => id),
      ),
      moderation.blockedWith(db, caller.userId),
    ]);
    // what was shared while the block was being set outlives it, and the listing is not to be found by itself either
    const shown = page.flatMap(({ id }) => rows.get(id) ?? []).filter((row) => !blocked.has(row.donor_id));
    return {
      listings: await listings.presentListings(caller.userId, shown),
      nextCursor: last ? formatTimeCursor(last) : null,
    };
  }

  /** The open claims on a listing, by who holds them. */
  async function openClaimsByClaimer(listingId: string): Promise<Map<string, ClaimChanged>> {
    const rows = await store.selectOpenClaimsOnListing(db, listingId);
    return new Map(rows.map((row) => [row.claimer_id, changedBy(row)]));
  }

  return { ownClaim, getClaim, listClaims, personListings, openClaimsByClaimer };
}
