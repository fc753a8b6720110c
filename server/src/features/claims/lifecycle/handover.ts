import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  addressHiddenAt,
  RELEASE_REASONS_BY_SIDE,
  type ReleaseReason,
} from '@openlarder/domain/claims/claim-states.ts';
import { conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
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
import { refusedAction, refuseUnless } from './claim-refusals.ts';
import * as ends from './end-claim.ts';

/*
 * What the two people of a claim do to it. Every action is idempotent. It is refused with 409 under the name that
 * `claimActionRefusal` gives, with 403 where it belongs to the other side, and with 404 to anyone else.
 */

/** Releases a claim, by either side; 422 for a `reason` of the other side. */
export async function releaseClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  reason: ReleaseReason | null = null,
): Promise<Claim> {
  const own = await ownClaim(ctx, caller, claimId);
  if (reason && !RELEASE_REASONS_BY_SIDE[sideOf(own, caller.userId)].includes(reason))
    throw unprocessable({ reason: 'Please choose a reason of your own side' });
  await withClaim(ctx, own, async (tx, locked) => {
    if (locked.claim.status === 'released') return;
    const facts = factsOf(locked.claim, locked.listing, caller.userId, tx.clock.now());
    refuseUnless(reason === 'no_food' ? 'report_no_food' : 'release', facts);
    await ends.endReleased(tx, locked, caller.userId, reason);
  });
  return getClaim(ctx, caller, claimId);
}

/** The donor reports that the claimer did not come. */
export async function reportNoShow(ctx: AppContext, caller: Caller, claimId: string): Promise<Claim> {
  await withClaim(ctx, await ownClaim(ctx, caller, claimId), async (tx, locked) => {
    const facts = factsOf(locked.claim, locked.listing, caller.userId, tx.clock.now());
    if (facts.status === 'no_show' && facts.side === 'donor') return;
    refuseUnless('report_no_show', facts);
    await ends.endNoShow(tx, locked);
  });
  return getClaim(ctx, caller, claimId);
}

/** The claimer answers a reminder: they can still make it. */
export async function confirmComing(ctx: AppContext, caller: Caller, claimId: string): Promise<Claim> {
  await withClaim(ctx, await ownClaim(ctx, caller, claimId), async (tx, { claim, listing }) => {
    const now = tx.clock.now();
    const refused = refusedAction('say_coming', factsOf(claim, listing, caller.userId, now));
    if (refused?.refusal === 'already-done') return;
    if (refused) throw refused.error;
    const coming = await store.setComing(tx.db, claim.id, now);
    const step = { event: 'coming', kind: 'claimer_coming' } as const;
    await announceStep(tx, { claim: coming, listing }, caller.userId, step);
  });
  return getClaim(ctx, caller, claimId);
}

/**
 * Confirms the handover: it is complete with both sides' confirmation, or with the code from the donor. 422 for a wrong
 * `code`, 409 `code-locked` after five of them.
 */
export async function completeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  code: string | null = null,
): Promise<Claim> {
  const isWrong = await withClaim(ctx, await ownClaim(ctx, caller, claimId), async (tx, locked) => {
    if (locked.claim.status === 'completed') return false;
    if (code !== null) return completeByCode(tx, locked, caller, code);
    await confirm(tx, locked, caller);
    return false;
  });
  // after the commit: a wrong try counts although it is refused
  if (isWrong) throw unprocessable({ code: 'That is not the code on the ticket.' });
  return getClaim(ctx, caller, claimId);
}

/** Reveals the donor's exact address to the claimer of the conversation's latest claim, until the claim ends. */
export async function revealAddress(ctx: AppContext, caller: Caller, conversationId: string): Promise<Claim> {
  const conversation = await messaging.requireOwnConversation(ctx, caller, conversationId);
  const latest = await store.selectLatestClaimIn(ctx.db, conversation.id);
  if (!latest) throw conflict('claim-ended', 'There is no claim here any more.');
  await withClaim(ctx, latest, async (tx, locked) => {
    const { claim, listing } = locked;
    const now = tx.clock.now();
    const held = await places.grantHolders(tx, 'listing', [claim.listing_id], addressHiddenAt(now));
    const isRevealed = held.get(claim.listing_id)?.has(claim.claimer_id) ?? false;
    const refused = refusedAction('share_place', factsOf(claim, listing, caller.userId, now, isRevealed));
    if (refused?.refusal === 'already-done') return;
    if (refused) throw refused.error;
    if (await moderation.isBlockedBetween(tx, claim.donor_id, claim.claimer_id))
      throw conflict('conversation-closed', 'This conversation is closed.');
    await places.grantAddress(tx, { type: 'listing', id: claim.listing_id }, claim.claimer_id, now);
    await announceStep(tx, locked, caller.userId, { event: 'place_shared', kind: 'place_shared' });
  });
  return getClaim(ctx, caller, latest.id);
}

/** One side's confirmation; with the other's the handover is complete. */
async function confirm(tx: TxContext, locked: LockedClaim, caller: Caller): Promise<void> {
  const { claim, listing } = locked;
  const now = tx.clock.now();
  const facts = factsOf(claim, listing, caller.userId, now);
  const refused = refusedAction('confirm', facts);
  if (refused?.refusal === 'already-done') return;
  if (refused) throw refused.error;
  const by = { donor: facts.side === 'donor', claimer: facts.side === 'claimer' };
  const confirmed = { claim: await store.confirmHandover(tx.db, claim.id, by, now), listing };
  if (confirmed.claim.donor_confirmed_at && confirmed.claim.claimer_confirmed_at)
    return ends.endCompleted(tx, confirmed, caller.userId, 'both');
  const step = { event: 'handover_confirmed', kind: 'handover_confirmed' } as const;
  await announceStep(tx, confirmed, caller.userId, step);
}

/** The ticket's code from the donor, which counts as both sides' confirmation. Returns true if it is wrong. */
async function completeByCode(
  tx: TxContext,
  locked: LockedClaim,
  caller: Caller,
  code: string,
): Promise<boolean> {
  const { claim, listing } = locked;
  const now = tx.clock.now();
  refuseUnless('complete_by_code', factsOf(claim, listing, caller.userId, now));
  if (code !== claim.code) {
    await store.countWrongCode(tx.db, claim.id);
    return true;
  }
  // the code is on the claimer's ticket: telling it is their confirmation
  await store.confirmHandover(tx.db, claim.id, { donor: true, claimer: true }, now);
  await ends.endCompleted(tx, locked, caller.userId, 'code');
  return false;
}

/** Posts a change of an open claim in the conversation, notifies the other person, and announces it live. */
async function announceStep(
  tx: TxContext,
  { claim, listing }: LockedClaim,
  actorId: string,
  step: { readonly event: MessageEvent; readonly kind: NotificationKind },
): Promise<void> {
  await messaging.postSystemMessage(tx, claim.conversation_id, step.event, actorId);
  await notifications.notify(tx, {
    personId: otherOf(claim, actorId),
    kind: step.kind,
    subject: { type: 'claim', id: claim.id },
    actorId,
    listingTitle: listing.title,
  });
  await announceChange(tx, claim);
}
