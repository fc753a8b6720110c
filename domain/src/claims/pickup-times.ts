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
