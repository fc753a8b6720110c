import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  type ClaimAction,
  DISPUTE_HOURS,
  RELEASE_REASONS_BY_SIDE,
  type ReleaseReason,
  returnsServings,
} from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime } from '#web/lib/format.ts';
import {
  allowedActions,
  otherConfirmationAt,
  otherParty,
  ownConfirmationAt,
  pickupPhase,
} from './claim-actions.ts';
import { claimQuestion } from './claim-labels.ts';

/** The actions that are a single button; the others have a form of their own. */
export type ButtonAction = Exclude<ClaimAction, 'share_place' | 'complete_by_code'>;

type ActionLabels = {
  readonly label: string;
  /** What happens after it, in one sentence. */
  readonly consequence: string;
};

function confirmLabels(claim: Claim, nowMs: number): ActionLabels {
  const isDonor = claim.side === 'donor';
  const name = otherParty(claim).displayName;
  const answers = pickupPhase(claim, nowMs) === 'after' || otherConfirmationAt(claim) !== null;
  const label = answers
    ? isDonor
      ? t`Yes, handed over`
      : t`Yes, I have it`
    : isDonor
      ? t`I handed it over`
      : t`I picked it up`;
  const consequence = otherConfirmationAt(claim)
    ? t`Then you both agree, and it is done.`
    : t`${name} is asked to confirm. Until then you can still say that it did not happen.`;
  return { label, consequence };
}

function releaseLabels(claim: Claim, nowMs: number): ActionLabels {
  const isDonor = claim.side === 'donor';
  const name = otherParty(claim).displayName;
  if (pickupPhase(claim, nowMs) === 'after' || ownConfirmationAt(claim))
    return {
      label: isDonor ? t`I could not hand it over` : t`I could not come`,
      consequence: t`You say why, and ${name} is told.`,
    };
  const isAsked = claimQuestion(claim, nowMs) !== null;
  return {
    label: isAsked ? t`Let it go` : isDonor ? t`Cancel this pickup` : t`I cannot come`,
    consequence: t`You say why, ${name} is told, and others can have it.`,
  };
}

function disputeLabels(claim: Claim, nowMs: number): ActionLabels {
  const name = otherParty(claim).displayName;
  if (claim.status === 'open')
    return {
      label: claim.side === 'donor' ? t`I did not hand it over` : t`I did not get it`,
      consequence: t`Those who run the community look at it, and ${name} is told that you object.`,
    };
  const untilMs = (claim.endedAt === null ? nowMs : Date.parse(claim.endedAt)) + DISPUTE_HOURS * HOUR_MS;
  const until = formatDayTime(untilMs, nowMs);
  return {
    label: claim.status === 'no_show' ? t`I did come` : t`Something is not right`,
    consequence: t`You can object until ${until}. Those who run the community look at it.`,
  };
}

/** The label of a button, and what happens after it is pressed. */
export function actionLabels(action: ButtonAction, claim: Claim, nowMs: number): ActionLabels {
  const name = otherParty(claim).displayName;
  switch (action) {
    case 'say_coming':
      return {
        label: claimQuestion(claim, nowMs) ? t`Yes, I am coming` : t`I am still coming`,
        consequence: t`${name} is told, and keeps it for you.`,
      };
    case 'confirm':
      return confirmLabels(claim, nowMs);
    case 'report_no_show':
      return {
        label: t`They did not come`,
        consequence: t`${name} is told, and can object for ${DISPUTE_HOURS} hours.`,
      };
    case 'report_no_food':
      return { label: t`There was no food`, consequence: t`${name} is told, and nobody else is sent there.` };
    case 'release':
      return releaseLabels(claim, nowMs);
    case 'dispute':
      return disputeLabels(claim, nowMs);
    default:
      return action satisfies never;
  }
}

/** The summary of the folded actions. */
export function foldedActionsLabel(claim: Claim, nowMs: number): string {
  if (ownConfirmationAt(claim)) return t`It did not happen after all`;
  if (otherConfirmationAt(claim)) return t`They still need your address`;
  const isDonor = claim.side === 'donor';
  if (pickupPhase(claim, nowMs) === 'after') return t`They are only coming now`;
  return isDonor ? t`They are here already` : t`I have it already`;
}

type ActionNotice = { readonly title: string; readonly description: string };

/** The toast after an action. `claim` is the server's answer. */
export function actionDoneNotice(action: ClaimAction, claim: Claim): ActionNotice {
  const name = otherParty(claim).displayName;
  const { title, status: listingStatus } = claim.listing;
  switch (action) {
    case 'say_coming':
      return { title: t`Good`, description: t`${name} knows that you are coming.` };
    case 'share_place':
      return { title: t`Shared`, description: t`${name} can see where to come now.` };
    case 'complete_by_code':
    case 'confirm':
      return claim.status === 'completed'
        ? { title: t`Handed over`, description: t`Thank you both.` }
        : { title: t`Thank you`, description: t`${name} is asked to confirm.` };
    case 'report_no_show':
      return { title: t`Thank you for telling`, description: t`${name} is told, and can object.` };
    case 'dispute':
      return { title: t`Thank you for telling`, description: t`Those who run the community look at it.` };
    case 'report_no_food':
    case 'release':
      return {
        title: t`This pickup is let go`,
        description:
          listingStatus === 'posted'
            ? t`${name} is told. “${title}” is offered to others again.`
            : t`${name} is told.`,
      };
    default:
      return action satisfies never;
  }
}

type ReleaseReasonOption = { readonly value: ReleaseReason; readonly label: string };

/** The reasons this side can give now, worded without blame; "no food" only from the start of the pickup window. */
export function releaseReasonOptions(claim: Claim, nowMs: number): readonly ReleaseReasonOption[] {
  const name = otherParty(claim).displayName;
  const isOver = pickupPhase(claim, nowMs) === 'after';
  const labels: Readonly<Record<ReleaseReason, () => string>> = {
    cannot_come: () => (isOver ? t`I could not come` : t`I cannot come`),
    no_longer_needed: () => t`I do not need it any more`,
    cannot_hand_over: () => (isOver ? t`I could not hand it over` : t`I cannot hand it over`),
    food_gone: () => t`The food is gone, or no longer good`,
    no_answer: () => t`I cannot reach ${name}`,
    no_food: () => t`I came, and there was no food`,
    other: () => t`Something else`,
  };
  const mayReportNoFood = allowedActions(claim, nowMs).includes('report_no_food');
  return RELEASE_REASONS_BY_SIDE[claim.side]
    .filter((reason) => reason !== 'no_food' || mayReportNoFood)
    .map((value) => ({ value, label: labels[value]() }));
}

/** Whether the food is offered again, as far as the reason and the time tell; null before a reason is chosen. */
export function releaseConsequence(claim: Claim, reason: ReleaseReason | null, nowMs: number): string {
  const { title } = claim.listing;
  if (pickupPhase(claim, nowMs) === 'after') return t`Its time is over, so it is not offered again.`;
  if (!returnsServings(reason)) return t`“${title}” is not offered again, so that nobody comes for nothing.`;
  return t`“${title}” is offered to others again while its time lasts.`;
}
