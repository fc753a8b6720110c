import { HOUR_MS } from '../kernel/time.ts';

/** How long before a pickup both sides are reminded, and the claimer is asked whether they can still make it. */
export const REMINDER_HOURS = 1;

type Pickup = {
  readonly createdAtMs: number;
  readonly availableFromMs: number;
  readonly availableUntilMs: number;
};

/**
 * When both are reminded of a pickup, in epoch milliseconds: an hour before it begins. Whoever claims later than that
 * is reminded an hour before it ends, and in a window shorter than that not at all beside the claim itself (the
 * instant is then the window's end, when the question whether it happened takes over).
 */
export function reminderDueMs({ createdAtMs, availableFromMs, availableUntilMs }: Pickup): number {
  const lead = REMINDER_HOURS * HOUR_MS;
  if (createdAtMs < availableFromMs - lead) return availableFromMs - lead;
  return createdAtMs < availableUntilMs - lead ? availableUntilMs - lead : availableUntilMs;
}

/** When both are asked whether the food changed hands: as the pickup ends. */
export const questionDueMs = ({ availableUntilMs }: Pick<Pickup, 'availableUntilMs'>): number =>
  availableUntilMs;

/** Whether something that came due at `dueMs` was done for it: what was done before an earlier time was for that one. */
const isDoneFor = (dueMs: number, doneAtMs: number | null): boolean => doneAtMs !== null && doneAtMs >= dueMs;

/**
 * Whether both sides of an open claim are to be reminded now. A reminder is of use for the hour it speaks of: one that
 * was missed is not sent late. A pickup that is offered for longer since comes due once more.
 */
export function isReminderDue(
  pickup: Pickup & {
    readonly remindedAtMs: number | null;
    /** Whether either side has said that the food changed hands. */
    readonly isSaid: boolean;
  },
  nowMs: number,
): boolean {
  const dueMs = reminderDueMs(pickup);
  if (pickup.isSaid || dueMs >= pickup.availableUntilMs || isDoneFor(dueMs, pickup.remindedAtMs))
    return false;
  return nowMs >= dueMs && nowMs < dueMs + REMINDER_HOURS * HOUR_MS;
}

/**
 * Whether those of an open claim who have not said so are to be asked now whether the food changed hands: once the
 * pickup is over, as long as the answer decides anything.
 */
export function isQuestionDue(
  pickup: Pick<Pickup, 'availableUntilMs'> & {
    readonly askedAtMs: number | null;
    /** When the claim ends by itself. */
    readonly settlesAtMs: number;
  },
  nowMs: number,
): boolean {
  const dueMs = questionDueMs(pickup);
  return nowMs >= dueMs && nowMs < pickup.settlesAtMs && !isDoneFor(dueMs, pickup.askedAtMs);
}
