import { HOUR_MS } from '../kernel/time.ts';

/** How long before a pickup both sides are reminded, and the claimer is asked whether they still come. */
export const REMINDER_HOURS = 1;

type Pickup = {
  readonly createdAtMs: number;
  readonly availableFromMs: number;
  readonly availableUntilMs: number;
};

/**
 * When both sides are reminded of a pickup, in epoch milliseconds: an hour before it begins. A claim made
 * later than that is reminded an hour before the pickup ends. In a window shorter than that there is no
 * reminder: the result is then the window's end, when the handover question takes over.
 */
export function reminderDueMs({ createdAtMs, availableFromMs, availableUntilMs }: Pickup): number {
  const lead = REMINDER_HOURS * HOUR_MS;
  if (createdAtMs < availableFromMs - lead) return availableFromMs - lead;
  return createdAtMs < availableUntilMs - lead ? availableUntilMs - lead : availableUntilMs;
}

/** When both sides are asked whether the handover happened: at the end of the pickup. */
export const questionDueMs = ({ availableUntilMs }: Pick<Pickup, 'availableUntilMs'>): number =>
  availableUntilMs;

/** Whether the message due at `dueMs` was sent; one sent before `dueMs` belongs to an earlier due time. */
const isDoneFor = (dueMs: number, doneAtMs: number | null): boolean => doneAtMs !== null && doneAtMs >= dueMs;

/**
 * Whether both sides of an open claim have to be reminded now. A missed reminder is not sent after its hour.
 * A pickup that was extended is due again.
 */
export function isReminderDue(
  pickup: Pickup & {
    readonly remindedAtMs: number | null;
    /** Whether either side has confirmed the handover. */
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
 * Whether the sides of an open claim that have not confirmed have to be asked now whether the handover
 * happened: from the end of the pickup until the claim ends automatically.
 */
export function isQuestionDue(
  pickup: Pick<Pickup, 'availableUntilMs'> & {
    readonly askedAtMs: number | null;
    /** When the claim ends automatically. */
    readonly settlesAtMs: number;
  },
  nowMs: number,
): boolean {
  const dueMs = questionDueMs(pickup);
  return nowMs >= dueMs && nowMs < pickup.settlesAtMs && !isDoneFor(dueMs, pickup.askedAtMs);
}
