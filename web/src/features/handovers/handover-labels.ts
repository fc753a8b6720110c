import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  automaticHandoverEnd,
  handoverActionRefusal,
  type HandoverFacts,
  type HandoverStatus,
  missReportableAtMs,
  type ReleaseReason,
} from '@openlarder/domain/handovers/handover-states.ts';
import {
  isDoneFor,
  isInWindow,
  meetingMs,
  outcomeQuestionDueMs,
  stopWaitingFromMs,
} from '@openlarder/domain/handovers/handover-times.ts';
import type { OpenParts } from '@openlarder/domain/handovers/suggested-times.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { formatDayTime, formatServings, formatPickupWindow, unbroken } from '#web/lib/format.ts';
import {
  answersRequest,
  handoverFactsOf,
  handoverPhase,
  isNear,
  isOnMyWay,
  isPickup,
  isTraveling,
  offeredActions,
  otherConfirmationAt,
  otherParty,
  ownConfirmationAt,
} from './actions/handover-actions.ts';
import type { Thing } from '@openlarder/domain/listings/listing-fields.ts';

export type ClaimedServings = { readonly claimed: number; readonly shared: number };

/** That a person wants to pick up what they claimed, and how much if it is a part. */
function claimSentence(name: string, servings: ClaimedServings | null, countedAs: Thing | null): string {
  if (servings === null || servings.claimed >= servings.shared) return t`${name} wants to pick this up.`;
  const all = formatServings(servings.shared, countedAs);
  return t`${name} wants to pick up ${servings.claimed} of ${all}.`;
}

/** The status of an open handover: who has confirmed it already, or said that they are coming. */
function openSentence(handover: Handover, nowMs: number, servings: ClaimedServings | null): string {
  const isGiver = handover.side === 'giver';
  const name = otherParty(handover).displayName;
  if (ownConfirmationAt(handover))
    return isGiver
      ? t`You said you handed it over. ${name} still has to confirm.`
      : t`You said you have it. ${name} still has to confirm.`;
  if (otherConfirmationAt(handover))
    return isGiver ? t`${name} says they have it. Is that right?` : t`${name} says you got it. Did you?`;
  const phase = handoverPhase(handover, nowMs);
  if (phase === 'due' || phase === 'after') return dueSentence(handover, nowMs);
  if (handover.comingAt)
    return isTraveling(handover) ? t`You said you're coming.` : t`${name} can still make it.`;
  const agreed = agreedSentence(handover, nowMs);
  if (agreed !== null) return agreed;
  if (isPickup(handover) && !(isGiver && answersRequest(handover)))
    return isGiver ? claimSentence(name, servings, handover.countedAs) : t`Saved for you`;
  return isGiver ? t`You're helping ${{ name: nameInSentence(name) }}.` : t`${name} is helping you.`;
}

/** What the status sentence says of an agreed time until something more important has happened. */
export function agreedSentence(handover: Handover, nowMs: number): string | null {
  const name = otherParty(handover).displayName;
  if (handover.agreedTime === null) return null;
  const when = formatDayTime(handover.agreedTime, nowMs);
  if (!isTraveling(handover)) return t`${name} is coming ${when}`;
  return isPickup(handover) ? t`Pick up ${when}` : t`Bring it ${when}`;
}

function dueSentence(handover: Handover, nowMs: number): string {
  const name = otherParty(handover).displayName;
  if (isOnMyWay(handover, 'other', nowMs))
    return isTraveling(handover) ? t`${name} is there.` : t`${name} is on the way.`;
  if (isOnMyWay(handover, 'me', nowMs))
    return isTraveling(handover) ? t`You said you're on your way.` : t`You said you're there.`;
  if (handoverPhase(handover, nowMs) === 'due') return t`It's time to meet.`;
  return isPickup(handover) ? t`The time for this pickup is over.` : t`The time to meet is over.`;
}

