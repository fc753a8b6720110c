import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { automaticClaimEnd, type ClaimStatus, noShowFromMs } from '@openlarder/domain/claims/claim-states.ts';
import { formatDayTime } from '#web/lib/format.ts';
import {
  allowedActions,
  claimFactsOf,
  otherConfirmationAt,
  otherParty,
  ownConfirmationAt,
  pickupPhase,
} from './claim-actions.ts';

/** The status of an open claim: who has confirmed the handover already, or said that they are coming. */
function openSentence(claim: Claim, nowMs: number): string {
  const isDonor = claim.side === 'donor';
  const name = otherParty(claim).displayName;
  if (ownConfirmationAt(claim))
    return isDonor
      ? t`You said you handed it over. ${name} still has to confirm.`
      : t`You said you picked it up. ${name} still has to confirm.`;
  if (otherConfirmationAt(claim))
    return isDonor
      ? t`${name} says the food was picked up. Is that so?`
      : t`${name} says the food was handed over. Did you get it?`;
  if (pickupPhase(claim, nowMs) === 'after') return t`The time for this pickup is over.`;
  if (claim.comingAt) return isDonor ? t`${name} can still make it.` : t`You said that you are coming.`;
  return isDonor ? t`${name} wants to pick this up.` : t`This is kept for you.`;
}

function completedSentence(claim: Claim): string {
  const isDonor = claim.side === 'donor';
  const name = otherParty(claim).displayName;
  if (claim.completedBy !== 'one_side')
    return isDonor ? t`You handed it over to ${name}` : t`You picked it up from ${name}`;
  if (ownConfirmationAt(claim))
    return isDonor
      ? t`You said you handed it over, and ${name} did not object.`
      : t`You said you picked it up, and ${name} did not object.`;
  return isDonor
    ? t`${name} said it was picked up, and you did not object.`
    : t`${name} said it was handed over, and you did not object.`;
}

function disputedSentence(claim: Claim): string {
  const name = otherParty(claim).displayName;
  if (claim.status === 'no_show')
    return claim.disputedBy === claim.side
      ? t`You said that you did come. Those who run the community look at it.`
      : t`${name} says they did come. Those who run the community look at it.`;
  return claim.disputedBy === claim.side
    ? t`You said that something is not right. Those who run the community look at it.`
    : t`${name} says that something is not right. Those who run the community look at it.`;
}

/** The status of a claim in one sentence, to the person who looks at it. */
export function claimSentence(claim: Claim, nowMs: number): string {
  const name = otherParty(claim).displayName;
  if (claim.disputedAt !== null) return disputedSentence(claim);
  const words: Readonly<Record<ClaimStatus, () => string>> = {
    open: () => openSentence(claim, nowMs),
    completed: () => completedSentence(claim),
    released: () => releasedSentence(claim),
    no_show: () =>
      claim.side === 'donor' ? t`${name} did not come.` : t`${name} waited, and says that you did not come.`,
    lapsed: () => t`Neither of you said what happened, so it closed by itself.`,
    disputed: () => disputedSentence(claim),
  };
  return words[claim.status]();
}

/** The status of a claim in two or three words, for a list. */
export function claimStatusLabel(claim: Claim, nowMs: number): string {
  if (claim.disputedAt !== null) return t`Being looked at`;
  const words: Readonly<Record<ClaimStatus, () => string>> = {
    open: () => {
      if (claim.donorConfirmedAt || claim.claimerConfirmedAt) return t`One of you still has to confirm`;
      if (pickupPhase(claim, nowMs) === 'after') return t`Did it happen?`;
      return claim.comingAt ? t`Coming` : t`To be picked up`;
    },
    completed: () => t`Handed over`,
    released: () => (claim.releaseReason === 'no_food' ? t`There was no food` : t`Let go`),
    no_show: () => t`Did not come`,
    lapsed: () => t`Nobody said what happened`,
    disputed: () => t`Being looked at`,
  };
  return words[claim.status]();
}

/**
 * The question that the buttons answer; null if the status sentence above them asks already, or if nothing is asked.
 */
export function claimQuestion(claim: Claim, nowMs: number): string | null {
  if (claim.status !== 'open' || ownConfirmationAt(claim) || otherConfirmationAt(claim)) return null;
  const phase = pickupPhase(claim, nowMs);
  if (phase === 'after') return t`Did it happen?`;
  return phase === 'before' && allowedActions(claim, nowMs).includes('say_coming')
    ? t`Can you still make it?`
    : null;
}

/** What happens automatically, and from when more actions are allowed; most important first. */
export function upcomingSentences(claim: Claim, nowMs: number): readonly string[] {
  const name = otherParty(claim).displayName;
  if (claim.status !== 'open') return [];
  const { outcome, atMs } = automaticClaimEnd({
    donorConfirmedAtMs: claim.donorConfirmedAt === null ? null : Date.parse(claim.donorConfirmedAt),
    claimerConfirmedAtMs: claim.claimerConfirmedAt === null ? null : Date.parse(claim.claimerConfirmedAt),
    availableUntilMs: Date.parse(claim.listing.availableUntil),
  });
  const when = formatDayTime(atMs, nowMs);
  if (outcome === 'completed')
    return [
      ownConfirmationAt(claim)
        ? t`It counts as handed over ${when} unless ${name} objects.`
        : t`It counts as handed over ${when} unless you object.`,
    ];
  const phase = pickupPhase(claim, nowMs);
  if (phase === 'after') return [t`If neither of you says anything, it closes by itself ${when}.`];
  const facts = claimFactsOf(claim, nowMs);
  const saysFrom = formatDayTime(noShowFromMs(facts), nowMs);
  const mustWait = phase === 'during' && claim.side === 'donor' && nowMs < noShowFromMs(facts);
  return mustWait ? [t`If nobody comes, you can say so from ${saysFrom} on.`] : [];
}

/** Why a claim was released, and by whom, to the person who looks at it. */
function releasedSentence(claim: Claim): string {
  const name = otherParty(claim).displayName;
  const { endedBy, side, releaseReason } = claim;
  if (endedBy === null) return t`This pickup was let go.`;
  const isMine = endedBy === side;
  switch (releaseReason) {
    case 'cannot_come':
      return isMine ? t`You could not come, and let it go.` : t`${name} could not come, and let it go.`;
    case 'no_longer_needed':
      return isMine
        ? t`You did not need it any more, and let it go.`
        : t`${name} did not need it any more, and let it go.`;
    case 'no_answer':
      return isMine
        ? t`You could not reach ${name}, and let it go.`
        : t`${name} could not reach you, and let it go.`;
    case 'no_food':
      return isMine ? t`You came, and there was no food.` : t`${name} came, and there was no food.`;
    case 'cannot_hand_over':
      return isMine ? t`You could not hand it over.` : t`${name} could not hand it over.`;
    case 'food_gone':
      return isMine ? t`You said that the food is gone.` : t`${name} said that the food is gone.`;
    default:
      return isMine ? t`You let it go.` : t`${name} let it go.`;
  }
}
