import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  allowedHandoverActions,
  type HandoverAction,
  type HandoverFacts,
  otherSide,
  travelingSide,
} from '@openlarder/domain/handovers/handover-states.ts';
import {
  isDoneFor,
  meetingMs,
  outcomeQuestionDueMs,
  REMINDER_HOURS,
} from '@openlarder/domain/handovers/handover-times.ts';
import { afterHandoverRefusal } from '@openlarder/domain/handovers/thanks.ts';
import { HOUR_MS, msOf } from '@openlarder/domain/kernel/time.ts';

export const otherParty = (handover: Handover) =>
  handover.side === 'giver' ? handover.receiver : handover.giver;

/** When this side, and the other side, confirmed the handover. */
export const ownConfirmationAt = (handover: Handover): string | null =>
  handover.side === 'giver' ? handover.giverConfirmedAt : handover.receiverConfirmedAt;
export const otherConfirmationAt = (handover: Handover): string | null =>
  handover.side === 'giver' ? handover.receiverConfirmedAt : handover.giverConfirmedAt;

/** Whether it answers an emergency request, which counts towards no limits. */
export const answersRequest = ({ emergencyRequestId }: Handover): boolean => emergencyRequestId !== null;
/** Whether the receiver asked for food as a neighbor, and has not told the giver who they are. */
export const isReceiverUnnamed = ({ receiver, emergencyRequestId }: Handover): boolean =>
  receiver.id === emergencyRequestId;
/** Whether the food is picked up from a listing; otherwise the giver brings something to a request. */
export const isPickup = ({ listingId }: Handover): boolean => listingId !== null;

/** Whether this side asked for food as a neighbor and may tell the giver who they are. */
export const mayTellName = ({ status, side, receiverNamed }: Handover): boolean =>
  afterHandoverRefusal({ status, side, isDone: receiverNamed }) === null;

export function handoverFactsOf(handover: Handover, nowMs: number): HandoverFacts {
  const { proposal } = handover;
  return {
    status: handover.status,
    side: handover.side,
    giverConfirmed: handover.giverConfirmedAt !== null,
    receiverConfirmed: handover.receiverConfirmedAt !== null,
    codeLocked: handover.codeLocked,
    ownPlace: handover.ownPlace,
    placeKnown: handover.placeKnown,
    hasListing: isPickup(handover),
    answersRequest: answersRequest(handover),
    saidComing: handover.comingAt !== null,
    proposal: proposal && { timeMs: Date.parse(proposal.time), by: proposal.by },
    disputed: handover.disputedAt !== null,
    createdAtMs: Date.parse(handover.createdAt),
    endedAtMs: msOf(handover.endedAt),
    windowFromMs: Date.parse(handover.windowFrom),
    windowUntilMs: Date.parse(handover.windowUntil),
    agreedTimeMs: msOf(handover.agreedTime),
    agreedAtMs: msOf(handover.agreedAt),
    askedAtMs: msOf(handover.askedAt),
    giverOnMyWayAtMs: msOf(handover.giverOnMyWayAt),
    receiverOnMyWayAtMs: msOf(handover.receiverOnMyWayAt),
    nowMs,
  };
}

/** The actions that the rules allow this side now. */
export const allowedActions = (handover: Handover, nowMs: number): readonly HandoverAction[] =>
  allowedHandoverActions(handoverFactsOf(handover, nowMs));

export const isTraveling = (handover: Handover): boolean =>
  travelingSide({ hasListing: isPickup(handover) }) === handover.side;

/** Whether this side, or the other, has answered "On your way?" for the time that counts now. */
export function isOnMyWay(handover: Handover, who: 'me' | 'other', nowMs: number): boolean {
  const facts = handoverFactsOf(handover, nowMs);
  const side = who === 'me' ? handover.side : otherSide(handover.side);
  return isDoneFor(meetingMs(facts), side === 'giver' ? facts.giverOnMyWayAtMs : facts.receiverOnMyWayAtMs);
}

/** Before the agreed time or window, during it, while the one who travels is asked "On your way?", or after. */
export type HandoverPhase = 'before' | 'during' | 'due' | 'after';

export function handoverPhase(handover: Handover, nowMs: number): HandoverPhase {
  const facts = handoverFactsOf(handover, nowMs);
  if (nowMs < (facts.agreedTimeMs ?? facts.windowFromMs)) return 'before';
  if (nowMs < meetingMs(facts)) return 'during';
  return nowMs < outcomeQuestionDueMs(facts) ? 'due' : 'after';
}

/** From an hour before the agreed time or the window, when someone may be at the door. */
export const isNear = ({ agreedTime, windowFrom }: Handover, nowMs: number): boolean =>
  nowMs >= Date.parse(agreedTime ?? windowFrom) - REMINDER_HOURS * HOUR_MS;

/** The actions beside the agreed time, which has buttons of its own. */
export type OfferedAction = Exclude<HandoverAction, 'propose_time' | 'accept_time'>;

/** The allowed actions, by how likely they are meant. */
type OfferedActions = {
  /** The most likely one. */
  readonly primary: OfferedAction | null;
  /** Visible, less prominent. */
  readonly others: readonly OfferedAction[];
  /** Unlikely now: inside a disclosure. */
  readonly folded: readonly OfferedAction[];
};

