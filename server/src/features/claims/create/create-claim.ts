import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import { claimRefusal, MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/taking.ts';
import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { randomInt } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeKeyedConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';
import { tellChange } from '../claims.events.ts';
import { limitsOf, readTaken, tooManyOpen, tooManyToday } from './claim-limits.ts';
import { lockPerson } from './claim-limits.store.ts';

type OpeningParts = Pick<ClaimsParts, 'clock' | 'newId' | 'eventLog' | 'places' | 'messaging'>;

/** Servings that are taken of a listing already, and for whom. */
type Taken = {
  readonly listing: ListingRow;
  readonly servings: number;
  readonly claimerId: string;
  /** The request for food that the donor answers with them; null when the claimer came for them. */
  readonly requestId: string | null;
};

/** Four digits that nobody can foresee. */
const newCode = (): string => String(randomInt(10_000)).padStart(4, '0');

/** How a claim comes to be, once its servings are taken. */
export function makeOpening({ clock, newId, eventLog, places, messaging }: OpeningParts) {
  /**
   * The claim with its conversation and first message, and with the place where the donor shows it at once; both are
   * told live. Undefined when the claimer has an open claim on the listing already.
   */
  return async function openClaim(tx: Tx, taken: Taken): Promise<store.ClaimRow | undefined> {
    const { listing, claimerId, requestId } = taken;
    const conversationId = await messaging.openConversation(tx, {
      listingId: listing.id,
      hostId: listing.donor_id,
      guestId: claimerId,
    });
    const claim = await store.insertClaim(tx, {
      id: newId(),
      listing_id: listing.id,
      donor_id: listing.donor_id,
      claimer_id: claimerId,
      conversation_id: conversationId,
      request_id: requestId,
      servings: taken.servings,
      code: newCode(),
      donor_confirmed_at: null,
      claimer_confirmed_at: null,
      created_at: clock.now(),
      ended_at: null,
    });
    if (!claim) return undefined;
    if (requestId === null) await messaging.postSystemMessage(tx, conversationId, 'claimed', claimerId);
    else await messaging.postSystemMessage(tx, conversationId, 'request_matched', listing.donor_id);
    if (listing.share_place_at_once) {
      await places.grantAddress(tx, { type: 'listing', id: listing.id }, claimerId, clock.now());
      await messaging.postSystemMessage(tx, conversationId, 'place_shared', listing.donor_id);
    }
    await tellChange(eventLog, tx, claim);
    return claim;
  };
}

/**
 * How many claims of one listing are at the database together. The rest wait here, without a connection: else whoever
 * wants the food of the day would keep everybody else from the database. Who is first, the database decides.
 */
const CLAIMS_AT_ONCE = 4;
const NOTHING_TAKEN = { openClaims: 0, maxOpenClaims: MAX_OPEN_CLAIMS, claimsInLastDay: 0 };
/** What the slower of two twins may be told. */
const LOST = new Set(['not-available', 'not-enough']);

/** How food gets a taker. */
export function makeTaking(parts: ClaimsParts) {
  const { db, clock, accounts, moderation, notifications, listings } = parts;
  const openClaim = makeOpening(parts);
  const inTurn = makeKeyedConcurrencyLimit(CLAIMS_AT_ONCE);

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
    const offer = {
      isOwn: row.donor_id === personId,
      status: row.status,
      servingsLeft: row.servings_left,
      servingsWanted: servings ?? row.servings_left,
      claimableUntilMs: row.offered_until.getTime(),
      nowMs: now.getTime(),
    };
    // most who are refused come for food that is gone: of them nothing more has to be read
    const refusal = claimRefusal({ ...offer, ...NOTHING_TAKEN });
    if (refusal === 'own-listing') throw ownListing();
    if (refusal === 'not-enough') throw notEnough(row.servings_left);
    if (refusal !== null)
      throw refusal === 'too-late' || row.status === 'expired' ? tooLate() : notAvailable();
    const { open, times, standing } = await readTaken(tx, personId, now);
    const limited = claimRefusal({
      ...offer,
      openClaims: open,
      maxOpenClaims: standing.maxOpenClaims,
      claimsInLastDay: times.length,
    });
    if (limited === 'open-claims') throw tooManyOpen(standing, now);
    if (limited === 'claims-today') throw tooManyToday(times, now);
  }

  /** The limits with this claim counted. One person's claims pass here one after the other. */
  async function keepLimits(tx: Tx, personId: string): Promise<void> {
    await lockPerson(tx, personId);
    const now = clock.now();
    const { open, times, standing } = await readTaken(tx, personId, now);
    if (open > standing.maxOpenClaims) throw tooManyOpen(standing, now);
    // the newest is the one being made
    if (times.length > MAX_CLAIMS_PER_DAY) throw tooManyToday(times.slice(1), now);
  }

  /** Takes the servings, or says why they cannot be had. */
  async function takeServings(tx: Tx, personId: string, listingId: string, servings: number | null) {
    const result = await listings.takeServings(tx, { listingId, takerId: personId, servings });
    if (result) return result;
    // what is left by now may only be too little
    const left = (await listings.listingsById(tx, [listingId])).get(listingId);
    throw left?.status === 'posted' && servings !== null && left.servings_left < servings
      ? notEnough(left.servings_left)
      : notAvailable();
  }

  async function take(
    tx: Tx,
    personId: string,
    about: Pick<ListingRow, 'id' | 'donor_id'>,
    servings: number | null,
  ): Promise<{ claimId: string }> {
    const listingId = about.id;
    const mine = await store.selectOpenClaimOn(tx, listingId, personId);
    if (mine) return { claimId: mine.id };
    await refuseEarly(tx, personId, await listings.requireVisibleListing(tx, personId, listingId), servings);
    // a block between the two is there before this, or waits for it and ends the claim
    if ((await moderation.lockPairAgainstBlock(tx, personId, about.donor_id)).isBlocked) throw notFound();
    const { row: listing, taken } = await takeServings(tx, personId, listingId, servings);
    const claim = await openClaim(tx, { listing, servings: taken, claimerId: personId, requestId: null });
    if (!claim) throw notAvailable();
    await notifications.notify(tx, {
      personId: listing.donor_id,
      kind: 'listing_claimed',
      subject: { type: 'claim', id: claim.id },
      actorId: personId,
      listingTitle: listing.title,
    });
    await keepLimits(tx, personId);
    // behind the claim, which waited for whoever was being paused meanwhile
    await accounts.requireActive(tx, personId);
    return { claimId: claim.id };
  }

  return {
    /** Makes the claim, or finds the one that the same person has; gives its id. What it refuses, `claimListing` says. */
    async claimServings(
      caller: Caller,
      listingId: string,
      servings: number | null,
      idempotency: Idempotency | null,
    ): Promise<string> {
      const about = await listings.requireVisibleListing(db, caller.userId, listingId);
      await accounts.requireActive(db, caller.userId);
      await accounts.requireVerifiedEmail(db, caller.userId);
      try {
        const { claimId } = await inTurn(listingId, () =>
          inTransaction(db, (tx) =>
            once(tx, caller.userId, idempotency, clock, () => take(tx, caller.userId, about, servings)),
          ),
        );
        return claimId;
      } catch (error) {
        // a twin of this very request may have been the faster one
        const twin =
          error instanceof AppError && LOST.has(error.code)
            ? await store.selectOpenClaimOn(db, listingId, caller.userId)
            : undefined;
        if (!twin) throw error;
        return twin.id;
      }
    },

    /** How much a person may claim now, and why it may be less than usual. */
    async claimLimits(caller: Caller): Promise<ClaimLimits> {
      return limitsOf(await readTaken(db, caller.userId, clock.now()));
    },
  };
}

/* What stands between somebody and food: told to who comes for it, or to the donor who gives it to who asked. */

const ownListing = () => conflict('own-listing', 'This is your own listing.');
const notAvailable = () => conflict('not-available', 'Somebody was faster: this food has been claimed.');
/** Some are left, but fewer than were asked for. */
export const notEnough = (servingsLeft: number) =>
  conflict(
    'not-enough',
    servingsLeft === 1 ? 'Only 1 serving is left.' : `Only ${servingsLeft} servings are left.`,
  );
export const tooLate = () => conflict('not-available', 'This food is no longer offered.');

export const allTaken = () => conflict('not-available', 'Others have claimed all of this by now.');
export const comingAlready = () =>
  conflict('not-available', 'They are coming for some of this food already. Please choose something else.');