function completedSentence(handover: Handover): string {
  const isGiver = handover.side === 'giver';
  const name = otherParty(handover).displayName;
  const within = nameInSentence(name);
  if (handover.completedBy !== 'one_side')
    // The name may end in an initial.
    return isGiver ? t`You handed it over to ${{ name: within }}` : t`You got it from ${{ name: within }}`;
  if (ownConfirmationAt(handover))
    return isGiver
      ? t`You said you handed it over, and ${{ name: within }} didn't disagree.`
      : t`You said you got it, and ${{ name: within }} didn't disagree.`;
  return isGiver
    ? t`${name} said they got it, and you didn't disagree.`
    : t`${name} said you got it, and you didn't disagree.`;
}

function disputedSentence(handover: Handover): string {
  const name = otherParty(handover).displayName;
  const isMine = handover.disputedBy === handover.side;
  if (handover.status === 'no_show')
    return isMine
      ? t`You said you were there. An organizer will take a look.`
      : t`${name} says they were there. An organizer will take a look.`;
  return isMine
    ? t`You said something isn't right. An organizer will take a look.`
    : t`${name} says something isn't right. An organizer will take a look.`;
}

/** Why a handover was released, and by whom, to the person who looks at it. */
function releasedSentence(handover: Handover): string {
  const name = otherParty(handover).displayName;
  const { endedBy, side, releaseReason } = handover;
  if (endedBy === null) return t`This was canceled.`;
  const words: Partial<Readonly<Record<ReleaseReason, readonly [mine: string, theirs: string]>>> = {
    cannot_come: [t`You couldn't make it this time.`, t`${name} couldn't make it this time.`],
    cannot_make_it: [t`You couldn't make it this time.`, t`${name} couldn't make it this time.`],
    no_longer_needed: [t`You didn't need it anymore.`, t`${name} didn't need it anymore.`],
    taken_back: [t`You canceled your request.`, t`${name} canceled the request.`],
    no_answer: [t`${name} couldn't be reached.`, t`${name} couldn't reach you.`],
    no_food: [t`You came, and the food wasn't there.`, t`${name} came, and the food wasn't there.`],
    cannot_hand_over: [t`You couldn't hand it over.`, t`${name} couldn't hand it over.`],
    food_gone: [t`You said the food is gone.`, t`${name} said the food is gone.`],
    stopped_waiting: [t`You stopped waiting.`, t`${name} stopped waiting. It won't count against anyone.`],
  };
  const [mine, theirs] = words[releaseReason ?? 'other'] ?? [
    t`You canceled this.`,
    t`${name} canceled this.`,
  ];
  return endedBy === side ? mine : theirs;
}

/** The status of a handover in one sentence, to the person who looks at it; with `servings`, how much is claimed. */
export function handoverSentence(
  handover: Handover,
  nowMs: number,
  servings: ClaimedServings | null = null,
): string {
  const name = otherParty(handover).displayName;
  if (handover.disputedAt !== null) return disputedSentence(handover);
  const words: Readonly<Record<HandoverStatus, () => string>> = {
    open: () => openSentence(handover, nowMs, servings),
    completed: () => completedSentence(handover),
    released: () => releasedSentence(handover),
    no_show: () =>
      handover.side === 'giver' ? t`You marked this as missed.` : t`${name} marked this as missed.`,
    lapsed: () => t`No one confirmed this pickup, so we closed it.`,
    disputed: () => disputedSentence(handover),
  };
  return words[handover.status]();
}

/** The question that the buttons answer; null if the status sentence asks already, or if nothing is asked. */
export function handoverQuestion(handover: Handover, nowMs: number): string | null {
  if (handover.status !== 'open' || ownConfirmationAt(handover) || otherConfirmationAt(handover)) return null;
  if (handoverPhase(handover, nowMs) === 'after') return t`Did it happen?`;
  const { primary } = offeredActions(handover, nowMs);
  if (primary === 'say_coming') return t`Can you still make it?`;
  if (primary !== 'say_on_my_way') return null;
  return isTraveling(handover) ? t`On your way?` : t`Are you there?`;
}

