import { HOUR_MS } from '../kernel/time.ts';
import {
  isDoneFor,
  latestTimeMs,
  meetingMs,
  missReportableFromMs,
  type HandoverTimes,
  proposalRefusal,
  reminderDueMs,
  stopWaitingFromMs,
} from './handover-times.ts';

/**
 * The life cycle of a handover: food passes from a giver to a receiver, for a claim or for an emergency
 * request. One table says which actions exist, from which status and for which side: the server enforces it
 * and the web shows its buttons by it. A new rule about actions on a claim or a match starts here.
 *
 *     open -> completed | released | no_show | lapsed | disputed        completed -> disputed
 */
export const HANDOVER_STATUSES = ['open', 'completed', 'released', 'no_show', 'lapsed', 'disputed'] as const;
export type HandoverStatus = (typeof HANDOVER_STATUSES)[number];

export const HANDOVER_SIDES = ['giver', 'receiver'] as const;
export type HandoverSide = (typeof HANDOVER_SIDES)[number];

export const otherSide = (side: HandoverSide): HandoverSide => (side === 'giver' ? 'receiver' : 'giver');

/**
 * How a handover was completed: confirmed by both sides, by the ticket's code, or by one side without a
 * dispute.
 */
export const COMPLETED_BY = ['both', 'code', 'one_side'] as const;
export type CompletedBy = (typeof COMPLETED_BY)[number];

/**
 * - `say_coming`: the one who travels answers "Can you still make it?" with yes.
 * - `reveal_address`: a side shows its address to the other.
 * - `propose_time`, `accept_time`: the two agree on a time.
 * - `say_on_my_way`: answers "On your way?" with yes, which holds off the other side's report.
 * - `stop_waiting`: ends it without counting against anyone.
 * - `report_no_show`: the giver waited and the receiver did not come.
 * - `report_no_food`: the receiver came and there was no food. Its servings are not offered again.
 * - `dispute`: contests the other side's confirmation, a completed handover, or a no-show report.
 */
export const HANDOVER_ACTIONS = [
  'say_coming',
  'say_on_my_way',
  'reveal_address',
  'accept_time',
  'propose_time',
  'complete_by_code',
  'confirm',
  'stop_waiting',
  'report_no_show',
  'report_no_food',
  'release',
  'dispute',
] as const;
export type HandoverAction = (typeof HANDOVER_ACTIONS)[number];

type Rule = { readonly from: readonly HandoverStatus[]; readonly by: readonly HandoverSide[] };

const BOTH = HANDOVER_SIDES;
const RULES: Readonly<Record<HandoverAction, Rule>> = {
  say_coming: { from: ['open'], by: BOTH },
  say_on_my_way: { from: ['open'], by: BOTH },
  reveal_address: { from: ['open'], by: BOTH },
  accept_time: { from: ['open'], by: BOTH },
  propose_time: { from: ['open'], by: BOTH },
  complete_by_code: { from: ['open'], by: ['giver'] },
  confirm: { from: ['open'], by: BOTH },
  stop_waiting: { from: ['open'], by: BOTH },
  report_no_show: { from: ['open'], by: ['giver'] },
  report_no_food: { from: ['open'], by: ['receiver'] },
  release: { from: ['open'], by: BOTH },
  dispute: { from: ['open', 'completed', 'no_show'], by: BOTH },
};

export type HandoverFacts = HandoverTimes & {
  readonly status: HandoverStatus;
  readonly side: HandoverSide;
  readonly giverConfirmed: boolean;
  readonly receiverConfirmed: boolean;
  readonly codeLocked: boolean;
  /** This side's exact place: whether it has one here, and whether the other side sees it. */
  readonly ownPlace: 'none' | 'hidden' | 'revealed';
  readonly placeKnown: boolean;
  /** Whether the food is from a listing; otherwise the giver brings something else. */
  readonly hasListing: boolean;
  readonly answersRequest: boolean;
  readonly saidComing: boolean;
  readonly proposal: { readonly timeMs: number; readonly by: HandoverSide } | null;
  readonly disputed: boolean;
  readonly endedAtMs: number | null;
  readonly nowMs: number;
};

export type HandoverActionRefusal =
  | 'not-yours'
  | 'handover-ended'
  | 'already-done'
  | 'code-locked'
  | 'too-early'
  | 'too-late'
  | 'handover-said'
  | 'nothing-said'
  | 'nothing-proposed'
  | 'not-counted'
  | 'place-unknown';

