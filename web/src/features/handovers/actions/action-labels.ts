import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  DISPUTE_HOURS,
  type ReleaseReason,
  releaseReasonsOf,
  returnsServings,
} from '@openlarder/domain/handovers/handover-states.ts';
import { ON_MY_WAY_MINUTES } from '@openlarder/domain/handovers/handover-times.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { handoverQuestion } from '../handover-labels.ts';
import {
  answersRequest,
  handoverFactsOf,
  handoverPhase,
  isPickup,
  isReceiverUnnamed,
  isTraveling,
  type OfferedAction,
  otherConfirmationAt,
  otherParty,
  ownConfirmationAt,
} from './handover-actions.ts';

/** The actions that are a single button; the others have a form of their own. */
export type ButtonAction = Exclude<OfferedAction, 'reveal_address' | 'complete_by_code'>;

type ActionLabels = {
  readonly label: string;
  readonly consequence: string;
};

/** A receiver without a name is not called "A neighbor" here. */
export const enterCodeLabel = (handover: Handover): string =>
  isReceiverUnnamed(handover)
    ? t`Enter their code`
    : t`Enter ${{ name: handover.receiver.displayName }}'s code`;

function confirmLabels(handover: Handover, nowMs: number): ActionLabels {
  const isGiver = handover.side === 'giver';
  const name = nameInSentence(otherParty(handover).displayName);
  const answers = handoverPhase(handover, nowMs) === 'after' || otherConfirmationAt(handover) !== null;
  const notYet = isGiver ? t`I handed it over` : isPickup(handover) ? t`I picked it up` : t`I got the food`;
  return {
    label: answers ? (isGiver ? t`Yes, handed over` : t`Yes, I have it`) : notYet,
    consequence: otherConfirmationAt(handover)
      ? t`Then you both agree, and it's done.`
      : t`We'll ask ${name} to confirm. Until then you can still say it didn't happen.`,
  };
}

/** Whether others are offered what this pickup leaves, if it ends for this reason. */
const comesBack = ({ offeredUntil }: Handover, reason: ReleaseReason | null, nowMs: number): boolean =>
  offeredUntil !== null && nowMs < Date.parse(offeredUntil) && returnsServings(reason);

function releaseLabels(handover: Handover, nowMs: number): ActionLabels {
  const isGiver = handover.side === 'giver';
  const name = nameInSentence(otherParty(handover).displayName);
  const isOver = handoverPhase(handover, nowMs) === 'after' || ownConfirmationAt(handover) !== null;
  const consequence = isOver
    ? t`Tell us why, and we'll let ${name} know.`
    : answersRequest(handover)
      ? t`We'll let ${name} know and ask other neighbors.`
      : comesBack(handover, null, nowMs)
        ? t`We'll let ${name} know and offer it to someone else.`
        : t`We'll let ${name} know.`;
  if (!isGiver && answersRequest(handover)) return { label: t`End this match`, consequence };
  if (isGiver && !answersRequest(handover))
    return { label: isOver ? t`I couldn't hand it over` : t`Cancel this pickup`, consequence };
  return { label: isOver ? t`I couldn't make it` : t`I can't make it`, consequence };
}

function disputeLabels(handover: Handover, nowMs: number): ActionLabels {
  const name = nameInSentence(otherParty(handover).displayName);
  if (handover.status === 'open')
    return {
      label: handover.side === 'giver' ? t`I didn't hand it over` : t`I didn't get it`,
      consequence: t`An organizer will take a look, and we'll let ${name} know that you disagree.`,
    };
  const endedAtMs = handover.endedAt === null ? nowMs : Date.parse(handover.endedAt);
  const until = formatDayTime(endedAtMs + DISPUTE_HOURS * HOUR_MS, nowMs);
  return {
    label: handover.status === 'no_show' ? t`I was there` : t`Something isn't right`,
    consequence: t`Disagree? Let us know by ${until} and an organizer will take a look.`,
  };
}

