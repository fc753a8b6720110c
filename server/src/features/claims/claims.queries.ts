import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { reasonShownTo } from '@openlarder/domain/handovers/handover-states.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS, isoOrNull } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { presentListings } from '#server/features/listings/listings.presenter.ts';
import { listingsById, listingsPageOfPerson } from '#server/features/listings/listings.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { notBlockedBetween } from '#server/features/moderation/blocks/block-conditions.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import {
  FIRST_PAGE,
  formatTimeCursor,
  type Page,
  parseTimeCursor,
  splitPage,
} from '#server/platform/http/paging.ts';
import { type ClaimView, claimViewStatements } from './claim-view.store.ts';
import { CLAIM_SIDE, claimSideOf, presentClaims } from './claims.presenter.ts';
import * as store from './claims.store.ts';
import type { ClaimRow } from './claims.tables.ts';

const claimViews = claimViewStatements(notBlockedBetween);

/** Where a list of claims ended: open ones come before all others. */
const claimCursor = (view: ClaimView): string =>
  `${view.status === 'open' ? 'open' : 'over'}.${formatTimeCursor({ at: view.created_at, id: view.claim_id })}`;

function claimPositionOf(cursor: string | null): store.ClaimPosition | null {
  const [group, ...rest] = cursor?.split('.') ?? [];
  const position = parseTimeCursor(cursor === null ? null : rest.join('.'));
  return position && { ...position, isOpen: group === 'open' };
}

/** One claim, for one of its two people; 404 to anyone else. */
export async function getClaim(ctx: AppContext, caller: Caller, claimId: string): Promise<Claim> {
  const { userId: viewerId } = caller;
  const [claim] = await presentClaims(ctx, viewerId, await claimViews.own(ctx.db, { viewerId, claimId }));
  if (!claim) throw notFound();
  return claim;
}

/** A page of the claims of the caller (`mine`) or on their listings (`theirs`), open ones first, then the newest. */
export async function listClaims(
  ctx: AppContext,
  caller: Caller,
  side: 'mine' | 'theirs',
  { limit, cursor }: Page = FIRST_PAGE,
): Promise<{ claims: Claim[]; nextCursor: string | null }> {
  const column = side === 'mine' ? 'receiver_id' : 'giver_id';
  const after = claimPositionOf(cursor);
  const { page, last } = splitPage(
    await claimViews.page(ctx.db, column, caller.userId, after, limit + 1),
    limit,
  );
  return {
    claims: await presentClaims(ctx, caller.userId, page),
    nextCursor: last ? claimCursor(last) : null,
  };
}

/** A page of the listings a person has created or, for the person themselves, claimed; 404 for claims of others. */
export async function personListings(
  ctx: AppContext,
  caller: Caller,
  personId: string,
  type: 'donated' | 'claimed',
  { limit, cursor }: Page = FIRST_PAGE,
): Promise<{ listings: Listing[]; nextCursor: string | null }> {
  if (type === 'donated') return listingsPageOfPerson(ctx, caller, personId, { limit, cursor });
  if (personId !== caller.userId) throw notFound();
  const claimed = await store.selectClaimedListings(ctx.db, personId, parseTimeCursor(cursor), limit + 1);
  const { page, last } = splitPage(claimed, limit);
  const [rows, blocked] = await Promise.all([
    listingsById(
      ctx,
      page.map(({ id }) => id),
    ),
    blockedWith(ctx, caller.userId),
  ]);
  // an address revealed while the block was being set outlives it
  const shown = page.flatMap(({ id }) => rows.get(id) ?? []).filter((row) => !blocked.has(row.donor_id));
  return {
    listings: await presentListings(ctx, caller.userId, shown),
    nextCursor: last ? formatTimeCursor(last) : null,
  };
}

export async function openClaimsByClaimer(
  ctx: AppContext,
  listingId: string,
): Promise<Map<string, ClaimRow>> {
  const rows = await store.selectOpenClaimsOnListing(ctx.db, listingId);
  return new Map(rows.map((row) => [row.claimer_id, row]));
}

export async function openClaimsByListing(
  ctx: AppContext,
  claimerId: string,
  listingIds: readonly string[],
): Promise<Map<string, ClaimRow>> {
  const rows = await store.selectOpenClaimsBy(ctx.db, claimerId, listingIds);
  return new Map(rows.map((row) => [row.listing_id, row]));
}

/** The conversation of a claim; null if there is no such claim. */
export const claimConversationId = (ctx: AppContext, claimId: string): Promise<string | null> =>
  store.selectConversationOfClaim(ctx.db, claimId);

/** A person's claims on both sides, oldest first, without codes and without anything of the other person. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await store.selectAllClaimsOf(ctx.db, personId);
  // the title when claimed: later ones may come from across a block
  const titles = await messaging.titlesWhenClaimed(
    ctx,
    rows.map((row) => row.conversation_id),
  );
  return rows.map((row) => ({
    id: row.id,
    listingId: row.listing_id,
    emergencyRequestId: row.request_id,
    listingTitle: titles.get(row.conversation_id) ?? null,
    side: claimSideOf(row, personId),
    servings: row.servings,
    status: row.status,
    claimedAt: row.created_at.toISOString(),
    endedAt: isoOrNull(row.ended_at),
    endedBy: row.ended_by && CLAIM_SIDE[row.ended_by],
    releaseReason: reasonShownTo(row.claimer_id === personId ? 'receiver' : 'giver', row.release_reason),
    donorConfirmedAt: isoOrNull(row.giver_confirmed_at),
    claimerConfirmedAt: isoOrNull(row.receiver_confirmed_at),
    completedBy: row.completed_by,
    agreedTime: isoOrNull(row.agreed_time),
    comingAt: isoOrNull(row.coming_at),
    disputedAt: isoOrNull(row.disputed_at),
    disputedBy: row.disputed_by && CLAIM_SIDE[row.disputed_by],
  }));
}

/** The food that a person picked up. */
export type FoodReceived = {
  /** Completed pickups by category, ever. */
  readonly pickups: Readonly<Partial<Record<Category, number>>>;
  /** Servings since the time asked about. */
  readonly servings: number;
};

export async function foodReceived(ctx: AppContext, personId: string, since: Date): Promise<FoodReceived> {
  const rows = await store.selectReceived(ctx.db, personId, since);
  return {
    pickups: Object.fromEntries(rows.map(({ category, pickups }) => [category, pickups])),
    servings: rows.reduce((sum, { servings }) => sum + servings, 0),
  };
}

/** An average of fewer people could reveal what one of them received. */
const LEAST_PEOPLE = 5;
const KEPT_MS = HOUR_MS;

/** The averages that were last asked for, by their time span in milliseconds. */
const lastAverages = perApp(
  () => new Map<number, { readonly servings: number | null; readonly atMs: number }>(),
);

/**
 * The average servings per household member of all people who received something in this time span, up to an hour old;
 * null for fewer than five such people.
 */
export async function averageReceived(ctx: AppContext, withinMs: number): Promise<number | null> {
  const nowMs = ctx.clock.now().getTime();
  const last = lastAverages(ctx).get(withinMs);
  if (last && nowMs - last.atMs < KEPT_MS) return last.servings;
  const received = await store.selectReceivedByAll(ctx.db, new Date(nowMs - withinMs));
  const servings = received.people < LEAST_PEOPLE ? null : received.servings / received.heads;
  lastAverages(ctx).set(withinMs, { servings, atMs: nowMs });
  return servings;
}
