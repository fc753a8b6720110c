import type { UserType } from '../accounts/account-fields.ts';
import {
  addCalendarDays,
  calendarDaysBetween,
  HOUR_MS,
  instantOfWallClock,
  MINUTE_MS,
  wallClock,
} from '../kernel/time.ts';
import type { Category } from './listing-fields.ts';
import { defaultExpiryMs, SHELF_LIFE_DAYS } from './shelf-life.ts';

export const DEFAULT_SERVINGS = 1;
export const DEFAULT_BULK_SERVINGS = 50;
/** A pickup begins no sooner than this after sharing, unless the donor says so. */
export const PICKUP_STARTS_IN_MS = 30 * MINUTE_MS;
/** A pickup ends no later than this after sharing, unless the donor says so. */
export const PICKUP_ENDS_IN_MS = 8 * HOUR_MS;

/** A pickup window in epoch milliseconds. */
export type PickupChoice = { readonly fromMs: number; readonly untilMs: number };

type Hours = { readonly from: number; readonly until: number };
const MORNING: Hours = { from: 9, until: 11 };
const EVENING: Hours = { from: 18, until: 20 };
const LATE_EVENING: Hours = { from: 20, until: 22 };

function windowOn(daysAhead: number, { from, until }: Hours, nowMs: number, timeZone: string): PickupChoice {
  const { year, month, day } = wallClock(addCalendarDays(nowMs, daysAhead, timeZone), timeZone);
  const at = (hour: number) => instantOfWallClock({ year, month, day, hour, minute: 0, second: 0 }, timeZone);
  return { fromMs: at(from), untilMs: at(until) };
}

/** The hours in which people are expected at a door by default. */
const AWAKE: Hours = { from: 7, until: 22 };
const MIDNIGHT = 24;
/** The shortest default pickup: someone has to see the food, and come. */
const SHORTEST_DEFAULT_MS = HOUR_MS;
/** What is left of a time given before, to be worth keeping. */
const SHORTEST_KEPT_MS = HOUR_MS / 2;

/**
 * The default pickup: from in 30 minutes until in 8 hours, at the latest until 10 PM in `timeZone`. With less than an
 * hour left before that it lasts until midnight, and with less than an hour until then it is the next morning: no one
 * expects a stranger at the door because they changed nothing.
 */
export function defaultPickup(nowMs: number, timeZone: string): PickupChoice {
  const fromMs = nowMs + PICKUP_STARTS_IN_MS;
  const on = (hours: Hours, daysAhead = 0) => windowOn(daysAhead, hours, fromMs, timeZone);
  if (fromMs < on(AWAKE).fromMs) return on(MORNING);
  const eveningMs = on(AWAKE).untilMs;
  if (eveningMs - fromMs >= SHORTEST_DEFAULT_MS)
    return { fromMs, untilMs: Math.min(nowMs + PICKUP_ENDS_IN_MS, eveningMs) };
  const midnightMs = on({ ...AWAKE, until: MIDNIGHT }).untilMs;
  return midnightMs - fromMs >= SHORTEST_DEFAULT_MS ? { fromMs, untilMs: midnightMs } : on(MORNING, 1);
}

/** A window longer than this is no one's usual time. */
const LONGEST_KEPT_MS = 12 * HOUR_MS;

/**
 * What is left of the pickup window that a person gave before, from in 30 minutes on: null unless half an hour of it is
 * left, for a window longer than half a day, and for one of a later day than the default's: food shared for tomorrow
 * says nothing about the next food.
 */
export function keptPickup(last: PickupChoice, nowMs: number, timeZone: string): PickupChoice | null {
  const fromMs = Math.max(last.fromMs, nowMs + PICKUP_STARTS_IN_MS);
  const { untilMs } = last;
  const isKept =
    untilMs - fromMs >= SHORTEST_KEPT_MS &&
    untilMs - last.fromMs <= LONGEST_KEPT_MS &&
    calendarDaysBetween(defaultPickup(nowMs, timeZone).fromMs, last.fromMs, timeZone) <= 0;
  return isKept ? { fromMs, untilMs } : null;
}

/** The initial values of the share form, in epoch milliseconds; days are calendar days of `timeZone`. */
export function shareDefaults(category: Category, nowMs: number, timeZone: string, isBulk = false) {
  const bestByMs = addCalendarDays(nowMs, SHELF_LIFE_DAYS[category], timeZone);
  const pickup = defaultPickup(nowMs, timeZone);
  return {
    estimatedServings: isBulk ? DEFAULT_BULK_SERVINGS : DEFAULT_SERVINGS,
    availableFromMs: pickup.fromMs,
    availableUntilMs: pickup.untilMs,
    bestByMs,
    expiryMs: defaultExpiryMs(bestByMs, timeZone),
  };
}

/** Whether a person may share in bulk: donors and organizations. */
export function canShareInBulk(person: {
  readonly userType: UserType;
  readonly organizationName: string | null;
}): boolean {
  return person.userType === 'donor' || Boolean(person.organizationName?.trim());
}

/** How long a window lasts at least that begins now, at night. */
const NOW_LASTS_MS = 2 * HOUR_MS;

/** From now on, until a half hour, for a counter that is open at night; null by day, when the default is as near. */
function nowAtNight(nowMs: number, timeZone: string): PickupChoice | null {
  const halfHour = HOUR_MS / 2;
  const untilMs = Math.ceil((nowMs + NOW_LASTS_MS) / halfHour) * halfHour;
  return defaultPickup(nowMs, timeZone).fromMs > nowMs + PICKUP_STARTS_IN_MS
    ? { fromMs: nowMs, untilMs }
    : null;
}

/**
 * Windows in `timeZone` beside the default one, the earliest first: from now on while the default is the next morning,
 * then, on full hours, this morning and this evening if they still lie ahead by the default's notice, then tomorrow
 * morning and evening. At most three.
 */
export function pickupChoices(nowMs: number, timeZone: string): readonly PickupChoice[] {
  const isAhead = ({ fromMs }: PickupChoice) => fromMs >= nowMs + PICKUP_STARTS_IN_MS;
  const on = (daysAhead: number, hours: Hours) => windowOn(daysAhead, hours, nowMs, timeZone);
  const evening = on(0, EVENING);
  const now = nowAtNight(nowMs, timeZone);
  const later = [on(0, MORNING), isAhead(evening) ? evening : on(0, LATE_EVENING), on(1, MORNING)];
  return [...(now ? [now] : []), ...[...later, on(1, EVENING)].filter(isAhead)].slice(0, 3);
}