export function actionLabels(action: ButtonAction, handover: Handover, nowMs: number): ActionLabels {
  const name = nameInSentence(otherParty(handover).displayName);
  switch (action) {
    case 'say_coming':
      return {
        label: handoverQuestion(handover, nowMs) ? t`Yes, I'm coming` : t`I'm still coming`,
        consequence: t`We'll let ${name} know.`,
      };
    case 'say_on_my_way':
      return {
        label: isTraveling(handover) ? t`I'm on my way` : t`I'm here`,
        consequence: t`We'll let ${name} know, and ask them to wait another ${ON_MY_WAY_MINUTES} minutes.`,
      };
    case 'confirm':
      return confirmLabels(handover, nowMs);
    case 'stop_waiting':
      return {
        label: t`Stop waiting`,
        consequence: t`We'll let ${name} know. It won't count against anyone.`,
      };
    case 'report_no_show':
      return {
        label: t`They didn't come`,
        consequence: t`We'll let ${name} know. They can disagree for ${DISPUTE_HOURS} hours.`,
      };
    case 'report_no_food':
      return {
        label: t`The food wasn't there`,
        consequence: t`We'll let ${name} know, and send no one else there.`,
      };
    case 'release':
      return releaseLabels(handover, nowMs);
    case 'dispute':
      return disputeLabels(handover, nowMs);
    default:
      return action satisfies never;
  }
}

export function foldedActionsLabel(
  handover: Handover,
  folded: readonly OfferedAction[],
  nowMs: number,
): string {
  if (ownConfirmationAt(handover)) return t`It didn't happen after all`;
  if (otherConfirmationAt(handover)) return t`They still need your address`;
  if (folded.includes('report_no_show') || folded.includes('report_no_food'))
    return t`Something else happened`;
  if (folded.includes('release')) return t`Something else`;
  if (handoverPhase(handover, nowMs) === 'after')
    return isTraveling(handover) ? t`I'm running late` : t`They're running late`;
  return handover.side === 'giver' ? t`They're here already` : t`I have it already`;
}

type ActionNotice = { readonly title: string; readonly description: string };

/** The toast after an action. `changed` is the server's answer. */
export function actionDoneNotice(
  action: OfferedAction | 'propose_time' | 'accept_time' | 'tell_name',
  changed: Handover,
  nowMs: number,
): ActionNotice {
  const { displayName } = otherParty(changed);
  const name = nameInSentence(displayName);
  switch (action) {
    case 'say_coming':
      return { title: t`Good`, description: t`${{ name: displayName }} knows you're coming.` };
    case 'say_on_my_way':
      return isTraveling(changed)
        ? { title: t`Good`, description: t`${{ name: displayName }} knows you're on your way.` }
        : { title: t`Good`, description: t`${{ name: displayName }} knows you're here.` };
    case 'propose_time':
      if (changed.proposal !== null)
        return { title: t`Time proposed`, description: t`We'll let you know when ${name} answers.` };
      return agreedNotice(changed, nowMs);
    case 'accept_time':
      return agreedNotice(changed, nowMs);
    case 'reveal_address':
      return {
        title: t`Address shared`,
        description: t`${{ name: displayName }} can see where to come now.`,
      };
    case 'complete_by_code':
    case 'confirm':
      return changed.status === 'completed'
        ? { title: t`Handed over`, description: t`Thank you both.` }
        : { title: t`Thank you`, description: t`We'll ask ${name} to confirm.` };
    case 'report_no_show':
      return { title: t`Thank you for telling us`, description: t`We'll let ${name} know.` };
    case 'tell_name':
      return {
        title: t`Name told`,
        description: t`${{ name: displayName }} sees who you are in this conversation now.`,
      };
    case 'dispute':
      return { title: t`Thank you for telling us`, description: t`An organizer will take a look.` };
    case 'stop_waiting':
    case 'report_no_food':
    case 'release':
      return releasedNotice(changed, nowMs);
    default:
      return action satisfies never;
  }
}

function agreedNotice({ agreedTime }: Handover, nowMs: number): ActionNotice {
  const when = formatDayTime(agreedTime ?? nowMs, nowMs);
  return { title: t`It's a plan`, description: t`You both agreed on ${when}.` };
}