/** How long a handover or a no-show can be disputed, and how long one side's confirmation waits for the other. */
export const DISPUTE_HOURS = 48;
/** Wrong attempts after which the ticket's code is locked and both sides have to confirm. */
export const MAX_CODE_TRIES = 5;
/** How long the exact place stays visible after a completed handover. */
export const ADDRESS_VISIBLE_HOURS = 24;

/**
 * When the exact address is hidden again after a handover at `handedOverAt`. A place grant that is still
 * valid then belongs to an open handover; one that is not ends after an earlier one of the same two people.
 */
export const addressHiddenAt = (handedOverAt: Date): Date =>
  new Date(handedOverAt.getTime() + ADDRESS_VISIBLE_HOURS * HOUR_MS);

/** The side that comes to the other: the person who fetches from a listing, or brings something to a request. */
export const travelingSide = ({ hasListing }: Pick<HandoverFacts, 'hasListing'>): HandoverSide =>
  hasListing ? 'receiver' : 'giver';

const hasConfirmed = (handover: HandoverFacts, side: HandoverSide): boolean =>
  side === 'giver' ? handover.giverConfirmed : handover.receiverConfirmed;

/** Why this side may not take this action now, or null if it may. */
export function handoverActionRefusal(
  action: HandoverAction,
  handover: HandoverFacts,
): HandoverActionRefusal | null {
  const { side, nowMs } = handover;
  const rule = RULES[action];
  if (!rule.by.includes(side)) return 'not-yours';
  if (!rule.from.includes(handover.status)) return 'handover-ended';
  const isConfirmed = hasConfirmed(handover, side);
  const isOtherConfirmed = hasConfirmed(handover, otherSide(side));
  switch (action) {
    case 'say_coming':
      if (side !== travelingSide(handover)) return 'not-yours';
      if (handover.saidComing || isConfirmed || isOtherConfirmed) return 'already-done';
      if (nowMs >= meetingMs(handover)) return 'too-late';
      return nowMs < reminderDueMs(handover) ? 'too-early' : null;
    case 'say_on_my_way':
      if (isConfirmed || isOtherConfirmed || isDoneFor(meetingMs(handover), onMyWayAtMs(handover, side)))
        return 'already-done';
      return nowMs < meetingMs(handover) ? 'too-early' : null;
    case 'reveal_address':
      if (handover.ownPlace === 'none') return 'not-yours';
      return handover.ownPlace === 'revealed' ? 'already-done' : null;
    case 'propose_time':
      if (isConfirmed || isOtherConfirmed) return 'handover-said';
      return nowMs > latestTimeMs(handover) ? 'too-late' : null;
    case 'accept_time':
      if (isConfirmed || isOtherConfirmed) return 'handover-said';
      if (handover.proposal?.by !== otherSide(side)) return 'nothing-proposed';
      return proposalRefusal(handover.proposal.timeMs, handover, nowMs);
    case 'complete_by_code':
      return handover.codeLocked ? 'code-locked' : null;
    case 'confirm':
      return isConfirmed ? 'already-done' : null;
    case 'stop_waiting':
      if (isOtherConfirmed) return 'handover-said';
      return nowMs < stopWaitingFromMs(handover) ? 'too-early' : null;
    case 'report_no_show':
    case 'report_no_food':
      if (isOtherConfirmed) return 'handover-said';
      // a no-show of a requester is never counted, and without a listing there are no servings to withdraw
      if (action === 'report_no_show' ? handover.answersRequest : !handover.hasListing) return 'not-counted';
      // a receiver who was never shown the place cannot miss the pickup
      if (action === 'report_no_show' && !handover.placeKnown) return 'place-unknown';
      return nowMs < missReportableAtMs(handover) ? 'too-early' : null;
    case 'release':
      return isOtherConfirmed ? 'handover-said' : null;
    case 'dispute':
      return disputeRefusal(handover);
    default:
      return action satisfies never;
  }
}

const onMyWayAtMs = (handover: HandoverTimes, side: HandoverSide): number | null =>
  side === 'giver' ? handover.giverOnMyWayAtMs : handover.receiverOnMyWayAtMs;

/** From when this side may report that the other did not come, or that there was no food. */
export const missReportableAtMs = (handover: HandoverFacts): number =>
  missReportableFromMs(handover, onMyWayAtMs(handover, otherSide(handover.side)));

