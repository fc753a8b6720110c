export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Epoch milliseconds as ISO 8601, as the wire has them. */
export const instantAt = (ms: number): string => new Date(ms).toISOString();

/** ISO 8601 as epoch milliseconds; null without one. */
export const msOf = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

export const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Wall-clock time of a time zone: month 1–12, hour 0–23. */
export type WallClock = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

/** The wall-clock time of `timeZone` at `atMs`. */
export function wallClock(atMs: number, timeZone: string): WallClock {
  const parts: Record<string, number> = {};
  for (const part of formatterFor(timeZone).formatToParts(atMs)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/**
 * The instant (epoch milliseconds) of a wall-clock time in `timeZone`. A time skipped by a clock change moves
 * forward by the gap; a time that occurs twice is the first of them. Days beyond the end of the month roll
 * over.
 */
export function instantOfWallClock(clock: WallClock, timeZone: string): number {
  const asUtc = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
  const offsetAt = (ms: number): number => {
    const shown = wallClock(ms, timeZone);
    const shownUtc = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
    return shownUtc - Math.floor(ms / SECOND_MS) * SECOND_MS;
  };
  const before = offsetAt(asUtc - DAY_MS);
  const after = offsetAt(asUtc + DAY_MS);
  const candidates = [asUtc - before, asUtc - after].filter((ms) => ms + offsetAt(ms) === asUtc);
  return candidates.length > 0 ? Math.min(...candidates) : asUtc - before;
}

/** The first instant of the calendar day that contains `atMs` in `timeZone`, in epoch milliseconds. */
export function startOfDay(atMs: number, timeZone: string): number {
  const { year, month, day } = wallClock(atMs, timeZone);
  return instantOfWallClock({ year, month, day, hour: 0, minute: 0, second: 0 }, timeZone);
}

/** The last second of the calendar day that contains `atMs` in `timeZone`, in epoch milliseconds. */
export function endOfDay(atMs: number, timeZone: string): number {
  const { year, month, day } = wallClock(atMs, timeZone);
  return (
    instantOfWallClock({ year, month, day: day + 1, hour: 0, minute: 0, second: 0 }, timeZone) - SECOND_MS
  );
}

/** The same wall-clock time `days` calendar days later; a day is not always 24 hours. */
export function addCalendarDays(atMs: number, days: number, timeZone: string): number {
  const clock = wallClock(atMs, timeZone);
  const rest = ((atMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
  return instantOfWallClock({ ...clock, day: clock.day + days }, timeZone) + rest;
}

/** Calendar days of `timeZone` from the day of one instant to the day of another: 0 is the same day, 1 the next. */
export function calendarDaysBetween(fromMs: number, untilMs: number, timeZone: string): number {
  const from = wallClock(fromMs, timeZone);
  const until = wallClock(untilMs, timeZone);
  return Math.round(
    (Date.UTC(until.year, until.month - 1, until.day) - Date.UTC(from.year, from.month - 1, from.day)) /
      DAY_MS,
  );
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The calendar day at `atMs` in `timeZone`, as 2026-05-04. */
export function calendarDay(atMs: number, timeZone: string): string {
  const { year, month, day } = wallClock(atMs, timeZone);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

/** The wall-clock time at `atMs` in `timeZone`, as 20:30. */
export function clockTime(atMs: number, timeZone: string): string {
  const { hour, minute } = wallClock(atMs, timeZone);
  return `${pad(hour)}:${pad(minute)}`;
}