function releasedNotice(changed: Handover, nowMs: number): ActionNotice {
  const name = nameInSentence(otherParty(changed).displayName);
  const title = answersRequest(changed) ? t`This match has ended` : t`This pickup is canceled`;
  const isInTime = nowMs < Date.parse(changed.windowUntil) && returnsServings(changed.releaseReason);
  const isUnnamed = isReceiverUnnamed(changed);
  if (answersRequest(changed) && isInTime)
    return {
      title,
      description: isUnnamed
        ? t`We'll let them know and ask other neighbors.`
        : t`We'll let ${name} know and ask other neighbors.`,
    };
  if (isUnnamed) return { title, description: t`We'll let them know.` };
  return {
    title,
    description:
      !answersRequest(changed) && comesBack(changed, changed.releaseReason, nowMs)
        ? t`We'll let ${name} know and offer it to someone else.`
        : t`We'll let ${name} know.`,
  };
}

/** The listing of a pickup that its receiver has just canceled, as long as it is offered again; null otherwise. */
export function listingToClaimAgain(changed: Handover, nowMs: number): string | null {
  const { status, endedBy, side, releaseReason } = changed;
  const isOwnCancel = status === 'released' && side === 'receiver' && endedBy === side;
  if (!isOwnCancel || answersRequest(changed)) return null;
  return comesBack(changed, releaseReason, nowMs) ? changed.listingId : null;
}

type ReleaseReasonOption = {
  readonly value: ReleaseReason;
  readonly label: string;
  readonly hint?: string;
};

/** Reasons that have a button of their own. */
const isButton = (reason: ReleaseReason): boolean => reason === 'no_food' || reason === 'stopped_waiting';

/** The reasons this side can give, worded without blame; the one exception explains its purpose. */
export function releaseReasonOptions(handover: Handover, nowMs: number): readonly ReleaseReasonOption[] {
  const name = nameInSentence(otherParty(handover).displayName);
  const isUnnamed = isReceiverUnnamed(handover);
  const isOver = handoverPhase(handover, nowMs) === 'after';
  const cannotMakeIt = isOver ? t`I couldn't make it` : t`I can't make it`;
  const labels: Partial<Readonly<Record<ReleaseReason, string>>> = {
    cannot_come: cannotMakeIt,
    cannot_make_it: cannotMakeIt,
    no_longer_needed: t`I don't need it anymore`,
    cannot_hand_over: isOver ? t`I couldn't hand it over` : t`I can't hand it over`,
    food_gone: t`The food is gone, or no longer good`,
    no_answer: isUnnamed ? t`I can't reach them` : t`I can't reach ${name}`,
    not_genuine: t`I don't think this request is genuine`,
  };
  const hint = isUnnamed
    ? t`Please choose this only if something really doesn't fit. We won't tell them. If several neighbors who met them say so, they can ask only once a day for three days.`
    : t`Please choose this only if something really doesn't fit. We won't tell ${name}. If several neighbors who met them say so, ${name} can ask only once a day for three days.`;
  return releaseReasonsOf(handoverFactsOf(handover, nowMs))
    .filter((reason) => !isButton(reason))
    .map((value) => ({
      value,
      label: labels[value] ?? t`Something else`,
      ...(value === 'not_genuine' && { hint }),
    }));
}

export function releaseConsequence(handover: Handover, reason: ReleaseReason | null, nowMs: number): string {
  const title = shownTitle(handover.title);
  const isOver = nowMs >= Date.parse(handover.windowUntil);
  if (answersRequest(handover))
    return isOver ? t`This request's time is up.` : t`We'll ask other neighbors again while there's time.`;
  if (isOver) return t`Its time is up, so we won't offer it again.`;
  if (!returnsServings(reason))
    return t`We won't offer “${title}” again, so no one makes the trip for nothing.`;
  return comesBack(handover, reason, nowMs)
    ? t`We'll offer “${title}” to others again while there's time.`
    : t`“${title}” isn't offered anymore, so it won't go to anyone else.`;
}
