import { servingsOfThings, thingsInServings } from '@openlarder/domain/listings/listing-fields.ts';
import type { Claim, ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import { claimRefusal, MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/claim-limits.ts';
import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { requireVerifiedEmail } from '#server/features/accounts/auth/recovery/email-verification.ts';
import { lockPerson, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import { openHandover } from '#server/features/handovers/lifecycle/open-handover.ts';
import * as stock from '#server/features/listings/lifecycle/stock.ts';
import { listingsById, requireVisibleListing } from '#server/features/listings/listings.queries.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { makeKeyedConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { getClaim } from '../claims.queries.ts';
import * as store from '../claims.store.ts';
import { shareAtOnce } from './share-at-once.ts';
import {
  isListingSharedOut,
  limitsOf,
  readBulkUsage,
  readClaimUsage,
  tooManyOpen,
  tooManyToday,
  tooMuchBulk,
} from './claim-limits.ts';

/**
 * How many claims of one listing use the database at the same time. The rest wait without a connection, so that a rush
 * on one listing leaves connections to all others. The database decides who is first.
 */
const claimsOfListing = perApp(() => makeKeyedConcurrencyLimit(4));
const NO_USAGE = { openClaims: 0, maxOpenClaims: MAX_OPEN_CLAIMS, claimsInLastDay: 0 };
/** The refusals that the slower of two identical calls may get. */
const LOST_RACE = new Set(['not-available', 'not-enough']);

/**
 * Claims servings of a listing, all that are left without `servings`. Idempotent while the claim is open. 404 for a
 * listing the caller may not see; 403 `account-paused`, `verify-email`; 409 `own-listing`, `not-available`,
 * `not-enough` (says how many are left), `claim-limit` for too many open claims, too many in a day, or bulk food beyond
 * the person's daily share.
 */
export async function claimListing(
  ctx: AppContext,
  caller: Caller,
  listingId: string,
  servings: number | null = null,
  idempotency: Idempotency | null = null,
): Promise<Claim> {
  const listing = await requireVisibleListing(ctx, caller.userId, listingId);
  await requireActive(ctx, caller.userId);
  await requireVerifiedEmail(ctx, caller.userId);
  const input = { listingId, donorId: listing.donor_id, claimerId: caller.userId, servings };
  const { claimId } = await claimsOfListing(ctx)(listingId, () =>
    inTransaction(ctx, (tx) => once(tx, caller.userId, idempotency, () => claimServings(tx, input))),
  ).catch(async (error: unknown) => {
    // an identical call may have been faster
    const isLost = error instanceof AppError && LOST_RACE.has(error.code);
    const twin = isLost ? await store.selectOpenClaimOn(ctx.db, listingId, caller.userId) : undefined;
    if (!twin) throw error;
    return { claimId: twin.id };
  });
  return getClaim(ctx, caller, claimId);
}

type ClaimInput = {
  readonly listingId: string;
  readonly donorId: string;
  readonly claimerId: string;
  readonly servings: number | null;
};

async function claimServings(
  tx: TxContext,
  { listingId, donorId, claimerId, servings }: ClaimInput,
): Promise<{ claimId: string }> {
  const existing = await store.selectOpenClaimOn(tx.db, listingId, claimerId);
  if (existing) return { claimId: existing.id };
  const seen = await requireVisibleListing(tx, claimerId, listingId);
  const wanted = await refuseEarly(tx, claimerId, seen, servings);
  // a concurrent block is either visible from here on, or waits for this claim and ends it
  if ((await lockPairAgainstBlock(tx, claimerId, donorId)).isBlocked) throw notFound();
  const take = await stock.takeServings(tx, { listingId, takerId: claimerId, servings: wanted });
  if (!take) throw await noServings(tx, listingId, wanted);
  const { row: listing, taken } = take;
  const claim = await openClaim(tx, { listing, servings: taken, claimerId, requestId: null });
  if (!claim) throw notAvailable();
  await notifications.notify(tx, {
    personId: listing.donor_id,
    kind: 'listing_claimed',
    subject: { type: 'claim', id: claim.claimId },
    actorId: claimerId,
    listingTitle: listing.title,
    servings: { claimed: taken, shared: listing.estimated_servings },
  });
  await enforceLimits(tx, claimerId, { listing, servings: taken });
  // checked last: the claim may have waited while the person was paused
  await requireActive(tx, claimerId);
  return { claimId: claim.claimId };
}

/**
 * Refuses, before anything is locked, a claim that cannot succeed. `takeServings` decides; this keeps late calls from
 * queueing behind the first one. Returns the servings to take: without a number, all that are left or, of bulk food, as
 * many as the person's daily share allows; null for all.
 */
async function refuseEarly(
  tx: TxContext,
  personId: string,
  row: ListingRow,
  servings: number | null,
): Promise<number | null> {
  const now = tx.clock.now();
  const offer = {
    isOwn: row.donor_id === personId,
    status: row.status,
    servingsLeft: row.servings_left,
    servingsWanted: servings ?? row.servings_left,
    claimableUntilMs: row.offered_until.getTime(),
    nowMs: now.getTime(),
  };
  // most refusals are for food that is gone, which needs no further reads
  const refusal = claimRefusal({ ...offer, ...NO_USAGE });
  if (refusal === 'own-listing') throw ownListing();
  if (refusal === 'not-enough') throw notEnough(row.servings_left);
  if (refusal !== null) throw refusal === 'too-late' || row.status === 'expired' ? tooLate() : notAvailable();
  const usage = await readClaimUsage(tx, personId, now);
  const limited = claimRefusal({
    ...offer,
    openClaims: usage.open,
    maxOpenClaims: usage.maxOpen,
    claimsInLastDay: usage.times.length,
  });
  if (limited === 'open-claims') throw tooManyOpen(usage, now);
  if (limited === 'claims-today') throw tooManyToday(usage.times, now);
  const bulk = isListingSharedOut(row, now) ? await readBulkUsage(tx, personId, now) : null;
  if (!bulk) return servings;
  const most = thingsInServings(bulk.max - bulk.taken, row.counted_as);
  if (most <= 0 || (servings ?? 1) > most) throw tooMuchBulk(bulk, bulk.taken, now);
  return servings ?? Math.min(row.servings_left, most);
}

/** Why no servings could be taken: by now there may only be too few left. */
async function noServings(tx: TxContext, listingId: string, servings: number | null): Promise<AppError> {
  const left = (await listingsById(tx, [listingId])).get(listingId);
  return left?.status === 'posted' && servings !== null && left.servings_left < servings
    ? notEnough(left.servings_left)
    : notAvailable();
}

/** Checks the limits with this claim counted. Claims of one person pass one after the other. */
async function enforceLimits(
  tx: TxContext,
  personId: string,
  { listing, servings }: { readonly listing: ListingRow; readonly servings: number },
): Promise<void> {
  await lockPerson(tx, personId);
  const now = tx.clock.now();
  const usage = await readClaimUsage(tx, personId, now);
  if (usage.open > usage.maxOpen) throw tooManyOpen(usage, now);
  // the newest is this claim
  if (usage.times.length > MAX_CLAIMS_PER_DAY) throw tooManyToday(usage.times.slice(1), now);
  const bulk = isListingSharedOut(listing, now) ? await readBulkUsage(tx, personId, now) : null;
  if (bulk && bulk.taken > bulk.max)
    throw tooMuchBulk(bulk, bulk.taken - servingsOfThings(servings, listing.counted_as), now);
}

/**
 * Creates a claim for servings that are already taken, with its conversation, its first message and, where the listing
 * reveals it immediately, the address. Undefined if the claimer has an open claim on the listing already.
 */
export async function openClaim(
  tx: TxContext,
  taken: {
    readonly listing: ListingRow;
    readonly servings: number;
    readonly claimerId: string;
    /** The request for food that the donor answers with them; null for a claim of the claimer's own. */
    readonly requestId: string | null;
  },
): Promise<{ readonly claimId: string; readonly handover: HandoverRow } | undefined> {
  const { listing, claimerId, requestId } = taken;
  const conversationId = await messaging.openConversation(tx, {
    listingId: listing.id,
    giverId: listing.donor_id,
    receiverId: claimerId,
  });
  const handover = await openHandover(tx, {
    giverId: listing.donor_id,
    receiverId: claimerId,
    conversationId,
    windowFrom: listing.available_from,
    windowUntil: listing.available_until,
    event: requestId === null ? 'claimed' : 'request_matched',
  });
  if (!handover) return undefined;
  const claimId = tx.newId();
  const { servings } = taken;
  await store.insertClaim(tx.db, {
    id: claimId,
    listing_id: listing.id,
    request_id: requestId,
    servings,
    is_shared_out: requestId === null && isListingSharedOut(listing, handover.created_at),
    handover_id: handover.id,
  });
  await shareAtOnce(tx, { listing, receiverId: claimerId, conversationId, isSettled: requestId !== null });
  return { claimId, handover };
}

/** How much the caller may claim now, and why it may be less than usual. */
export async function claimLimits(ctx: AppContext, caller: Caller): Promise<ClaimLimits> {
  const now = ctx.clock.now();
  const usage = await readClaimUsage(ctx, caller.userId, now);
  return limitsOf(usage, await readBulkUsage(ctx, caller.userId, now));
}

// refusals, for claimers and for donors who answer a request with a listing

const ownListing = () => conflict('own-listing');
const notAvailable = () => conflict('not-available.claimed');
export const notEnough = (left: number) => conflict('not-enough', { left });
export const tooLate = () => conflict('not-available.over');
