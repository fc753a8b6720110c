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
import { AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import type { ErrorTextKey } from '@openlarder/domain/kernel/error-texts.ts';

type TooEarly = Extract<ErrorTextKey, `too-early.${string}`>;

const waitUntil = (untilMs: number, key: TooEarly, { nowMs }: HandoverFacts): AppError =>
  conflictUntil(key, { untilMs, nowMs });

/** The refusal of an action that is too early, with the remaining wait. */
function tooEarly(action: HandoverAction, facts: HandoverFacts): AppError {
  switch (action) {
    case 'report_no_show':
      return waitUntil(missReportableAtMs(facts), 'too-early.report-no-show', facts);
    case 'report_no_food':
      return waitUntil(missReportableAtMs(facts), 'too-early.report-no-food', facts);
    case 'stop_waiting':
      return waitUntil(stopWaitingFromMs(facts), 'too-early.stop-waiting', facts);
    case 'say_on_my_way':
      return waitUntil(meetingMs(facts), 'too-early.say-on-my-way', facts);
    case 'say_coming':
      return waitUntil(reminderDueMs(facts), 'too-early.say-coming', facts);
    default:
      return conflict('too-early.accept-time');
  }
}

function tooLate(action: HandoverAction): AppError {
  switch (action) {
    case 'say_coming':
    case 'propose_time':
      return conflict('too-late.pickup-over');
    case 'accept_time':
      return conflict('too-late.accept-time');
    default:
      return conflict('too-late.dispute', { hours: DISPUTE_HOURS });
  }
}

function ended(status: HandoverStatus): AppError {
  switch (status) {
    case 'no_show':
      return conflict('handover-ended.no-show');
    case 'lapsed':
      return conflict('handover-ended.lapsed', { hours: DISPUTE_HOURS });
    default:
      return conflict(`handover-ended.${status}`);
  }
}

function errorFor(action: HandoverAction, refusal: HandoverActionRefusal, facts: HandoverFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, `not-yours.${facts.side}`);
    case 'handover-ended':
      return ended(facts.status);
    case 'too-early':
      return tooEarly(action, facts);
    case 'too-late':
      return tooLate(action);
    default:
      return conflict(refusal);
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
export function requireAllowed(action: HandoverAction, facts: HandoverFacts): void {
  const refused = refusedAction(action, facts);
  if (refused) throw refused.error;
}

/** The same for an action that may be repeated: false if it was done already. */
export function isNewAction(action: HandoverAction, facts: HandoverFacts): boolean {
  const refused = refusedAction(action, facts);
  if (refused && refused.refusal !== 'already-done') throw refused.error;
  return refused === null;
}
