import {
  addCalendarDays,
  calendarDaysBetween,
  DAY_MS,
  HOUR_MS,
  instantOfWallClock,
  wallClock,
} from '../kernel/time.ts';
import { PICKUP_ENDS_IN_MS, PICKUP_STARTS_IN_MS } from '../listings/share-defaults.ts';
import { type Weekday, WEEKDAYS } from '../volunteers/volunteer-fields.ts';

/** Wall-clock times of the community's zone, such as 07:30. It closes on the next day if `closes` is not later. */
export type OpeningInterval = {
  readonly weekday: Weekday;
  readonly opens: string;
  readonly closes: string;
};
export type OpeningHours = readonly OpeningInterval[];

export const MAX_INTERVALS_A_DAY = 3;

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** Minutes after midnight of a wall-clock time such as 07:30. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export function weekdayAt(atMs: number, timeZone: string): Weekday {
  const { year, month, day } = wallClock(atMs, timeZone);
  const sundayFirst = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return WEEKDAYS[(sundayFirst + 6) % 7] ?? 'monday';
}

/** The instant of a time on the calendar day of `dayMs`; minutes over 24 hours are on the next day. */
export function atMinute(dayMs: number, minutes: number, timeZone: string): number {
  const { year, month, day } = wallClock(dayMs, timeZone);
  const [ahead, rest] = [Math.floor(minutes / DAY_MINUTES), minutes % DAY_MINUTES];
  return instantOfWallClock(
    { year, month, day: day + ahead, hour: Math.floor(rest / 60), minute: rest % 60, second: 0 },
    timeZone,
  );
}

/** In minutes of the week from Monday's midnight; it may reach into the next week. */
function weekMinutes({ weekday, opens, closes }: OpeningInterval): { from: number; until: number } {
  const [from, until] = [minutesOf(opens), minutesOf(closes)];
  const midnight = WEEKDAYS.indexOf(weekday) * DAY_MINUTES;
  return { from: midnight + from, until: midnight + (until > from ? until : until + DAY_MINUTES) };
}

/** The hours in the order of the week, each day's earliest first. */
export const inWeekOrder = (hours: OpeningHours): OpeningInterval[] =>
  hours.toSorted((a, b) => weekMinutes(a).from - weekMinutes(b).from);

/** Whether two intervals have a minute in common, also across midnight and from Sunday to Monday. */
export function hasOverlap(hours: OpeningHours): boolean {
  const spans = inWeekOrder(hours).map(weekMinutes);
  const [first] = spans;
  return spans.some(({ until }, nth) => {
    const next = spans[nth + 1]?.from ?? (first ? first.from + WEEK_MINUTES : until);
    return until > next;
  });
}

type Span = { readonly fromMs: number; readonly untilMs: number };

/** The opening times from the day before `nowMs` on, for nine days; what touches is one. */
function spansAround(hours: OpeningHours, nowMs: number, timeZone: string): Span[] {
  const spans: { fromMs: number; untilMs: number }[] = [];
  for (let ahead = -1; ahead <= 8; ahead++) {
    const dayMs = addCalendarDays(nowMs, ahead, timeZone);
    const weekday = weekdayAt(dayMs, timeZone);
    for (const interval of inWeekOrder(hours.filter((one) => one.weekday === weekday))) {
      const [from, until] = [minutesOf(interval.opens), minutesOf(interval.closes)];
      const fromMs = atMinute(dayMs, from, timeZone);
      const untilMs = atMinute(dayMs, until > from ? until : until + DAY_MINUTES, timeZone);
      // a clock change can swallow a short night
      if (untilMs <= fromMs) continue;
      const last = spans.at(-1);
      if (last && last.untilMs >= fromMs) last.untilMs = Math.max(last.untilMs, untilMs);
      else spans.push({ fromMs, untilMs });
    }
  }
  return spans;
}

/** `closesMs` is null while it is open all week, `opensMs` is null without any hours. */
export type OpenState =
  | { readonly isOpen: true; readonly closesMs: number | null }
  | { readonly isOpen: false; readonly opensMs: number | null };

/** Whether it is open at `nowMs`, and until or from when. */
export function openState(hours: OpeningHours, nowMs: number, timeZone: string): OpenState {
  const spans = spansAround(hours, nowMs, timeZone);
  const now = spans.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
  if (now) {
    const isAlways = calendarDaysBetween(nowMs, now.untilMs, timeZone) > 7;
    return { isOpen: true, closesMs: isAlways ? null : now.untilMs };
  }
  return { isOpen: false, opensMs: spans.find(({ fromMs }) => fromMs > nowMs)?.fromMs ?? null };
}

