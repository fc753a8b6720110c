import { addCalendarDays, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import type { Category, DateKind } from './listing-fields.ts';

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
/** Servings a bulk donation starts with. */
export const DEFAULT_BULK_SERVINGS = 50;
const PICKUP_STARTS_IN_MS = 30 * MINUTE_MS;
const PICKUP_ENDS_IN_MS = 8 * HOUR_MS;

/** Food that packs mark with either kind of date, so that the donor is asked which one it is. */
const EITHER_DATE: readonly Category[] = ['prepared_meals', 'dairy_eggs'];
export const asksDateKind = (category: Category): boolean => EITHER_DATE.includes(category);

/** Hard expiry as the form fills it: one calendar day after best-by; a use-by date is itself the end. */
export function expiryAfter(bestByMs: number, timeZone: string, dateKind: DateKind = 'best_before'): number {
  return dateKind === 'use_by' ? bestByMs : addCalendarDays(bestByMs, 1, timeZone);
}

/** What the share form starts with, in epoch milliseconds; days are the calendar's of `timeZone`. */
export function shareDefaults(category: Category, nowMs: number, timeZone: string, isBulk = false) {
  const bestByMs = addCalendarDays(nowMs, SHELF_DAYS[category], timeZone);
  return {
    estimatedServings: isBulk ? DEFAULT_BULK_SERVINGS : DEFAULT_SERVINGS,
    availableFromMs: nowMs + PICKUP_STARTS_IN_MS,
    availableUntilMs: nowMs + PICKUP_ENDS_IN_MS,
    bestByMs,
    expiryMs: expiryAfter(bestByMs, timeZone),
  };
}
