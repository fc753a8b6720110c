import * as accounts from '#server/features/accounts/accounts.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from '../handovers.store.ts';

/** Counts a completed handover of the two to what others may trust them with. */
export async function settleTrustOf(
  tx: TxContext,
  { giver_id, receiver_id }: Pick<store.HandoverRow, 'giver_id' | 'receiver_id'>,
): Promise<void> {
  // in the order of the locks
  for (const personId of [giver_id, receiver_id].toSorted())
    await accounts.settleTrust(tx, personId, async () => {
      const completed = await store.selectCompletedOf(tx.db, personId);
      const knownSince = await accounts.knownSince(
        tx,
        completed.map(({ other_id }) => other_id),
      );
      return completed.map(({ other_id, ended_at }) => ({
        otherId: other_id,
        otherWasKnown:
          (knownSince.get(other_id)?.getTime() ?? Number.POSITIVE_INFINITY) <= ended_at.getTime(),
        completedAtMs: ended_at.getTime(),
      }));
    });
}
