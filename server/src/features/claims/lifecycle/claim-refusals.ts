import {
  type ClaimFacts,
  type ClaimAction,
  type ClaimStatus,
  type ClaimActionRefusal,
  claimActionRefusal,
  noShowFromMs,
  DISPUTE_HOURS,
} from '@openlarder/domain/claims/claim-states.ts';
import { reminderDueMs } from '@openlarder/domain/claims/pickup-reminders.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { formatWait } from '@openlarder/domain/kernel/format-wait.ts';

const ENDED: Readonly<Record<ClaimStatus, string>> = {
  open: 'This claim is still open.',
  completed: 'This food has been handed over already.',
  released: 'This claim has been let go already.',
  no_show: 'This claim has ended: its donor said that nobody came.',
  lapsed: `This claim has ended: for ${DISPUTE_HOURS} hours after the pickup nobody said that it happened.`,
  disputed: 'Somebody objected to this handover. Those who run the community will read it.',
};

const NOT_YOURS: Readonly<Record<ClaimFacts['side'], string>> = {
  donor: 'Only the person who comes for this food can do that.',
  claimer: 'Only the person who shares this food can do that.',
};

/** The refusal of an action that is too early, with the remaining wait. */
function tooEarly(move: ClaimAction, facts: ClaimFacts): AppError {
  const wait = (fromMs: number, sentence: (wait: string) => string): AppError =>
    new AppError(409, 'too-early', sentence(formatWait(fromMs - facts.nowMs)), {
      retryAfterSeconds: Math.max(1, Math.ceil((fromMs - facts.nowMs) / SECOND_MS)),
    });
  switch (move) {
    case 'report_no_show':
      return wait(
        noShowFromMs(facts),
        (in_) => `Please give them a little longer. In ${in_} you can say that nobody came.`,
      );
    case 'report_no_food':
      return wait(
        facts.availableFromMs,
        (in_) => `Pickup begins in ${in_}. From then on you can say that there was no food.`,
      );
    case 'say_coming':
      return wait(
        reminderDueMs(facts),
        (in_) => `There is nothing to answer yet. In ${in_} we ask whether you can still make it.`,
      );
    default:
      return conflict('too-early', 'It is too early for that.');
  }
}

const tooLate = (move: ClaimAction): AppError =>
  conflict(
    'too-late',
    move === 'say_coming'
      ? 'The pickup is over. Please say whether the food changed hands.'
      : `That ended more than ${DISPUTE_HOURS} hours ago. You can still report it to those who run the community.`,
  );

function sentenceFor(move: ClaimAction, refusal: ClaimActionRefusal, facts: ClaimFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, refusal, NOT_YOURS[facts.side]);
    case 'claim-ended':
      return conflict(refusal, ENDED[facts.status]);
    case 'already-done':
      return conflict(refusal, 'You have already done that.');
    case 'code-locked':
      return conflict(refusal, 'That was too many wrong codes. Please both say that the food changed hands.');
    case 'too-early':
      return tooEarly(move, facts);
    case 'too-late':
      return tooLate(move);
    case 'handover-said':
      return conflict(
        refusal,
        'The other side says that the food changed hands. Please confirm it, or object.',
      );
    case 'nothing-said':
      return conflict(
        refusal,
        'The other side has not said that the food changed hands. You can let the claim go instead.',
      );
    default:
      return refusal satisfies never;
  }
}

/** Why an action is refused, with its message; null if it is allowed. `already-done` marks a repetition. */
export function refusedAction(
  move: ClaimAction,
  facts: ClaimFacts,
): { readonly refusal: ClaimActionRefusal; readonly error: AppError } | null {
  const refusal = claimActionRefusal(move, facts);
  return refusal && { refusal, error: sentenceFor(move, refusal, facts) };
}

/** Throws if the action is not allowed: 409 under the refusal's name, 403 for an action of the other side. */
export function refuseUnless(move: ClaimAction, facts: ClaimFacts): void {
  const refused = refusedAction(move, facts);
  if (refused) throw refused.error;
}
