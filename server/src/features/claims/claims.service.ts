import { randomInt } from 'node:crypto';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { claimRefusal, MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/taking.ts';
import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { FIRST_PAGE, type Page, pageOf, positionOf, timeCursor } from '#server/platform/paging.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { makeTurnsByKey } from '#server/platform/turns.ts';
import { readTaken, tooManyOpen, tooManyToday } from './claim-limits.ts';
import { makeClaimPresenter } from './claims.presenter.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';
import { makeHandover } from './handover.ts';
import { makeLeaving } from './leaving.ts';

/** The event that a claim is new, or is another than before. */
export const CLAIM_CHANGED = 'claim_changed';
export type ClaimChanged = {
  readonly claimId: string;
  readonly listingId: string;
  readonly conversationId: string;
  readonly status: store.ClaimRow['status'];
  readonly people: readonly string[];
};

const changedBy = (row: store.ClaimRow): ClaimChanged => ({
  claimId: row.id,
  listingId: row.listing_id,
  conversationId: row.conversation_id,
  status: row.status,
  people: [row.donor_id, row.claimer_id],
});

/**
 * How many claims of one listing are at the database together. The rest wait here, without a connection: else whoever
 * wants the food of the day would keep everybody else from the database. Who is first, the database decides.
 */
const CLAIMS_AT_ONCE = 4;
/** What the slower of two twins may be told. */
const LOST = new Set(['not-available', 'not-enough']);

const ownListing = () => conflict('own-listing', 'This is your own listing.');
const notAvailable = () => conflict('not-available', 'Somebody was faster: this food has been claimed.');
/** Some are left, but fewer than were asked for. */
const notEnough = (servingsLeft: number) =>
  conflict(
    'not-enough',
    servingsLeft === 1 ? 'Only 1 serving is left.' : `Only ${servingsLeft} servings are left.`,
  );
const tooLate = () => conflict('not-available', 'This food is no longer offered.');

/** Where a list of claims ended: open ones come before all others. */
const claimCursor = (row: store.ClaimRow): string =>
  `${row.status === 'open' ? 'open' : 'over'}.${timeCursor({ at: row.created_at, id: row.id })}`;

function claimPositionOf(cursor: string | null): store.ClaimPosition | null {
  const [group, ...rest] = cursor?.split('.') ?? [];
  const position = positionOf(cursor === null ? null : rest.join('.'));
  return position && { ...position, isOpen: group === 'open' };
}

/** Four digits that nobody can foresee. */
const newCode = (): string => String(randomInt(10_000)).padStart(4, '0');

export type Claims = ReturnType<typeof makeClaims>;

/** Who gets the food: claiming it, letting it go, handing it over. */
export function makeClaims(parts: ClaimsParts) {
  const { db, clock, newId, eventLog, places, notifications, listings, messaging } = parts;
  const presentRows = makeClaimPresenter(parts);
  const inTurn = makeTurnsByKey(CLAIMS_AT_ONCE);

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
    const { page, last } = pageOf(
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
    if (type === 'donated') return listings.listingsPage(caller, personId, { limit, cursor });
    if (personId !== caller.userId) throw notFound();
    const claimed = await store.selectClaimedListings(db, personId, positionOf(cursor), limit + 1);
    const { page, last } = pageOf(claimed, limit);
    const [rows, blocked] = await Promise.all([
      listings.listingsById(
        db,
        page.map(({ id }) => id),
      ),
      parts.moderation.blockedWith(db, caller.userId),
    ]);
    // what was shared while the block was being set outlives it, and the listing is not to be found by itself either
    const shown = page.flatMap(({ id }) => rows.get(id) ?? []).filter((row) => !blocked.has(row.donor_id));
    return {
      listings: await listings.presentListings(caller.userId, shown),
      nextCursor: last ? timeCursor(last) : null,
    };
  }

  async function tell(tx: Tx, row: store.ClaimRow): Promise<void> {
    await eventLog.append(tx, CLAIM_CHANGED, changedBy(row));
  }

  /**
   * Says before anything is locked why a claim cannot be made. It decides nothing (that is `takeServings`), but
   * those who come too late do not queue up behind the one who was first.
   */
  async function refuseEarly(
    tx: Tx,
    personId: string,
    row: ListingRow,
    servings: number | null,
  ): Promise<void> {
    const now = clock.now();
    const taken = await readTaken(tx, personId, now);
    const refusal = claimRefusal({
      isOwn: row.donor_id === personId,
      status: row.status,
      servingsLeft: row.servings_left,
      servingsWanted: servings ?? row.servings_left,
      claimableUntilMs: row.offered_until.getTime(),
      nowMs: now.getTime(),
      openClaims: taken.open,
      claimsInLastDay: taken.times.length,
    });
    if (refusal === null) return;
    if (refusal === 'own-listing') throw ownListing();
    if (refusal === 'open-claims') throw tooManyOpen();
    if (refusal === 'claims-today') throw tooManyToday(taken.times, now);
    if (refusal === 'not-enough') throw notEnough(row.servings_left);
    throw refusal === 'too-late' || row.status === 'expired' ? tooLate() : notAvailable();
  }

  /** The limits with this claim counted. One person's claims pass here one after the other. */
  async function keepLimits(tx: Tx, personId: string): Promise<void> {
    await store.lockPerson(tx, personId);
    const now = clock.now();
    const { open, times } = await readTaken(tx, personId, now);
    if (open > MAX_OPEN_CLAIMS) throw tooManyOpen();
    // the newest is the one being made
    if (times.length > MAX_CLAIMS_PER_DAY) throw tooManyToday(times.slice(1), now);
  }

  async function take(
    tx: Tx,
    personId: string,
    listingId: string,
    servings: number | null,
  ): Promise<{ claimId: string }> {
    const mine = await store.selectOpenClaimOn(tx, listingId, personId);
    if (mine) return { claimId: mine.id };
    await refuseEarly(tx, personId, await listings.visibleListing(tx, personId, listingId), servings);
    const result = await listings.takeServings(tx, { listingId, takerId: personId, servings });
    if (!result) {
      // what is left by now may only be too little
      const left = (await listings.listingsById(tx, [listingId])).get(listingId);
      throw left?.status === 'posted' && servings !== null && left.servings_left < servings
        ? notEnough(left.servings_left)
        : notAvailable();
    }
    const { row: listing, taken } = result;
    const pair = { listingId, hostId: listing.donor_id, guestId: personId };
    const conversationId = await messaging.openConversation(tx, pair);
    const claim = await store.insertClaim(tx, {
      id: newId(),
      listing_id: listingId,
      donor_id: listing.donor_id,
      claimer_id: personId,
      conversation_id: conversationId,
      servings: taken,
      code: newCode(),
      donor_confirmed_at: null,
      claimer_confirmed_at: null,
      created_at: clock.now(),
      ended_at: null,
    });
    if (!claim) throw notAvailable();
    await messaging.say(tx, conversationId, 'claimed', personId);
    if (listing.share_place_at_once) {
      await places.grantPlace(tx, { type: 'listing', id: listingId }, personId, clock.now());
      await messaging.say(tx, conversationId, 'place_shared', listing.donor_id);
    }
    await notifications.notify(tx, {
      personId: listing.donor_id,
      kind: 'listing_claimed',
      subject: { type: 'claim', id: claim.id },
      actorId: personId,
      listingTitle: listing.title,
    });
    await tell(tx, claim);
    await keepLimits(tx, personId);
    return { claimId: claim.id };
  }

  /**
   * Claims servings of a listing, all that are left without `servings`. While the claim is open, asking again gives
   * the same claim. 404 for what one may not know of; 403 `verify-email`; 409 `own-listing`, `not-available`,
   * `not-enough` (which says how many are left), `claim-limit`.
   */
  async function claimListing(
    caller: Caller,
    listingId: string,
    servings: number | null = null,
    idempotency: Idempotency | null = null,
  ): Promise<Claim> {
    await listings.visibleListing(db, caller.userId, listingId);
    await parts.accounts.requireVerifiedEmail(db, caller.userId);
    try {
      const { claimId } = await inTurn(listingId, () =>
        inTransaction(db, (tx) =>
          once(tx, caller.userId, idempotency, clock, () => take(tx, caller.userId, listingId, servings)),
        ),
      );
      return await getClaim(caller, claimId);
    } catch (error) {
      // a twin of this very request may have been the faster one
      const twin =
        error instanceof AppError && LOST.has(error.code)
          ? await store.selectOpenClaimOn(db, listingId, caller.userId)
          : undefined;
      if (!twin) throw error;
      return getClaim(caller, twin.id);
    }
  }

  /** The open claims on a listing, by who holds them. */
  async function openClaimsOn(listingId: string): Promise<Map<string, ClaimChanged>> {
    const rows = await store.selectOpenClaimsOnListing(db, listingId);
    return new Map(rows.map((row) => [row.claimer_id, changedBy(row)]));
  }

  const handover = makeHandover({ ...parts, ownClaim, tell });
  return {
    ...makeLeaving({ ...parts, letGo: handover.letGo }),
    claimListing,
    getClaim,
    listClaims,
    personListings,
    openClaimsOn,
    /** Lets a claim go, by either side. Again is the same; 409 `claim-ended` after a handover. */
    async releaseClaim(caller: Caller, claimId: string): Promise<Claim> {
      await handover.release(caller, claimId);
      return getClaim(caller, claimId);
    },
    /**
     * Says that the food changed hands; with both sides' word, or the code from the donor, it is complete. 422 on a
     * wrong `code`, 409 `code-locked` after five of them, 409 `claim-ended` after a release.
     */
    async completeClaim(caller: Caller, claimId: string, code: string | null = null): Promise<Claim> {
      await handover.complete(caller, claimId, code);
      return getClaim(caller, claimId);
    },
    /** Shows the donor's exact place to the other person of the conversation, until the claim ends. */
    async sharePlace(caller: Caller, conversationId: string): Promise<Claim> {
      return getClaim(caller, await handover.sharePlace(caller, conversationId));
    },
  };
}
