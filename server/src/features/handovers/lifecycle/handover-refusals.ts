import {
  DISPUTE_HOURS,
  type HandoverAction,
  type HandoverActionRefusal,
  handoverActionRefusal,
  type HandoverFacts,
  type HandoverStatus,
  missReportableAtMs,
} from '@openlarder/domain/handovers/handover-states.ts';
import { meetingMs, reminderDueMs, stopWaitingFromMs } from '@openlarder/domain/handovers/handover-times.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import { formatWait } from '@openlarder/domain/kernel/format-wait.ts';
import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';

const ENDED: Readonly<Record<HandoverStatus, string>> = {
  open: 'This pickup is still open.',
  completed: 'This food was already handed over.',
  released: 'This pickup was already canceled.',
  no_show: 'This pickup was marked as missed.',
  lapsed: `No one confirmed this pickup for ${DISPUTE_HOURS} hours, so we closed it.`,
  disputed: 'One of you disagreed about this pickup. An organizer will take a look.',
};

const NOT_YOURS: Readonly<Record<HandoverFacts['side'], string>> = {
  giver: 'Only the person who gets this food can do that.',
  receiver: 'Only the person who gives this food can do that.',
};

const waitUntil = (atMs: number, { nowMs }: HandoverFacts, sentence: (wait: string) => string): AppError =>
  new AppError(409, 'too-early', sentence(formatWait(atMs - nowMs)), {
    retryAfterSeconds: Math.max(1, Math.ceil((atMs - nowMs) / SECOND_MS)),
  });

/** The refusal of an action that is too early, with the remaining wait. */
function tooEarly(action: HandoverAction, facts: HandoverFacts): AppError {
  switch (action) {
    case 'report_no_show':
      return waitUntil(
        missReportableAtMs(facts),
        facts,
        (wait) => `Please give them a little longer. In ${wait} you can say that they didn't come.`,
      );
    case 'report_no_food':
      return waitUntil(
        missReportableAtMs(facts),
        facts,
        (wait) => `Please give them a little longer. In ${wait} you can say that the food wasn't there.`,
      );
    case 'stop_waiting':
      return waitUntil(
        stopWaitingFromMs(facts),
        facts,
        (wait) => `Please wait a little longer. In ${wait} you can stop waiting.`,
      );
    case 'say_on_my_way':
      return waitUntil(meetingMs(facts), facts, (wait) => `There's still time: you meet in ${wait}.`);
    case 'say_coming':
      return waitUntil(
        reminderDueMs(facts),
        facts,
        (wait) => `There's nothing to answer yet. In ${wait} we'll ask if you can still make it.`,
      );
    default:
      return conflict('too-early', 'That time is over. Please choose another.');
  }
}

function tooLate(action: HandoverAction): AppError {
  switch (action) {
    case 'say_coming':
      return conflict('too-late', 'The pickup time is over. Please say whether you met.');
    case 'propose_time':
      return conflict('too-late', 'The time for this pickup is over. Please say whether you met.');
    case 'accept_time':
      return conflict('too-late', 'That time is too late for this food. Please choose another.');
    default:
      return conflict(
        'too-late',
        `That ended more than ${DISPUTE_HOURS} hours ago. You can still report it to the organizers.`,
      );
  }
}

function errorFor(action: HandoverAction, refusal: HandoverActionRefusal, facts: HandoverFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, refusal, NOT_YOURS[facts.side]);
    case 'handover-ended':
      return conflict(refusal, ENDED[facts.status]);
    case 'already-done':
      return conflict(refusal, "You've already done that.");
    case 'code-locked':
      return conflict(refusal, 'That was too many wrong codes. Please both confirm the pickup instead.');
    case 'too-early':
      return tooEarly(action, facts);
    case 'too-late':
      return tooLate(action);
    case 'handover-said':
      return conflict(refusal, 'One of you already confirmed that you met. Please confirm too, or disagree.');
    case 'nothing-said':
      return conflict(refusal, "The other person hasn't confirmed that you met. You can cancel instead.");
    case 'nothing-proposed':
      return conflict(refusal, 'They have changed their proposal. Please look again.');
    case 'not-counted':
      return conflict(refusal, 'No one is marked as missing here. You can stop waiting instead.');
    default:
      return refusal satisfies never;
  }
}

/** Why an action is refused, with its message; null if it is allowed. `already-done` marks a repetition. */
function refusedAction(
  action: HandoverAction,
  facts: HandoverFacts,
): { readonly refusal: HandoverActionRefusal; readonly error: AppError } | null {
  const refusal = handoverActionRefusal(action, facts);
  return refusal && { refusal, error: errorFor(action, refusal, facts) };
}

/** Throws if the action is not allowed: 409 under the refusal's name, 403 for an action of the other side. */
export function refuseUnless(action: HandoverAction, facts: HandoverFacts): void {
  const refused = refusedAction(action, facts);
  if (refused) throw refused.error;
}

/** The same for an action that may be repeated: false if it was done already. */
export function isNewAction(action: HandoverAction, facts: HandoverFacts): boolean {
  const refused = refusedAction(action, facts);
  if (refused && refused.refusal !== 'already-done') throw refused.error;
  return refused === null;
}
