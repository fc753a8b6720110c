import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { DAY_MS, HOUR_MS, MINUTE_MS, wallClock } from '@openlarder/domain/kernel/time.ts';

/*
 * Times, distances and numbers for display. Instants are ISO strings or epoch milliseconds; "now" is a
 * parameter, so that a list renders one moment. The zone is the device's unless a caller names another.
 */

type Instant = string | number;
const toMs = (at: Instant): number => (typeof at === 'number' ? at : Date.parse(at));

/*
 * `Intl` formatters are cached: a list of cards needs the same few over and over, and creating one is slow on
 * a cheap phone.
 */
function cached<O, F>(make: (options: O) => F): (options: O) => F {
  const cache = new Map<string, F>();
  return (options) => {
    const key = `${i18n.locale} ${JSON.stringify(options)}`;
    const known = cache.get(key) ?? make(options);
    cache.set(key, known);
    return known;
  };
}
const dateFormat = cached(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.locale, options),
);
const numberFormat = cached(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(i18n.locale, options),
);
const hasTwelveHours = cached(
  (options: Intl.DateTimeFormatOptions) => dateFormat(options).resolvedOptions().hour12 === true,
);
const zoneAt = cached((_offset: number) => new Intl.DateTimeFormat().resolvedOptions().timeZone);
/** Looked up again when the device's UTC offset changes, as on a journey. */
export const deviceZone = (): string => zoneAt(new Date().getTimezoneOffset());

/** Calendar days from `fromMs` to `untilMs` in `timeZone`: 0 is the same day, 1 tomorrow. */
function calendarDaysBetween(fromMs: number, untilMs: number, timeZone: string): number {
  const from = wallClock(fromMs, timeZone);
  const until = wallClock(untilMs, timeZone);
  return Math.round(
    (Date.UTC(until.year, until.month - 1, until.day) - Date.UTC(from.year, from.month - 1, from.day)) /
      DAY_MS,
  );
}

function clockTime(atMs: number, timeZone: string, withDayPeriod: boolean): string {
  const is12Hour = hasTwelveHours({ hour: 'numeric' });
  const onTheHour = wallClock(atMs, timeZone).minute === 0;
  const parts = dateFormat({
    timeZone,
    hour: 'numeric',
    ...(is12Hour && onTheHour ? {} : { minute: '2-digit' }),
  }).formatToParts(atMs);
  return parts
    .filter((part) => withDayPeriod || part.type !== 'dayPeriod')
    .map((part) => (/^\s+$/.test(part.value) ? ' ' : part.value))
    .join('')
    .trim();
}

const dayPeriod = (atMs: number, timeZone: string): string | undefined =>
  dateFormat({ timeZone, hour: 'numeric' })
    .formatToParts(atMs)
    .find((part) => part.type === 'dayPeriod')?.value;

/** "5:30 PM", "8 PM"; "17:30" for a 24-hour clock. */
export function formatTime(at: Instant, timeZone = deviceZone()): string {
  return clockTime(toMs(at), timeZone, true);
}