/** What happens automatically, and from when more actions are allowed; most important first. */
export function upcomingSentences(handover: Handover, nowMs: number): readonly string[] {
  const name = nameInSentence(otherParty(handover).displayName);
  if (handover.status !== 'open') return [];
  const facts = handoverFactsOf(handover, nowMs);
  const { outcome, atMs } = automaticHandoverEnd({
    ...facts,
    giverConfirmedAtMs: handover.giverConfirmedAt === null ? null : Date.parse(handover.giverConfirmedAt),
    receiverConfirmedAtMs:
      handover.receiverConfirmedAt === null ? null : Date.parse(handover.receiverConfirmedAt),
  });
  const when = formatDayTime(atMs, nowMs);
  if (outcome === 'completed')
    return [
      ownConfirmationAt(handover)
        ? t`It counts as handed over ${when} unless ${name} disagrees.`
        : t`It counts as handed over ${when} unless you disagree.`,
    ];
  const ending =
    handoverPhase(handover, nowMs) === 'after' ? [t`If no one confirms it, we'll close it ${when}.`] : [];
  return [...waitingSentences(handover, nowMs), ...ending];
}

/** When both were asked "On your way?", or will be: within a minute from the meeting time on. */
function expectedQuestionMs(facts: HandoverFacts): number {
  const dueMs = meetingMs(facts);
  if (isDoneFor(dueMs, facts.askedAtMs)) return facts.askedAtMs ?? dueMs;
  return Math.min(Math.max(dueMs, facts.nowMs), outcomeQuestionDueMs(facts));
}

function waitingSentences(handover: Handover, nowMs: number): readonly string[] {
  const facts = handoverFactsOf(handover, nowMs);
  const phase = handoverPhase(handover, nowMs);
  if (phase === 'before' && !isNear(handover, nowMs)) return [];
  const sentences: string[] = [];
  if (phase === 'due' && handoverActionRefusal('stop_waiting', facts) === 'too-early') {
    const stopFrom = formatDayTime(stopWaitingFromMs(facts), nowMs);
    sentences.push(t`You can stop waiting from ${stopFrom} on. It won't count against anyone.`);
  }
  const isGiver = handover.side === 'giver';
  if (handoverActionRefusal(isGiver ? 'report_no_show' : 'report_no_food', facts) === 'too-early') {
    const sayFrom = formatDayTime(
      missReportableAtMs({ ...facts, askedAtMs: expectedQuestionMs(facts) }),
      nowMs,
    );
    sentences.push(
      isGiver
        ? t`If no one comes, you can say so from ${sayFrom} on.`
        : t`If the food isn't there, you can say so from ${sayFrom} on.`,
    );
  }
  return sentences;
}

/** The agreed time, else the pickup window, else null. Apart from the rules, which first cards do not need. */
export function handoverTimeLabel(handover: Handover, nowMs: number): string | null {
  if (handover.agreedTime === null)
    return handover.listingId ? formatPickupWindow(handover.windowFrom, handover.windowUntil, nowMs) : null;
  const when = formatDayTime(handover.agreedTime, nowMs);
  return t`${when} · agreed`;
}

/** The pickup hours that a time lies outside; null where it does not, once they are over, and without a listing. */
export function missedHours(handover: Handover, timeMs: number, nowMs: number): string | null {
  const facts = handoverFactsOf(handover, nowMs);
  if (!isPickup(handover) || nowMs >= facts.windowUntilMs || isInWindow(timeMs, facts)) return null;
  return unbroken(formatPickupWindow(handover.windowFrom, handover.windowUntil, nowMs));
}

/** What speaks against a time, before it is proposed; null for nothing. `openParts`: the giver's opening hours. */
export function proposalCaution(
  handover: Handover,
  timeMs: number,
  openParts: OpenParts | undefined,
  nowMs: number,
): string | null {
  const hours = missedHours(handover, timeMs, nowMs);
  const isOpen = openParts?.({ fromMs: timeMs, untilMs: timeMs + 1 }).length !== 0;
  const name = handover.giver.displayName;
  const outside = hours === null ? [] : [t`That's outside the pickup hours (${hours}).`];
  // the giver knows where they will be
  if (handover.side === 'giver') return outside[0] ?? null;
  const absent = isOpen ? t`${name} may not be there.` : t`${name} is closed then.`;
  return hours === null && isOpen ? null : [...outside, absent].join(' ');
}
