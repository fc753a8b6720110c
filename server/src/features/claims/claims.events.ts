import type { TxContext } from '#server/platform/app-context.ts';
import type { ClaimRow } from './claims.store.ts';

/** A claim was created or changed. */
export const CLAIM_CHANGED = 'claim_changed';
export type ClaimChanged = {
  readonly claimId: string;
  readonly listingId: string;
  readonly conversationId: string;
  readonly status: ClaimRow['status'];
  readonly people: readonly string[];
};

export const claimChangedOf = (row: ClaimRow): ClaimChanged => ({
  claimId: row.id,
  listingId: row.listing_id,
  conversationId: row.conversation_id,
  status: row.status,
  people: [row.donor_id, row.claimer_id],
});

/** Appends CLAIM_CHANGED with the state of `row`. */
export async function announceChange(tx: TxContext, row: ClaimRow): Promise<void> {
  await tx.eventLog.append(tx, CLAIM_CHANGED, claimChangedOf(row));
}