/** The shortest useful pickup. */
const SHORTEST_PICKUP_MS = HOUR_MS / 2;
/** The longest pickup window that is suggested. */
const LONGEST_PICKUP_MS = 12 * HOUR_MS;

/**
 * The pickup window that the hours suggest: from half an hour on until it closes, or all of the next opening; null
 * without hours, and while it is open for longer than a pickup lasts.
 */
export function pickupWhileOpen(hours: OpeningHours, nowMs: number, timeZone: string): Span | null {
  const earliestMs = nowMs + PICKUP_STARTS_IN_MS;
  const next = spansAround(hours, nowMs, timeZone).find(
    ({ fromMs, untilMs }) => untilMs - Math.max(fromMs, earliestMs) >= SHORTEST_PICKUP_MS,
  );
  if (!next) return null;
  const fromMs = Math.max(next.fromMs, earliestMs);
  return next.untilMs - fromMs > LONGEST_PICKUP_MS ? null : { fromMs, untilMs: next.untilMs };
}

/**
 * The default pickup window of an organization: while it is open, from in half an hour until it closes, at most as long
 * as the default of everyone; once it closes too soon for that, from its next opening on. Null without hours, and for
 * one that is open day and night.
 */
export function defaultPickupWhileOpen(hours: OpeningHours, nowMs: number, timeZone: string): Span | null {
  const earliestMs = nowMs + PICKUP_STARTS_IN_MS;
  const next = spansAround(hours, nowMs, timeZone).find(
    ({ fromMs, untilMs }) => untilMs - Math.max(fromMs, earliestMs) >= SHORTEST_PICKUP_MS,
  );
  if (!next || next.untilMs - next.fromMs >= DAY_MS) return null;
  const fromMs = Math.max(next.fromMs, earliestMs);
  return { fromMs, untilMs: Math.min(next.untilMs, fromMs + PICKUP_ENDS_IN_MS - PICKUP_STARTS_IN_MS) };
}

/** The parts of a time span in which it is open; of a span of more than a week, those of the week. */
export const openParts = ({ fromMs, untilMs }: Span, hours: OpeningHours, timeZone: string): Span[] =>
  spansAround(hours, fromMs, timeZone)
    .map((open) => ({ fromMs: Math.max(fromMs, open.fromMs), untilMs: Math.min(untilMs, open.untilMs) }))
    .filter((part) => part.untilMs > part.fromMs);

/** The first part of a time span in which it is open, by default long enough for a pickup; null without one. */
export const openPart = (
  span: Span,
  hours: OpeningHours,
  timeZone: string,
  shortestMs = SHORTEST_PICKUP_MS,
): Span | null =>
  openParts(span, hours, timeZone).find((part) => part.untilMs - part.fromMs >= shortestMs) ?? null;

/** Whether a pickup goes on after the last closing within it, or lies outside the hours altogether; never without hours. */
export function endsAfterClosing(span: Span, hours: OpeningHours, timeZone: string): boolean {
  const closesMs = openParts(span, hours, timeZone).at(-1)?.untilMs;
  return hours.length > 0 && closesMs !== span.untilMs;
}

/** Whether it is closed from a time of these days to another, throughout; never without hours. */
export function isClosedThroughout(
  hours: OpeningHours,
  weekdays: readonly Weekday[],
  { from, until }: { readonly from: string; readonly until: string },
): boolean {
  const open = hours.map(weekMinutes);
  return (
    open.length > 0 &&
    weekdays
      .map((weekday) => weekMinutes({ weekday, opens: from, closes: until }))
      .every((asked) =>
        [-WEEK_MINUTES, 0, WEEK_MINUTES].every((shift) =>
          open.every((one) => asked.until <= one.from + shift || asked.from >= one.until + shift),
        ),
      )
  );
}

/** Days in a row with the same times, as they are read: "Mon–Fri, 7 AM–8:30 PM". A day without times is closed. */
export type OpeningLine = {
  readonly from: Weekday;
  readonly until: Weekday;
  readonly intervals: readonly Pick<OpeningInterval, 'opens' | 'closes'>[];
};

export function openingLines(hours: OpeningHours): OpeningLine[] {
  const lines: (OpeningLine & { until: Weekday; text: string })[] = [];
  for (const weekday of WEEKDAYS) {
    const intervals = inWeekOrder(hours)
      .filter((one) => one.weekday === weekday)
      .map(({ opens, closes }) => ({ opens, closes }));
    const text = intervals.map(({ opens, closes }) => `${opens}-${closes}`).join(' ');
    const last = lines.at(-1);
    if (last?.text === text) last.until = weekday;
    else lines.push({ from: weekday, until: weekday, intervals, text });
  }
  return lines.map(({ from, until, intervals }) => ({ from, until, intervals }));
}
