import { addCalendarDays, HOUR_MS } from '../kernel/time.ts';
import type { Category, DateKind } from './listing-fields.ts';

export const SHELF_LIFE_DAYS: Readonly<Record<Category, number>> = {
  fruits_vegetables: 3,
  prepared_meals: 1,
  bakery_items: 2,
  pantry_staples: 7,
  dairy_eggs: 2,
  other: 2,
};

/** Categories that are labeled with either kind of date, so that the form asks which one it is. */
const EITHER_DATE: readonly Category[] = ['prepared_meals', 'dairy_eggs'];
export const needsDateKind = (category: Category): boolean => EITHER_DATE.includes(category);

/** The form's default for the hard expiry: one calendar day after best-by, or the use-by date itself. */
export function defaultExpiryMs(
  bestByMs: number,
  timeZone: string,
  dateKind: DateKind = 'best_before',
): number {
  return dateKind === 'use_by' ? bestByMs : addCalendarDays(bestByMs, 1, timeZone);
}

/** How long before it is shared a form may have been opened, whose dates count from then. */
const LONGEST_FORM_MS = 2 * HOUR_MS;

/**
 * Whether a best-before date is the form's default, which its giver left as it was. A day that someone has chosen ends at
 * midnight; the default has the clock of the moment in which the form was opened.
 */
export function isDefaultBestBy(
  listing: {
    readonly category: Category;
    readonly dateKind: DateKind;
    readonly createdAt: string;
    readonly bestByDate: string;
    readonly expiryDate: string | null;
  },
  timeZone: string,
): boolean {
  const { category, dateKind, createdAt, bestByDate, expiryDate } = listing;
  const latestMs = addCalendarDays(Date.parse(createdAt), SHELF_LIFE_DAYS[category], timeZone);
  const bestByMs = Date.parse(bestByDate);
  return (
    dateKind === 'best_before' &&
    bestByMs <= latestMs &&
    bestByMs > latestMs - LONGEST_FORM_MS &&
    (expiryDate === null || Date.parse(expiryDate) === defaultExpiryMs(bestByMs, timeZone))
  );
}
