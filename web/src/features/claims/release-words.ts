import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  comesBack,
  RELEASE_REASONS_OF,
  type ReleaseReason,
} from '@openlarder/domain/claims/release-reasons.ts';
import { movesOf, otherSide, phaseOf } from './claim-facts.ts';

type Choice = { readonly value: ReleaseReason; readonly label: string };

/** The reasons this side can give now, in words that blame nobody; "no food" only from when the pickup begins. */
export function reasonsFor(claim: Claim, nowMs: number): readonly Choice[] {
  const name = otherSide(claim).displayName;
  const isOver = phaseOf(claim, nowMs) === 'after';
  const labels: Readonly<Record<ReleaseReason, () => string>> = {
    cannot_come: () => (isOver ? t`I could not come` : t`I cannot come`),
    no_longer_needed: () => t`I do not need it any more`,
    cannot_hand_over: () => (isOver ? t`I could not hand it over` : t`I cannot hand it over`),
    food_gone: () => t`The food is gone, or no longer good`,
    no_answer: () => t`I cannot reach ${name}`,
    no_food: () => t`I came, and there was no food`,
    other: () => t`Something else`,
  };
  const mayReportNoFood = movesOf(claim, nowMs).includes('report_no_food');
  return RELEASE_REASONS_OF[claim.side]
    .filter((reason) => reason !== 'no_food' || mayReportNoFood)
    .map((value) => ({ value, label: labels[value]() }));
}

/** Whether others get the food, as far as the reason and the time tell; `null` before a reason is chosen. */
export function afterwardsSentence(claim: Claim, reason: ReleaseReason | null, nowMs: number): string {
  const { title } = claim.listing;
  if (phaseOf(claim, nowMs) === 'after') return t`Its time is over, so it is not offered again.`;
  if (!comesBack(reason)) return t`“${title}” is not offered again, so that nobody comes for nothing.`;
  return t`“${title}” is offered to others again while its time lasts.`;
}

/** How it was let go, and by whom, to whoever looks at it. */
export function releasedSentence(claim: Claim): string {
  const name = otherSide(claim).displayName;
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