function disputeRefusal(handover: HandoverFacts): HandoverActionRefusal | null {
  const { side, status } = handover;
  if (handover.disputed) return 'already-done';
  if (status === 'open')
    return hasConfirmed(handover, otherSide(side)) && !hasConfirmed(handover, side) ? null : 'nothing-said';
  if (status === 'no_show' && side === 'giver') return 'not-yours';
  const endedAtMs = handover.endedAtMs ?? handover.nowMs;
  return handover.nowMs < endedAtMs + DISPUTE_HOURS * HOUR_MS ? null : 'too-late';
}

export function allowedHandoverActions(handover: HandoverFacts): readonly HandoverAction[] {
  return HANDOVER_ACTIONS.filter((action) => handoverActionRefusal(action, handover) === null);
}

/**
 * How and when (epoch milliseconds) an open handover ends automatically: 48 hours after one side's
 * confirmation it is completed, without points; without a confirmation it lapses 48 hours after its window,
 * or after the agreed time if that is later.
 */
export function automaticHandoverEnd(
  handover: Pick<HandoverTimes, 'windowUntilMs' | 'agreedTimeMs'> & {
    readonly giverConfirmedAtMs: number | null;
    readonly receiverConfirmedAtMs: number | null;
  },
): { readonly outcome: 'completed' | 'lapsed'; readonly atMs: number } {
  const saidAtMs = handover.giverConfirmedAtMs ?? handover.receiverConfirmedAtMs;
  if (saidAtMs !== null) return { outcome: 'completed', atMs: saidAtMs + DISPUTE_HOURS * HOUR_MS };
  const overAtMs = Math.max(handover.windowUntilMs, meetingMs(handover));
  return { outcome: 'lapsed', atMs: overAtMs + DISPUTE_HOURS * HOUR_MS };
}

/**
 * Why an open handover is released. `no_food` is an action of its own (`report_no_food`), and so is
 * `stopped_waiting`. `taken_back`: the receiver no longer needs what they asked for. `silent`: the helper of a
 * request has never written; it lapses then. `beside`: an offer beside another match, which never was open to others.
 */
export const RELEASE_REASONS = [
  'cannot_come',
  'no_longer_needed',
  'cannot_hand_over',
  'cannot_make_it',
  'food_gone',
  'no_answer',
  'no_food',
  'not_genuine',
  'stopped_waiting',
  'taken_back',
  'silent',
  'beside',
  'other',
] as const;
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

const isOneOf = <Reason extends ReleaseReason>(...reasons: readonly Reason[]) => reasons;

/** The reasons each side can choose from: of a claim, and of an answered request. */
export const CLAIM_RELEASE_REASONS = {
  giver: isOneOf('cannot_hand_over', 'food_gone', 'no_answer', 'stopped_waiting', 'other'),
  receiver: isOneOf('cannot_come', 'no_longer_needed', 'no_answer', 'no_food', 'stopped_waiting', 'other'),
} as const satisfies Readonly<Record<HandoverSide, readonly ReleaseReason[]>>;
/** Only the helper's `not_genuine` is a complaint. */
export const MATCH_RELEASE_REASONS = {
  giver: isOneOf('cannot_make_it', 'no_answer', 'not_genuine', 'stopped_waiting', 'other'),
  receiver: isOneOf('no_answer', 'no_food', 'stopped_waiting', 'other'),
} as const satisfies Readonly<Record<HandoverSide, readonly ReleaseReason[]>>;

export const releaseReasonsOf = ({
  side,
  answersRequest,
}: Pick<HandoverFacts, 'side' | 'answersRequest'>): readonly ReleaseReason[] =>
  (answersRequest ? MATCH_RELEASE_REASONS : CLAIM_RELEASE_REASONS)[side];

export const reasonShownTo = (side: HandoverSide, reason: ReleaseReason | null): ReleaseReason | null =>
  reason === 'not_genuine' && side === 'receiver' ? null : reason;

/** The action that a release with this reason is. */
export function releaseActionOf(reason: ReleaseReason | null): HandoverAction {
  if (reason === 'no_food') return 'report_no_food';
  return reason === 'stopped_waiting' ? 'stop_waiting' : 'release';
}

/**
 * How many of the promised servings changed hands: all, unless a side said fewer; the smaller number counts. What was not
 * taken is offered again.
 */
export const servingsTaken = (promised: number, said: readonly (number | null)[]): number =>
  Math.min(promised, ...said.map((number) => number ?? promised));

/** Whether the released servings are offered again. */
export const returnsServings = (reason: ReleaseReason | null): boolean =>
  reason !== 'food_gone' && reason !== 'no_food';
