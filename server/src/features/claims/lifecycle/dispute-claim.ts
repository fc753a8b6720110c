import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { announceChange } from '../claims.events.ts';
import { getClaim, ownClaim } from '../claims.queries.ts';
import * as store from '../claims.store.ts';
import { factsOf, otherOf, sideOf } from './claim-facts.ts';
import { type LockedClaim, withClaim } from './claim-locks.ts';
import { refuseUnless } from './claim-refusals.ts';
import { endDisputed } from './end-claim.ts';

/** The reason of the report that stands for a dispute. */
const DISPUTE_REASON = 'dispute';

/**
 * Disputes the other side's confirmation, which ends the claim; or a completed handover; or a no-show, which then no
 * longer counts. Posted in the conversation, and reported to the admins with `details`. Idempotent by person.
 */
export async function disputeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  details = '',
): Promise<Claim> {
  await withClaim(ctx, await ownClaim(ctx, caller, claimId), async (tx, locked) => {
    const { claim, listing } = locked;
    const facts = factsOf(claim, listing, caller.userId, tx.clock.now());
    if (claim.disputed_by === facts.side) return;
    refuseUnless('dispute', facts);
    if (claim.status === 'open') await endDisputed(tx, locked, caller.userId);
    else await disputeEnded(tx, locked, caller.userId);
    await moderation.fileReport(tx, {
      reporterId: caller.userId,
      subject: { type: 'claim', id: claim.id },
      reason: DISPUTE_REASON,
      details,
      aboutId: otherOf(claim, caller.userId),
    });
  });
  return getClaim(ctx, caller, claimId);
}

async function disputeEnded(tx: TxContext, { claim, listing }: LockedClaim, actorId: string): Promise<void> {
  const now = tx.clock.now();
  const disputed = await store.disputeClaim(tx.db, claim.id, sideOf(claim, actorId), now);
  await messaging.postSystemMessage(tx, claim.conversation_id, 'disputed', actorId);
  // a later open claim of theirs keeps the address visible
  if (!(await store.selectOpenClaimOn(tx.db, claim.listing_id, claim.claimer_id)))
    await places.endGrant(tx, { type: 'listing', id: claim.listing_id }, claim.claimer_id, now);
  await notifications.notify(tx, {
    personId: otherOf(claim, actorId),
    kind: 'claim_disputed',
    subject: { type: 'claim', id: claim.id },
    actorId,
    listingTitle: listing.title,
  });
  await announceChange(tx, disputed);
}
