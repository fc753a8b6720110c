import { returnsServings } from '@openlarder/domain/handovers/handover-states.ts';
import { stockAfterHandover } from '@openlarder/domain/listings/listing-states.ts';
import type { FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { HandoverOwner, HandoverSubject } from '#server/features/handovers/handovers.hooks.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import { takenOf } from '#server/features/handovers/handovers.queries.ts';
import { endHandovers } from '#server/features/handovers/lifecycle/end-all-handovers.ts';
import { lockSubjects } from '#server/features/handovers/lifecycle/handover-locks.ts';
import * as handovers from '#server/features/handovers/lifecycle/open-handover.ts';
import {
  lockListing,
  releaseServings,
  saveStock,
  stockOf,
  stockReleased,
} from '#server/features/listings/lifecycle/stock.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import { postCorrection } from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { selectSubjectsOf } from './claim-view.store.ts';
import * as store from './claims.store.ts';
import { shareAtOnce } from './create/share-at-once.ts';
import { LISTING_EDITED, type ListingEdited } from '#server/features/listings/listings.events.ts';
import type { ClaimRow } from './claims.tables.ts';
import { REMOVED_TITLE, removeListing } from '../listings/lifecycle/withdraw-and-expire.ts';
import { updateTitle } from '../messaging/messages/report-evidence.ts';

export const claimHandovers: HandoverOwner = { lock: lockListings, describe, onAgreed, onEnded };

async function lockListings(tx: TxContext, handoverIds: readonly string[]): Promise<void> {
  const rows = await store.selectClaimsByHandover(tx.db, handoverIds);
  const listingIds = new Set(rows.map(({ listing_id }) => listing_id));
  for (const id of [...listingIds].toSorted()) await lockListing(tx, id);
}

async function describe(
  ctx: AppContext,
  handoverIds: readonly string[],
): Promise<Map<string, Partial<HandoverSubject>>> {
  const rows = await selectSubjectsOf(ctx.db, handoverIds);
  return new Map(
    rows.map((row) => [
      row.handover_id,
      {
        claimId: row.id,
        listingId: row.listing_id,
        servings: row.servings,
        countedAs: row.counted_as,
        offeredUntil: row.offered_until,
        title: row.title,
        placeIsPublic: row.place_is_public,
      },
    ]),
  );
}

/** Shows the place of a listing whose giver chose "share at once", also to a new person. */
async function onAgreed(tx: TxContext, handover: HandoverRow): Promise<void> {
  const [claim] = await store.selectClaimsByHandover(tx.db, [handover.id]);
  const listing = claim && (await listingsById(tx, [claim.listing_id])).get(claim.listing_id);
  if (!listing) return;
  const { receiver_id, conversation_id } = handover;
  await shareAtOnce(tx, {
    listing,
    receiverId: receiver_id,
    conversationId: conversation_id,
    isSettled: true,
  });
}

/** Returns the servings to the listing, or counts those that were taken as handed over. */
async function onEnded(tx: TxContext, handover: HandoverRow): Promise<void> {
  const [claim] = await store.selectClaimsByHandover(tx.db, [handover.id]);
  if (!claim) return;
  const listing = await lockListing(tx, claim.listing_id);
  // what the giver says was handed over is not offered again; what only the receiver says, and the giver denies, is there
  const isHandedOver =
    handover.status === 'completed' ||
    (handover.status === 'disputed' && handover.giver_confirmed_at !== null);
  if (!isHandedOver)
    return releaseServings(tx, listing, claim.servings, {
      hasFood: returnsServings(handover.release_reason),
      // a request is open again right away: the two must not show together; what an admin removes goes now
      isLater: claim.request_id !== null && listing.title !== REMOVED_TITLE,
    });
  const taken = handover.status === 'completed' ? takenOf(handover, claim.servings) : claim.servings;
  const stock = stockAfterHandover(stockOf(listing), taken);
  const left = claim.servings - taken;
  if (left > 0) await store.updateServings(tx.db, claim.id, taken);
  const offered = left > 0 ? stockReleased(listing, stock, left, true, tx.clock.now()) : stock;
  await saveStock(tx, listing, offered);
}

/**
 * Moves the window of the handovers of an edited listing. If what is said of the food was corrected, everyone who
 * has claimed is told, and may release the claim uncounted; what they have not read of earlier ones is said with it.
 */
export async function followEdit(
  tx: TxContext,
  listing: ListingRow,
  correction: FoodCorrection | null,
): Promise<void> {
  const open = await store.selectOpenClaimsOnListing(tx.db, listing.id);
  const window = { from: listing.available_from, until: listing.available_until };
  await handovers.moveWindows(tx, handoverIdsOf(open), window);
  const people = [...new Set(open.map(({ claimer_id }) => claimer_id))];
  await tx.eventLog.append(tx, LISTING_EDITED, { listingId: listing.id } satisfies ListingEdited, {
    topics: ['handovers', 'listings', 'requests'],
    people,
  });
  if (!correction) return;
  await store.markCorrected(
    tx.db,
    open.map(({ id }) => id),
    tx.clock.now(),
  );
  for (const { id, conversation_id, claimer_id } of open.toSorted((a, b) =>
    a.conversation_id < b.conversation_id ? -1 : 1,
  )) {
    const stated = { correction, contained: listing.allergens };
    await postCorrection(tx, conversation_id, listing.donor_id, stated);
    await notifications.notifyOfCorrection(tx, stated, {
      personId: claimer_id,
      subject: { type: 'claim', id },
      actorId: listing.donor_id,
      listingTitle: listing.title,
    });
  }
}

/**
 * Deletes a listing for an admin and ends its open claims as its donor would: completed where one side has confirmed,
 * else released. Notifications and conversations lose its title. False if it does not exist.
 */
export async function deleteListing(tx: TxContext, listingId: string): Promise<boolean> {
  // requests are locked before listings
  const before = await store.selectOpenClaimsOnListing(tx.db, listingId);
  await lockSubjects(tx, handoverIdsOf(before));
  if (!(await removeListing(tx, listingId))) return false;
  const open = await store.selectOpenClaimsOnListing(tx.db, listingId);
  await endHandovers(tx, handoverIdsOf(open), 'giver_id');
  const claimIds = await store.selectClaimIdsOn(tx.db, listingId);
  const conversationIds = await updateTitle(tx, listingId, REMOVED_TITLE);
  await notifications.updateTitle(tx, [...claimIds, ...conversationIds], REMOVED_TITLE);
  return true;
}

const handoverIdsOf = (rows: readonly ClaimRow[]): string[] => rows.map(({ handover_id }) => handover_id);
