import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { RELEASE_REASONS_OF, type ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import type { Tx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { tellChange } from '../claims.events.ts';
import { factsOf, otherOf, sideOf } from './claim-facts.ts';
import type { ClaimLocks, Locked } from './claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';
import type { Endings } from './end-claim.ts';
import { refusedMove, refuseUnless } from './move-refusals.ts';
import { addressHiddenAt } from '@openlarder/domain/claims/claim-states.ts';

type HandoverParts = ClaimsParts &
  Pick<ClaimLocks, 'withClaim'> & {
    readonly ownClaim: (caller: Caller, claimId: string) => Promise<store.ClaimRow>;
    readonly endings: Endings;
  };

/** What its two people do to a claim. What is said twice by the same person is said once. */
export function makeHandover(parts: HandoverParts) {
  const { db, clock, eventLog, places, moderation, notifications, messaging } = parts;
  const { ownClaim, withClaim, endings } = parts;

  /** Tells the other in the conversation, as a notification, and both live, that an open claim has changed. */
  async function tellStep(
    tx: Tx,
    { claim, listing }: Locked,
    actorId: string,
    said: { readonly event: MessageEvent; readonly kind: NotificationKind },
  ): Promise<void> {
    await messaging.postSystemMessage(tx, claim.conversation_id, said.event, actorId);
    await notifications.notify(tx, {
      personId: otherOf(claim, actorId),
      kind: said.kind,
      subject: { type: 'claim', id: claim.id },
      actorId,
      listingTitle: listing.title,
    });
    await tellChange(eventLog, tx, claim);
  }

  async function release(caller: Caller, claimId: string, reason: ReleaseReason | null): Promise<void> {
    const own = await ownClaim(caller, claimId);
    if (reason && !RELEASE_REASONS_OF[sideOf(own, caller.userId)].includes(reason))
      throw unprocessable({ reason: 'Please choose a reason of your own side' });
    await withClaim(own, async (tx, locked) => {
      if (locked.claim.status === 'released') return;
      const facts = factsOf(locked.claim, locked.listing, caller.userId, clock.now());
      refuseUnless(reason === 'no_food' ? 'report_no_food' : 'release', facts);
      await endings.letGo(tx, locked, caller.userId, reason);
    });
  }

  async function reportNoShow(caller: Caller, claimId: string): Promise<void> {
    await withClaim(await ownClaim(caller, claimId), async (tx, locked) => {
      const facts = factsOf(locked.claim, locked.listing, caller.userId, clock.now());
      if (facts.status === 'no_show' && facts.side === 'donor') return;
      refuseUnless('report_no_show', facts);
      await endings.noShow(tx, locked);
    });
  }

  async function sayComing(caller: Caller, claimId: string): Promise<void> {
    await withClaim(await ownClaim(caller, claimId), async (tx, { claim, listing }) => {
      const refused = refusedMove('say_coming', factsOf(claim, listing, caller.userId, clock.now()));
      if (refused?.refusal === 'already-done') return;
      if (refused) throw refused.error;
      const coming = await store.setComing(tx, claim.id, clock.now());
      const said = { event: 'coming', kind: 'claimer_coming' } as const;
      await tellStep(tx, { claim: coming, listing }, caller.userId, said);
    });
  }

  /** One side's word; with the other's it is complete. */
  async function confirm(tx: Tx, locked: Locked, caller: Caller): Promise<void> {
    const { claim, listing } = locked;
    const facts = factsOf(claim, listing, caller.userId, clock.now());
    const refused = refusedMove('confirm', facts);
    if (refused?.refusal === 'already-done') return;
    if (refused) throw refused.error;
    const by = { donor: facts.side === 'donor', claimer: facts.side === 'claimer' };
    const confirmed = { claim: await store.confirmHandover(tx, claim.id, by, clock.now()), listing };
    if (confirmed.claim.donor_confirmed_at && confirmed.claim.claimer_confirmed_at)
      return endings.complete(tx, confirmed, caller.userId, 'both');
    const said = { event: 'handover_confirmed', kind: 'handover_confirmed' } as const;
    await tellStep(tx, confirmed, caller.userId, said);
  }

  /** The ticket's code from the donor, which is both sides' word at once. Gives whether it is wrong. */
  async function completeByCode(tx: Tx, locked: Locked, caller: Caller, code: string): Promise<boolean> {
    const { claim, listing } = locked;
    refuseUnless('complete_by_code', factsOf(claim, listing, caller.userId, clock.now()));
    if (code !== claim.code) {
      await store.countWrongCode(tx, claim.id);
      return true;
    }
    // the code is on the claimer's ticket: telling it is their word
    await store.confirmHandover(tx, claim.id, { donor: true, claimer: true }, clock.now());
    await endings.complete(tx, locked, caller.userId, 'code');
    return false;
  }

  async function complete(caller: Caller, claimId: string, code: string | null): Promise<void> {
    const isWrong = await withClaim(await ownClaim(caller, claimId), async (tx, locked) => {
      if (locked.claim.status === 'completed') return false;
      if (code !== null) return completeByCode(tx, locked, caller, code);
      await confirm(tx, locked, caller);
      return false;
    });
    // after the commit: a wrong try counts although it is refused
    if (isWrong) throw unprocessable({ code: 'That is not the code on the ticket.' });
  }

  /** Gives the id of the claim that the conversation is about. */
  async function sharePlace(caller: Caller, conversationId: string): Promise<string> {
    const conversation = await messaging.requireOwnConversation(caller, conversationId);
    const latest = await store.selectLatestClaimIn(db, conversation.id);
    if (!latest) throw conflict('claim-ended', 'There is no claim here any more.');
    return withClaim(latest, async (tx, locked) => {
      const { claim, listing } = locked;
      const now = clock.now();
      const held = await places.grantHolders(tx, 'listing', [claim.listing_id], addressHiddenAt(now));
      const isShared = held.get(claim.listing_id)?.has(claim.claimer_id) ?? false;
      const refused = refusedMove('share_place', factsOf(claim, listing, caller.userId, now, isShared));
      if (refused?.refusal === 'already-done') return claim.id;
      if (refused) throw refused.error;
      if (await moderation.isBlockedBetween(tx, claim.donor_id, claim.claimer_id))
        throw conflict('conversation-closed', 'This conversation is closed.');
      await places.grantAddress(tx, { type: 'listing', id: claim.listing_id }, claim.claimer_id, now);
      await tellStep(tx, locked, caller.userId, { event: 'place_shared', kind: 'place_shared' });
      return claim.id;
    });
  }

  return { release, reportNoShow, sayComing, complete, sharePlace };
}
