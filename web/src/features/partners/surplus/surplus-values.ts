import { MINUTE_MS, wallClock } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { servingsOfThings } from '@openlarder/domain/listings/listing-fields.ts';
import type { CreateSurplus, RecurringSurplus } from '@openlarder/domain/partners/partner-contract.ts';
import { type OpeningHours, openPart, weekdayAt } from '@openlarder/domain/partners/opening-hours.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';

const WORKDAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);
const QUARTER = 15;

const pad = (value: number): string => String(value).padStart(2, '0');

export const NEW_SURPLUS: CreateSurplus = {
  title: '',
  description: '',
  category: 'bakery_items',
  servings: 20,
  dateKind: 'best_before',
  allergens: null,
  diets: [],
  pickupInstructions: '',
  weekdays: WORKDAYS,
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
  listingId: null,
};

const QUARTER_MS = QUARTER * MINUTE_MS;

/** The wall clock at an instant, to the quarter of an hour before it. */
function quarterOf(atMs: number, timeZone: string): string {
  const { hour, minute } = wallClock(atMs, timeZone);
  return `${pad(hour)}:${pad(Math.floor(minute / QUARTER) * QUARTER)}`;
}

/** What was shared once, for each day of its kind: at the hour it was shared, for the pickup it had while open. */
export function surplusFromListing(listing: Listing, hours: OpeningHours, timeZone: string): CreateSurplus {
  const weekday = weekdayAt(Date.parse(listing.createdAt), timeZone);
  const had = { fromMs: Date.parse(listing.availableFrom), untilMs: Date.parse(listing.availableUntil) };
  const pickup = openPart(had, hours, timeZone) ?? had;
  return {
    title: listing.title,
    description: listing.description,
    category: listing.category,
    servings: servingsOfThings(listing.offeredServings ?? listing.estimatedServings, listing.countedAs),
    dateKind: listing.dateKind,
    allergens: listing.allergens,
    diets: listing.diets,
    pickupInstructions: listing.pickupInstructions ?? '',
    weekdays: WORKDAYS.includes(weekday) ? WORKDAYS : WEEKEND,
    askAt: quarterOf(Date.parse(listing.createdAt), timeZone),
    pickupFrom: quarterOf(pickup.fromMs, timeZone),
    // a pickup of minutes ends a quarter later than it begins
    pickupUntil: quarterOf(Math.max(pickup.untilMs, pickup.fromMs + QUARTER_MS), timeZone),
    listingId: listing.id,
  };
}

export function surplusToChange(surplus: RecurringSurplus): CreateSurplus {
  const { id: _id, isPaused: _paused, nextAt: _next, dayOff: _off, ...values } = surplus;
  return { ...values, listingId: null };
}

/** The last listings of different names that are not recurring yet, newest first. */
export function suggestions(
  shared: readonly Listing[],
  known: readonly RecurringSurplus[],
  most: number,
): Listing[] {
  const titles = new Set(known.map(({ title }) => title));
  return shared
    .filter(({ title }) => {
      const isNew = !titles.has(title);
      titles.add(title);
      return isNew;
    })
    .slice(0, most);
}