/** "today", "tomorrow", "yesterday", "Friday" within the next six days, else "Dec 3" or "Dec 3, 2027". */
export function formatDay(at: Instant, now: Instant, timeZone = deviceZone()): string {
  const atMs = toMs(at);
  const days = calendarDaysBetween(toMs(now), atMs, timeZone);
  if (days === 0) return t`today`;
  if (days === 1) return t`tomorrow`;
  if (days === -1) return t`yesterday`;
  if (days > 1 && days < 7) return dateFormat({ timeZone, weekday: 'long' }).format(atMs);
  const sameYear = wallClock(atMs, timeZone).year === wallClock(toMs(now), timeZone).year;
  return dateFormat({
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(atMs);
}

/** "today, 8 PM". */
export function formatDayTime(at: Instant, now: Instant, timeZone = deviceZone()): string {
  const day = formatDay(at, now, timeZone);
  const time = formatTime(at, timeZone);
  return t`${day}, ${time}`;
}

/** A deadline: "tomorrow, 8 PM", or the day alone if it is the day's last minute. */
export function formatDeadline(at: Instant, now: Instant, timeZone = deviceZone()): string {
  const { hour, minute } = wallClock(toMs(at), timeZone);
  const isWholeDay = hour === 23 && minute === 59;
  return isWholeDay ? formatDay(at, now, timeZone) : formatDayTime(at, now, timeZone);
}

/** A wall clock time such as "21:30", as "9:30 PM" where that is the custom. */
export function formatWallTime(clock: string): string {
  return formatTime(`1970-01-01T${clock}:00Z`, 'UTC');
}

/**
 * A pickup window: "today, 5:30 to 8 PM", "today, until 8 PM" or "until tomorrow, 8 PM" once it has begun, "today,
 * 10 PM to tomorrow, 2 AM" across midnight.
 */
export function formatPickupWindow(
  from: Instant,
  until: Instant,
  now: Instant,
  timeZone = deviceZone(),
): string {
  const [fromMs, untilMs, nowMs] = [toMs(from), toMs(until), toMs(now)];
  const lastDay = formatDay(untilMs, nowMs, timeZone);
  const end = formatTime(untilMs, timeZone);
  if (fromMs <= nowMs) {
    const deadline = formatDayTime(untilMs, nowMs, timeZone);
    const isToday = calendarDaysBetween(nowMs, untilMs, timeZone) === 0;
    return isToday ? t`${lastDay}, until ${end}` : t`until ${deadline}`;
  }
  if (calendarDaysBetween(fromMs, untilMs, timeZone) !== 0) {
    const begins = formatDayTime(fromMs, nowMs, timeZone);
    const ends = formatDayTime(untilMs, nowMs, timeZone);
    return t`${begins} to ${ends}`;
  }
  const samePeriod = dayPeriod(fromMs, timeZone) === dayPeriod(untilMs, timeZone);
  const start = clockTime(fromMs, timeZone, !samePeriod);
  return t`${lastDay}, ${start} to ${end}`;
}

/** "just now", "5 min ago", "3 h ago", then "yesterday", "2 days ago", "Dec 3". */
export function formatRelative(at: Instant, now: Instant, timeZone = deviceZone()): string {
  const [atMs, nowMs] = [toMs(at), toMs(now)];
  const agoMs = nowMs - atMs;
  if (agoMs < MINUTE_MS) return t`just now`;
  if (agoMs < HOUR_MS) {
    const minutes = Math.floor(agoMs / MINUTE_MS);
    return t`${minutes} min ago`;
  }
  const days = calendarDaysBetween(atMs, nowMs, timeZone);
  if (days === 0 || agoMs < 6 * HOUR_MS) {
    const hours = Math.floor(agoMs / HOUR_MS);
    return t`${hours} h ago`;
  }
  if (days === 1) return t`yesterday`;
  if (days < 7) return plural(days, { one: '# day ago', other: '# days ago' });
  return formatDay(atMs, nowMs, timeZone);
}

/** Time left: "1 h 20 min", "12 min", "under a minute"; from two days "3 days". "0 min" if none is left. */
export function formatDuration(leftMs: number): string {
  if (leftMs <= 0) return t`0 min`;
  if (leftMs < MINUTE_MS) return t`under a minute`;
  const days = Math.floor(leftMs / DAY_MS);
  if (days >= 2) return plural(days, { one: '# day', other: '# days' });
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  if (hours === 0) return t`${minutes} min`;
  return minutes === 0 ? t`${hours} h` : t`${hours} h ${minutes} min`;
}

/** A full date: "December 3, 2026". */
export function formatDate(at: Instant, timeZone = deviceZone()): string {
  return dateFormat({ timeZone, dateStyle: 'long' }).format(toMs(at));
}

/** "March 2026". */
export function formatMonth(at: Instant, timeZone = deviceZone()): string {
  return dateFormat({ timeZone, month: 'long', year: 'numeric' }).format(toMs(at));
}

/** "under 0.1 km", "0.4 km", "12 km". */
export function formatDistance(distanceKm: number): string {
  const digits = distanceKm < 10 ? 1 : 0;
  const shown = Math.max(distanceKm, 0.1);
  const text = numberFormat({
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: digits,
  }).format(shown);
  return distanceKm < 0.1 ? t`under ${text}` : text;
}

/** "12,480". */
export function formatNumber(value: number): string {
  return numberFormat({}).format(value);
}

/** "milk", "milk and eggs", "milk, eggs, and soy". */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(words);
}

/** "1 serving", "12 servings". */
export function formatServings(count: number): string {
  return plural(count, { one: '# serving', other: '# servings' });
}

/** The value of a `datetime-local` input for an instant in `timeZone`: "2026-11-21T17:30". */
export function toDateTimeInput(at: Instant, timeZone = deviceZone()): string {
  const { year, month, day, hour, minute } = wallClock(toMs(at), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** A `tel:` link: digits and a leading plus only, without an extension. */
export const telHref = (phone: string): string =>
  `tel:${phone.replace(/\s*(x|ext).*$/i, '').replace(/(?!^\+)\D/g, '')}`;
