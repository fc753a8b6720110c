import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  allowedActions,
  awaitedAction,
  handoverPhase,
  isNear,
  isOnMyWay,
  isTraveling,
  type OfferedAction,
  offeredActions,
  otherConfirmationAt,
  ownConfirmationAt,
} from '../../handovers/actions/handover-actions.ts';

/**
 * A button for the next step. `tell_on_my_way` sends a message, while the handover does not ask "On your way?" itself;
 * `plan_time` proposes a first time.
 */
export type NextAction =
  | 'reveal_address'
  | 'complete_by_code'
  | 'say_on_my_way'
  | 'tell_on_my_way'
  | 'plan_time';

export type NextActions = {
  /** What a person has to answer, in place of the buttons: a proposed time, or whether and how it happened. */
  readonly question: 'time' | 'outcome' | null;
  /** The next actions, most likely first. */
  readonly buttons: readonly NextAction[];
  readonly more: readonly OfferedAction[];
  readonly mayPlanTime: boolean;
};

function questionOf(handover: Handover, nowMs: number): NextActions['question'] {
  const awaited = awaitedAction(handover, nowMs);
  if (awaited === 'accept_time') return 'time';
  const hasButton = awaited === null || awaited === 'reveal_address' || awaited === 'say_on_my_way';
  return hasButton ? null : 'outcome';
}

function buttonsOf(
  handover: Handover,
  offered: readonly OfferedAction[],
  knowsPlace: boolean,
  nowMs: number,
): readonly NextAction[] {
  const isSaid = ownConfirmationAt(handover) !== null || otherConfirmationAt(handover) !== null;
  if (handover.status !== 'open' || isSaid) return [];
  const mayPlan = allowedActions(handover, nowMs).includes('propose_time') && handover.proposal === null;
  const plan: NextAction[] = mayPlan && handover.agreedTime === null ? ['plan_time'] : [];
  const near = isNear(handover, nowMs);
  // who comes early stands at the door: the code is in sight at any hour
  const code: NextAction[] = offered.includes('complete_by_code') ? ['complete_by_code'] : [];
  if (!isTraveling(handover)) {
    if (offered.includes('reveal_address')) return ['reveal_address', ...(near ? code : [])];
    return near && code.length > 0 ? code : [...plan, ...code];
  }
  // without an address it can be said from the menu, and is not what comes next
  if (knowsPlace && offered.includes('say_on_my_way')) return ['say_on_my_way', ...code];
  const mayTell = knowsPlace && near && !isOnMyWay(handover, 'me', nowMs);
  // who brings the food enters the code at the other's door
  return mayTell && handoverPhase(handover, nowMs) !== 'after'
    ? ['tell_on_my_way', ...code]
    : [...plan, ...code];
}

/**
 * What stands above the messages of a pickup, to this side. `knowsPlace` is whether they see where to go. While a
 * person has to answer, there is that one question and no button.
 */
export function nextActions(handover: Handover, knowsPlace: boolean, nowMs: number): NextActions {
  const { primary, others, folded } = offeredActions(handover, nowMs);
  const offered = [...(primary === null ? [] : [primary]), ...others, ...folded];
  const question = questionOf(handover, nowMs);
  const buttons = question === null ? buttonsOf(handover, offered, knowsPlace, nowMs) : [];
  const isAsked = (action: OfferedAction) =>
    question === 'outcome' && (action === primary || action === 'dispute');
  const isButton = (action: OfferedAction) => buttons.some((button) => button === action);
  return {
    question,
    buttons,
    more: offered.filter((action) => !isAsked(action) && !isButton(action)),
    mayPlanTime: allowedActions(handover, nowMs).includes('propose_time') && question !== 'time',
  };
}
