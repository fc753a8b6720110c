import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/account-fields.ts';
import { alertLevel } from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import type { ExpiryAlert } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { foodProfile } from '#server/features/accounts/profile/person-queries.ts';
import { openClaimsByListing } from '#server/features/claims/claims.queries.ts';
import { arranged } from '#server/features/listings/feed/feed-cards.ts';
import { offerOf } from '#server/features/listings/feed/offers-near.ts';
import { presentListings } from '#server/features/listings/listings.presenter.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import * as matching from '#server/features/matching/matching.service.ts';
import { blockedPeople } from '#server/features/moderation/blocks/block-conditions.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import { readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announce } from './alert-expiring.ts';
import * as store from './expiry-alerts.store.ts';

const MAX_EXPIRING_NEAR = 20;
/** How many are looked through for them. */
const EXPIRING_LOOKED_THROUGH = 500;

/**
 * The caller's alerts, ordered by the end of the food. Excludes others' food across a block, and food that the caller
 * has claimed or dismissed.
 */
export async function listExpiryAlerts(ctx: AppContext, caller: Caller): Promise<ExpiryAlert[]> {
  const personId = caller.userId;
  const now = ctx.clock.now();
  const nowMs = now.getTime();
  const open = await store.selectOpenAlerts(ctx.db, personId, now);
  const ids = open.map(({ listing_id }) => listing_id);
  const [rowOf, claimed, dismissed, blocked] = await Promise.all([
    listingsById(ctx, ids),
    openClaimsByListing(ctx, personId, ids),
    matching.dismissedAmong(ctx, personId, ids),
    blockedWith(ctx, personId),
  ]);
  const alerts = open.flatMap((alert) => {
    const row = rowOf.get(alert.listing_id);
    const isShown =
      alert.is_own || (row && !claimed.has(row.id) && !dismissed.has(row.id) && !blocked.has(row.donor_id));
    return row && isShown ? [{ alert, row }] : [];
  });
  const shown = await presentListings(
    ctx,
    personId,
    alerts.map(({ row }) => row),
  );
  const listingOf = new Map(shown.map((listing) => [listing.id, listing]));
  return alerts.flatMap(({ alert, row }) => {
    const listing = listingOf.get(row.id);
    const { endMs } = offerOf(row);
    return listing
      ? {
          id: alert.id,
          // an extended pickup has a better level again
          level: alertLevel(endMs, nowMs) ?? alert.level,
          isOwn: alert.is_own,
          listing,
          endsAt: new Date(endMs).toISOString(),
          neighborsToldAt: alert.neighbors_told_at?.toISOString() ?? null,
          createdAt: alert.created_at.toISOString(),
        }
      : [];
  });
}

/** Idempotent; 404 if it is not the caller's. */
export async function acknowledgeExpiryAlert(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await store.acknowledge(tx.db, caller.userId, id, tx.clock.now()))) throw notFound();
    await announce(tx, [caller.userId]);
  });
}

/**
 * Others' food that ends within a day, around `near`, else around the caller's own place, else anywhere; at most 20 as
 * `arranged` has them, ordered by end, nothing across a block.
 */
export async function listExpiringSoon(
  ctx: AppContext,
  caller: Caller,
  near: GeoPoint | null,
): Promise<Listing[]> {
  const personId = caller.userId;
  const now = ctx.clock.now();
  const [facts, exact] = await Promise.all([
    foodProfile(ctx, personId),
    readExactLocation(ctx, [{ type: 'profile', id: personId }], personId, now),
  ]);
  const center = near ?? exact.get(personId)?.point ?? null;
  const ending = await store.selectExpiringNear(ctx.db, {
    viewerId: personId,
    hiddenPeople: blockedPeople(personId),
    within: center && { center, radiusKm: facts?.radiusKm ?? DEFAULT_RADIUS_KM },
    now,
    limit: EXPIRING_LOOKED_THROUGH,
  });
  const shown = await arranged(ctx, ending, { limit: MAX_EXPIRING_NEAR, giverOf: (one) => one.donor_id });
  const ids = shown.map(({ id }) => id);
  const rowOf = await listingsById(ctx, ids);
  const rows = ids.flatMap((id) => rowOf.get(id) ?? []);
  return presentListings(ctx, personId, rows, center);
}

export const closePerson = (tx: TxContext, personId: string): Promise<void> =>
  store.deleteAllOf(tx.db, personId);

/** The alerts of a person, oldest first. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await store.selectAllOf(ctx.db, personId);
  return {
    alerts: rows.map((row) => ({
      listingId: row.listing_id,
      level: row.level,
      isOwn: row.is_own,
      createdAt: row.created_at.toISOString(),
      acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    })),
  };
}
