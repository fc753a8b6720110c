import { addCalendarDays, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import type { Category } from './listing-contract.ts';

/** Calendar days food of a category keeps, from the specification. */
export const SHELF_DAYS: Readonly<Record<Category, number>> = {
  fruits_vegetables: 3,
  prepared_meals: 1,
  bakery_items: 2,
  pantry_staples: 7,
  dairy_eggs: 2,
  other: 2,
};

/** Servings an individual listing starts with. */
export const DEFAULT_SERVINGS = 1;
const PICKUP_STARTS_IN_MS = 30 * MINUTE_MS;
const PICKUP_ENDS_IN_MS = 8 * HOUR_MS;

/** Hard expiry as the form fills it: one calendar day after best-by. */
export function expiryAfter(bestByMs: number, timeZone: string): number {
  return addCalendarDays(bestByMs, 1, timeZone);
}

/** What the share form starts with, in epoch milliseconds; days are the calendar's of `timeZone`. */
export function shareDefaults(category: Category, nowMs: number, timeZone: string) {
  const bestByMs = addCalendarDays(nowMs, SHELF_DAYS[category], timeZone);
  return {
    estimatedServings: DEFAULT_SERVINGS,
    availableFromMs: nowMs + PICKUP_STARTS_IN_MS,
    availableUntilMs: nowMs + PICKUP_ENDS_IN_MS,
    bestByMs,
    expiryMs: expiryAfter(bestByMs, timeZone),
  };
}
