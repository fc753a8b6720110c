import type { Caller } from '#server/platform/http/caller.ts';
import { tellChange } from '../claims.events.ts';
import { factsOf, otherOf } from './claim-facts.ts';
import type { ClaimLocks } from './claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';
import type { Endings } from './end-claim.ts';
import { refuseUnless } from './move-refusals.ts';

/** What a report says that stands for an objection. */
const OBJECTION = 'dispute';

type ObjectingParts = ClaimsParts &
  Pick<ClaimLocks, 'withClaim'> & {
    readonly ownClaim: (caller: Caller, claimId: string) => Promise<store.ClaimRow>;
    readonly endings: Endings;
  };

/** How one side says that it was not so. */
export function makeObjecting(parts: ObjectingParts) {
  const { clock, eventLog, places, moderation, notifications, messaging } = parts;
  const { ownClaim, withClaim, endings } = parts;

  /**
   * Objects to the other's word, which ends the claim; to a handover that is complete; or to being called a no-show,
   * which does not count then. Said in the conversation, and kept with `details` for those who run the community.
   */
  return async function object(caller: Caller, claimId: string, details: string): Promise<void> {
    await withClaim(await ownClaim(caller, claimId), async (tx, locked) => {
      const { claim, listing } = locked;
      const now = clock.now();
      const facts = factsOf(claim, listing, caller.userId, now);
      if (claim.disputed_by === facts.side) return;
      refuseUnless('dispute', facts);
      if (claim.status === 'open') await endings.dispute(tx, locked, caller.userId);
      else {
        const objected = await store.objectTo(tx, claim.id, facts.side, now);
        await messaging.postSystemMessage(tx, claim.conversation_id, 'disputed', caller.userId);
        // who comes for more of it since is shown the place for that
        if (!(await store.selectOpenClaimOn(tx, claim.listing_id, claim.claimer_id)))
          await places.endGrant(tx, { type: 'listing', id: claim.listing_id }, claim.claimer_id, now);
        await notifications.notify(tx, {
          personId: otherOf(claim, caller.userId),
          kind: 'claim_disputed',
          subject: { type: 'claim', id: claim.id },
          actorId: caller.userId,
          listingTitle: listing.title,
        });
        await tellChange(eventLog, tx, objected);
      }
      await moderation.fileReport(tx, {
        reporterId: caller.userId,
        subject: { type: 'claim', id: claim.id },
        reason: OBJECTION,
        details,
        aboutId: otherOf(claim, caller.userId),
      });
    });
  };
}