type Emphasis = {
  /** The first of these that is allowed becomes the primary action. */
  readonly first: readonly OfferedAction[];
  readonly folded: readonly OfferedAction[];
};

const MISSES = ['report_no_show', 'report_no_food'] as const;

const ORDER: readonly OfferedAction[] = [
  'reveal_address',
  'say_coming',
  'say_on_my_way',
  'complete_by_code',
  'confirm',
  'dispute',
  'stop_waiting',
  'release',
  ...MISSES,
];

/**
 * Whether the receiver may come at any hour, so that the giver has the code in front and all that is unlikely out of
 * the way.
 */
export const isUntimedForGiver = (handover: Handover, nowMs: number): boolean =>
  handover.status === 'open' &&
  handover.side === 'giver' &&
  isPickup(handover) &&
  handover.agreedTime === null &&
  ['before', 'during'].includes(handoverPhase(handover, nowMs));

function emphasisOf(handover: Handover, nowMs: number): Emphasis {
  if (handover.status !== 'open') return { first: [], folded: [] };
  if (otherConfirmationAt(handover) !== null) return { first: ['confirm'], folded: ['reveal_address'] };
  if (ownConfirmationAt(handover) !== null)
    return { first: [], folded: ['reveal_address', 'stop_waiting', 'release', ...MISSES] };
  const isGiver = handover.side === 'giver';
  const isUntimed = isUntimedForGiver(handover, nowMs);
  switch (handoverPhase(handover, nowMs)) {
    case 'before': {
      // Near the window, a giver may already hand over: the receiver can be early. At an agreed time, both can.
      const mayBeEarly = isNear(handover, nowMs) && (isGiver || handover.agreedTime !== null);
      return {
        first: ['reveal_address', 'say_coming'],
        folded: [
          ...(mayBeEarly ? [] : (['confirm'] as const)),
          ...(mayBeEarly || isUntimed ? [] : (['complete_by_code'] as const)),
          ...(isUntimed ? (['release'] as const) : []),
        ],
      };
    }
    case 'during':
      // food that is brought has no pickup window
      if (!isPickup(handover)) return { first: ['say_coming'], folded: [] };
      return {
        first: isGiver ? ['reveal_address', 'complete_by_code', 'confirm'] : ['confirm'],
        folded: isUntimed ? ['release'] : [],
      };
    case 'due':
      return {
        first: [isTraveling(handover) ? 'say_on_my_way' : 'reveal_address', 'complete_by_code', 'confirm'],
        folded: MISSES,
      };
    case 'after':
      return {
        first: ['confirm'],
        folded: ['reveal_address', 'say_on_my_way', 'complete_by_code', ...MISSES],
      };
    default:
      return { first: [], folded: [] };
  }
}

/** Whether an allowed action has a button here: not if it adds nothing, or if the request has one of its own. */
function isOffered(action: HandoverAction, handover: Handover): action is OfferedAction {
  if (action === 'propose_time' || action === 'accept_time') return false;
  if (action === 'reveal_address') return isPickup(handover) && handover.side === 'giver';
  return action !== 'complete_by_code' || otherConfirmationAt(handover) === null;
}

/** All offered actions, by how prominently. While a proposed time waits for this side, that is the primary one. */
export function offeredActions(handover: Handover, nowMs: number): OfferedActions {
  const allowed = allowedActions(handover, nowMs);
  const emphasis = emphasisOf(handover, nowMs);
  const first = allowed.includes('accept_time')
    ? undefined
    : emphasis.first.find((action) => allowed.includes(action) && isOffered(action, handover));
  const rest = ORDER.filter(
    (action) => allowed.includes(action) && isOffered(action, handover) && action !== first,
  );
  return {
    primary: first ?? null,
    others: rest.filter((action) => !emphasis.folded.includes(action)),
    folded: rest.filter((action) => emphasis.folded.includes(action)),
  };
}

/** The action that the other side, or a question, waits for; null for none. */
export function awaitedAction(handover: Handover, nowMs: number): OfferedAction | 'accept_time' | null {
  const { primary, others } = offeredActions(handover, nowMs);
  if (handover.status === 'no_show') return others.includes('dispute') ? 'dispute' : null;
  if (handover.status !== 'open') return null;
  if (allowedActions(handover, nowMs).includes('accept_time')) return 'accept_time';
  if (primary === 'complete_by_code') return null;
  if (primary !== 'confirm') return primary;
  const isAsked = handoverPhase(handover, nowMs) === 'after' || otherConfirmationAt(handover) !== null;
  return isAsked ? primary : null;
}

/** The short form: the awaited action, and the dispute that answers it too. */
export function briefActions(handover: Handover, nowMs: number): OfferedActions {
  const awaited = awaitedAction(handover, nowMs);
  return {
    primary: awaited === 'accept_time' || awaited === 'dispute' ? null : awaited,
    others: offeredActions(handover, nowMs).others.filter((action) => action === 'dispute'),
    folded: [],
  };
}
