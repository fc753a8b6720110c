import type { Tx } from '#server/db/database.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { ClaimRow } from './claims.store.ts';

/** The event that a claim is new, or is another than before. */
export const CLAIM_CHANGED = 'claim_changed';
export type ClaimChanged = {
  readonly claimId: string;
  readonly listingId: string;
  readonly conversationId: string;
  readonly status: ClaimRow['status'];
  readonly people: readonly string[];
};

export const changedBy = (row: ClaimRow): ClaimChanged => ({
  claimId: row.id,
  listingId: row.listing_id,
  conversationId: row.conversation_id,
  status: row.status,
  people: [row.donor_id, row.claimer_id],
});

/** Tells both people that their claim is as in `row` now. */
export async function tellChange(eventLog: EventLog, tx: Tx, row: ClaimRow): Promise<void> {
  await eventLog.append(tx, CLAIM_CHANGED, changedBy(row));
}
