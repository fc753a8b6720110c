import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { minutesUntilPickup } from '@openlarder/domain/handovers/live-pickup.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import {
  handoverPhase,
  otherConfirmationAt,
  ownConfirmationAt,
} from '#web/features/handovers/actions/handover-actions.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { formatDayTime, formatPickupWindow } from '#web/lib/format.ts';
import { countdownLabel, timesOf } from '../live-pickup/live-pickup-labels.ts';
import { claimedServings, claimedServingsLine } from '../claim-handover.ts';

/** From then on it is counted down. */
const COUNTED_MINUTES = 360;

/** Whether the handover is still ahead: open, not due, and confirmed by neither side. */
export function isAhead(handover: Handover, nowMs: number): boolean {
  const phase = handoverPhase(handover, nowMs);
  const isSaid = ownConfirmationAt(handover) !== null || otherConfirmationAt(handover) !== null;
  return handover.status === 'open' && !isSaid && (phase === 'before' || phase === 'during');
}

/** A ticket's first line: when it is and how soon, "today, 7 PM · in 42 min"; from then on how it stands. */
export function ticketHeadline(claim: Claim, nowMs: number): string {
  const { handover, listing } = claim;
  if (!isAhead(handover, nowMs)) return handoverSentence(handover, nowMs, claimedServings(claim));
  const when =
    handover.agreedTime === null
      ? formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)
      : formatDayTime(handover.agreedTime, nowMs);
  return withCountdown(when, handover, nowMs);
}

/** A time in words, and how soon it is: "today, 7 PM · in 42 min". */
export function withCountdown(when: string, handover: Handover, nowMs: number): string {
  const minutes = minutesUntilPickup(timesOf({ handover }, nowMs), nowMs);
  if (minutes === null || minutes > COUNTED_MINUTES) return when;
  // "1 h 8 min" stays together
  const left = countdownLabel(minutes).replaceAll(' ', '\u00a0');
  return t`${when} · in ${left}`;
}

function placeLine({ listing, handover }: Claim): string {
  const { pickupLocation, pickupInstructions } = listing;
  const name = handover.giver.displayName;
  const isShown = listing.placeShared || listing.placeIsPublic;
  const more = isShown ? pickupInstructions : t`Waiting for ${name}'s address`;
  return more ? `${pickupLocation} · ${more}` : pickupLocation;
}

/** A ticket's second line: where to go, or for the giver the receiver and what they see; null once it has ended. */
export function ticketDetail(claim: Claim, handover: Handover, nowMs: number): string | null {
  if (handover.status !== 'open') return null;
  if (claim.side === 'claimer') return placeLine(claim);
  const name = nameInSentence(handover.receiver.displayName);
  const amount = claimedServingsLine(claim);
  if (handover.ownPlace !== 'hidden') return `${t`${amount} for ${name}`} · ${t`Address shared`}`;
  const isNew = isAhead(handover, nowMs) && handover.agreedTime === null && handover.comingAt === null;
  return isNew ? handoverSentence(handover, nowMs, claimedServings(claim)) : t`${amount} for ${name}`;
}
