import { AppError, conflictUntil, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { offerTimeErrors } from '@openlarder/domain/listings/freshness.ts';
import type { CreateListing, Listing, ListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import { pointText } from '#server/db/database.ts';
import { lockOpenAccount, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import { trustLimitsOf } from '#server/features/accounts/trust/trust.ts';
import { attachPhotos } from '#server/features/photos/access/attach-photos.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { closingTimeOf, timeColumns, urgencyOf } from '../listing-times.ts';
import { announceChange } from '../listings.events.ts';
import { getListing } from '../listings.queries.ts';
import { insertListing } from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';
import { lockListingsOf, selectListingTimes } from './listing-limits.store.ts';
import { placeOfNewListing } from './listing-place.ts';

const bulkNotForYou = (): AppError => new AppError(403, 'bulk-not-for-you');

/**
 * Shares food. 422 for times that are over, a place without a name or an unusable photo; 403 `bulk-not-for-you` for
 * bulk food of a person who is neither a donor nor an organization, `account-paused` if paused; 409 `listing-limit`.
 */
export async function createListing(
  ctx: AppContext,
  caller: Caller,
  body: CreateListing,
  idempotency: Idempotency | null = null,
): Promise<Listing> {
  const { listingId } = await inTransaction(ctx, (tx) =>
    once(tx, caller.userId, idempotency, async () => {
      if (!(await lockOpenAccount(tx, caller.userId))) throw signedOut();
      return { listingId: await postListing(tx, caller, body) };
    }),
  );
  return getListing(ctx, caller, listingId);
}

/** The same in the transaction of its cause, which has locked the person; returns the listing's id. */
export async function postListing(tx: TxContext, caller: Caller, body: CreateListing): Promise<string> {
  await requireActive(tx, caller.userId);
  await enforceListingLimit(tx, caller.userId);
  const row = await insertWithPlaceAndPhotos(tx, caller.userId, body);
  await announceChange(tx, row, true);
  return row.id;
}

async function requireBulkSharer(tx: TxContext, donorId: string): Promise<void> {
  const donor = (await summaries(tx, [donorId])).get(donorId);
  if (!donor || !canShareInBulk(donor)) throw bulkNotForYou();
}

/** Refuses with 422 on the field whose time is over at `now`. */
function requireCurrentTimes(body: CreateListing, now: Date): void {
  const over = offerTimeErrors(body, now.getTime());
  if (Object.keys(over).length > 0) throw unprocessable(over);
}

async function insertWithPlaceAndPhotos(
  tx: TxContext,
  donorId: string,
  body: CreateListing,
): Promise<ListingRow> {
  const id = tx.newId();
  const now = tx.clock.now();
  if (body.isBulk) await requireBulkSharer(tx, donorId);
  requireCurrentTimes(body, now);
  const place = await placeOfNewListing(tx, donorId, body, now);
  const photoIds = await attachPhotos(tx, donorId, body.imageUrls);
  const times = { ...body, expiryDate: body.isBulk ? null : body.expiryDate };
  const givenUrgency = body.isBulk ? body.urgencyLevel : undefined;
  const row = await insertListing(
    tx.db,
    {
      id,
      donor_id: donorId,
      title: body.title,
      description: body.description,
      category: body.category,
      estimated_servings: body.estimatedServings,
      offered_servings: body.estimatedServings,
      servings_left: body.estimatedServings,
      ...timeColumns(times),
      allergens: body.allergens,
      diets: body.diets,
      urgency_level: givenUrgency ?? urgencyOf(times, now),
      is_bulk: body.isBulk,
      counted_as: body.countedAs,
      may_go_to_one: body.isBulk && body.mayGoToOne,
      closing_time: closingTimeOf(body.closingTime, tx.settings.timeZone),
      share_place_at_once: body.sharePlaceAtOnce,
      public_point: place.publicPoint && pointText(place.publicPoint),
      area_label: place.areaLabel,
      place_is_public: place.isPublic,
      created_at: now,
      updated_at: now,
    },
    photoIds.map((photoId, index) => ({ photoId, caption: body.imageCaptions[index] ?? '' })),
  );
  await places.writeExactLocation(tx, { type: 'listing', id }, donorId, {
    point: place.exactPoint,
    address: body.pickupLocation,
    instructions: body.pickupInstructions,
    phone: body.contactPhone || null,
  });
  return row;
}

/** How many listings the caller may still share in 24 hours, by their trust level. */
export async function listingLimits(ctx: AppContext, caller: Caller): Promise<ListingLimits> {
  const { listings: max, level } = await trustLimitsOf(ctx, caller.userId);
  const times = await timesOf(ctx, caller.userId, max);
  const last = times[max - 1];
  return {
    listingsInLastDay: times.length,
    maxListingsPerDay: max,
    nextAt: last ? new Date(last.getTime() + DAY_MS).toISOString() : null,
    level,
  };
}

/** Refuses (409 `listing-limit`) another listing today. The person's listings pass one after the other. */
async function enforceListingLimit(tx: TxContext, donorId: string): Promise<void> {
  await lockListingsOf(tx.db, donorId);
  const { listings: max } = await trustLimitsOf(tx, donorId);
  const last = (await timesOf(tx, donorId, max))[max - 1];
  if (!last) return;
  const wait = { untilMs: last.getTime() + DAY_MS, nowMs: tx.clock.now().getTime() };
  throw conflictUntil('listing-limit', wait, { max });
}

/** When the listings of the last 24 hours were shared, newest first, at most `limit`. */
const timesOf = (ctx: AppContext, donorId: string, limit: number): Promise<Date[]> =>
  selectListingTimes(ctx.db, donorId, new Date(ctx.clock.now().getTime() - DAY_MS), limit);
