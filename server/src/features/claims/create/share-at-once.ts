import { trustOf } from '#server/features/accounts/trust/trust.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import { grantAddress, readExactLocation } from '#server/features/places/address-access.ts';
import type { TxContext } from '#server/platform/app-context.ts';

type Meeting = {
  readonly listing: ListingRow;
  readonly receiverId: string;
  readonly conversationId: string;
  /** Whether the two have agreed on a time, or the giver chose the receiver by answering their request. */
  readonly isSettled: boolean;
};

/**
 * Shows the receiver the place of a listing whose giver shares it with everyone who claims. A home is shown to a new
 * person once it is settled that they come: an account that claims and lets go would collect addresses.
 * Idempotent.
 */
export async function shareAtOnce(tx: TxContext, meeting: Meeting): Promise<void> {
  const { listing, receiverId, conversationId, isSettled } = meeting;
  if (!listing.share_place_at_once) return;
  const mayWait = !isSettled && !listing.place_is_public;
  if (mayWait && (await trustOf(tx, [receiverId])).get(receiverId) === 'new') return;
  const now = tx.clock.now();
  const place = { type: 'listing', id: listing.id } as const;
  if ((await readExactLocation(tx, [place], receiverId, now)).has(listing.id)) return;
  await grantAddress(tx, place, receiverId, now);
  await postSystemMessage(tx, conversationId, 'place_shared', listing.donor_id);
}
