import {
  addCalendarDays,
  HOUR_MS,
  instantOfWallClock,
  MINUTE_MS,
  wallClock,
} from '@openlarder/domain/kernel/time.ts';

/*
 * When the people of the demo share food and hand it over: at quarter and half hours of the community's day, regardless
 * of when the demo is opened.
 */

const QUARTER_MS = 15 * MINUTE_MS;

/** Offsets of time zones are whole quarters of an hour, so the quarters are those of every wall clock. */
export const quarterFrom = (ms: number): number => Math.ceil(ms / QUARTER_MS) * QUARTER_MS;
export const quarterBefore = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;

/** How long a place hands food over: hours of the day in the community's zone; over 24 for the small hours. */
export type OpenHours = { readonly opens: number; readonly closes: number };

export const OPEN_HOURS = {
  home: { opens: 8, closes: 22 },
  bakery: { opens: 7, closes: 20.5 },
  grocer: { opens: 8, closes: 21 },
  bistro: { opens: 11, closes: 25 },
  deli: { opens: 7, closes: 26 },
  /** A night desk. */
  hotel: { opens: 0, closes: 24 },
} as const satisfies Record<string, OpenHours>;
export type PlaceKind = keyof typeof OPEN_HOURS;
export const PLACE_KINDS = [
  'home',
  'bakery',
  'grocer',
  'bistro',
  'deli',
  'hotel',
] as const satisfies PlaceKind[];

const isAlwaysOpen = ({ opens, closes }: OpenHours): boolean => closes - opens >= 24;

/** `hours` o'clock on the calendar day of `atMs`; 25.5 is half past one of the next day. */
export function hourOfDay(atMs: number, hours: number, timeZone: string): number {
  const { year, month, day } = wallClock(atMs, timeZone);
  const clock = { year, month, day, hour: Math.floor(hours), minute: (hours % 1) * 60, second: 0 };
  return instantOfWallClock(clock, timeZone);
}

/** The day of opening that is under way at `atMs`, or that comes next: `closesMs` is after `atMs`. */
export function openingAt(kind: PlaceKind, atMs: number, timeZone: string) {
  const { opens, closes } = OPEN_HOURS[kind];
  const [today = Number.NaN, ...later] = [-1, 0, 1].map((days) => addCalendarDays(atMs, days, timeZone));
  const ofDay = (dayMs: number) => ({
    opensMs: hourOfDay(dayMs, opens, timeZone),
    closesMs: hourOfDay(dayMs, closes, timeZone),
  });
  return [today, ...later].map(ofDay).find(({ closesMs }) => closesMs > atMs) ?? ofDay(today);
}

export const isOpen = (kind: PlaceKind, atMs: number, timeZone: string): boolean =>
  isAlwaysOpen(OPEN_HOURS[kind]) || openingAt(kind, atMs, timeZone).opensMs <= atMs;

export type OfferTimes = {
  readonly sharedMs: number;
  readonly pickupFromMs: number;
  readonly endsMs: number;
};
export type OfferPlan = {
  readonly kind: PlaceKind;
  /** How long before now it was shared, at least; not in the night. */
  readonly agoMs: number;
  /** When the pickup is to end, in hours from now; the next morning if that is in the night. */
  readonly hoursLeft: number;
  /** Spreads the offers that have to wait for the morning, and the lengths of windows. */
  readonly nth: number;
};

/** Offers that have to wait for the morning end within this many half hours after the opening. */
const MORNING_HALF_HOURS = 11;
const WINDOW_HOURS = [1.5, 2, 3, 4] as const;
const SHORTEST_WINDOW_MS = 45 * MINUTE_MS;
const LAST_SHARED_HOUR = 22.5;

/** The times of an offer as seen at `nowMs`: shared before, still open, and by day. */
export function offerTimes(
  { kind, agoMs, hoursLeft, nth }: OfferPlan,
  nowMs: number,
  timeZone: string,
): OfferTimes {
  const endsMs = endOf(kind, quarterFrom(nowMs + hoursLeft * HOUR_MS), nth, timeZone);
  const sharedMs = wakingHour(kind, nowMs - agoMs, timeZone);
  const { opensMs } = openingAt(kind, endsMs - 1, timeZone);
  const length = (WINDOW_HOURS[nth % WINDOW_HOURS.length] ?? 2) * HOUR_MS;
  const startMs = isAlwaysOpen(OPEN_HOURS[kind]) ? endsMs - length : Math.max(opensMs, endsMs - length);
  const pickupFromMs = Math.min(Math.max(startMs, quarterFrom(sharedMs)), endsMs - SHORTEST_WINDOW_MS);
  return { sharedMs, pickupFromMs, endsMs };
}

/** `wantedMs` if the place is open by then, else some time in the morning after. */
function endOf(kind: PlaceKind, wantedMs: number, nth: number, timeZone: string): number {
  if (isAlwaysOpen(OPEN_HOURS[kind])) return wantedMs;
  const { opensMs, closesMs } = openingAt(kind, wantedMs - 1, timeZone);
  if (wantedMs >= opensMs + HOUR_MS && wantedMs <= closesMs) return wantedMs;
  return opensMs + HOUR_MS + (nth % MORNING_HALF_HOURS) * 30 * MINUTE_MS;
}

/** `atMs`, or the evening before if it is at night. */
export function wakingHour(kind: PlaceKind, atMs: number, timeZone: string): number {
  if (isOpen(kind, atMs, timeZone)) return atMs;
  const { opensMs } = openingAt(kind, atMs, timeZone);
  const eveningMs = hourOfDay(addCalendarDays(opensMs, -1, timeZone), LAST_SHARED_HOUR, timeZone);
  const { closesMs } = openingAt(kind, eveningMs - HOUR_MS * 2, timeZone);
  // keeps times apart that differed by minutes
  return Math.min(eveningMs, closesMs, atMs) - (Math.abs(atMs) % (150 * MINUTE_MS));
}

/** When two neighbors meet for dinner: tonight at half past six, later this evening, or tomorrow. */
export function dinnerTime(nowMs: number, timeZone: string): number {
  const usual = hourOfDay(nowMs, 18.5, timeZone);
  if (nowMs <= usual - 90 * MINUTE_MS) return usual;
  const later = Math.ceil((nowMs + HOUR_MS) / (2 * QUARTER_MS)) * 2 * QUARTER_MS;
  if (later <= hourOfDay(nowMs, 21.5, timeZone)) return later;
  return hourOfDay(addCalendarDays(nowMs, 1, timeZone), 18.5, timeZone);
}

/** Noon `daysAgo` calendar days before, for events of the past. */
export const noonDaysAgo = (nowMs: number, daysAgo: number, timeZone: string): number =>
  hourOfDay(addCalendarDays(nowMs, -daysAgo, timeZone), 12, timeZone);

/** Hours of the day as 20:30; 25.5 is 01:30. */
export function wallTimeOf(hours: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(hours) % 24)}:${two((hours % 1) * 60)}`;
}
