import { calendarDaysBetween, DAY_MS, MINUTE_MS, wallClock } from '../kernel/time.ts';
import { type HandoverTimes, latestTimeMs } from './handover-times.ts';

const SUGGESTION_STEP_MS = 30 * MINUTE_MS;
/** A quarter of an hour to get ready, and a walk of as much. */
const SUGGESTION_LEAD_MS = 30 * MINUTE_MS;
/** The least time a person needs to get there, where the window is nearly over. */
const SHORTEST_LEAD_MS = 15 * MINUTE_MS;

/** Hours of the day at which people like to meet, from and until. */
const DAYTIME_HOURS = { from: 8, until: 21 } as const;

type Span = { readonly fromMs: number; readonly untilMs: number };

/** The parts of a time span in which the giver is open. */
export type OpenParts = (span: Span) => readonly Span[];

type SuggestionOptions = {
  readonly count: number;
  readonly timeZone: string;
  /** Defaults to the whole span. */
  readonly openParts?: OpenParts | undefined;
  /** It is for someone without food: where the window begins on another day, a time of today comes first. */
  readonly isUrgent?: boolean;
};

const isDaytime = (atMs: number, timeZone: string): boolean => {
  const { hour } = wallClock(atMs, timeZone);
  return hour >= DAYTIME_HOURS.from && hour < DAYTIME_HOURS.until;
};

/** The first half hour of the zone's clock from `atMs` on: Nepal's and the Chatham Islands' offsets have a quarter. */
function halfHourFrom(atMs: number, timeZone: string): number {
  const wholeMs = Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
  return wholeMs + ((60 - wallClock(wholeMs, timeZone).minute) % 30) * MINUTE_MS;
}
const nextHalfHour = (nowMs: number, timeZone: string): number =>
  halfHourFrom(nowMs + SUGGESTION_LEAD_MS, timeZone);

/** The next half hour; at night the next morning's. */
function nextDaytime(nowMs: number, timeZone: string): number {
  let atMs = nextHalfHour(nowMs, timeZone);
  while (!isDaytime(atMs, timeZone)) atMs += SUGGESTION_STEP_MS;
  return atMs;
}

/**
 * Times to propose with one tap, at most `count`, soonest first (epoch milliseconds): half hours in the window, while
 * the giver is open. The soonest is always among them, also at night; the others are spread over what is left of the
 * window, in the daytime of `timeZone` as far as it has any.
 */
export function suggestedTimes(
  times: Pick<HandoverTimes, 'windowFromMs' | 'windowUntilMs'>,
  nowMs: number,
  { count, timeZone, openParts = (all) => [all], isUrgent = false }: SuggestionOptions,
): readonly number[] {
  if (isUrgent && calendarDaysBetween(nowMs, times.windowFromMs, timeZone) > 0) {
    const today = nextDaytime(nowMs, timeZone);
    const rest = suggestedTimes(times, nowMs, { count: count - 1, timeZone, openParts });
    return calendarDaysBetween(nowMs, today, timeZone) === 0 ? [today, ...rest] : rest;
  }
  const fromMs = Math.max(times.windowFromMs, nowMs + SHORTEST_LEAD_MS);
  const all: number[] = [];
  // a window of more than a few days has enough to choose from in its first
  const untilMs = Math.min(times.windowUntilMs, fromMs + 3 * DAY_MS);
  for (let atMs = halfHourFrom(fromMs, timeZone); atMs <= untilMs; atMs += SUGGESTION_STEP_MS) all.push(atMs);
  // the end of the window may be proposed, the closing time may not
  const open = openParts({ fromMs, untilMs: untilMs + 1 });
  const isOpen = (atMs: number) => open.some((part) => part.fromMs <= atMs && atMs < part.untilMs);
  const offered = all.filter(isOpen);
  const unhurried = offered.filter((atMs) => atMs >= nowMs + SUGGESTION_LEAD_MS);
  const [soonest, ...later] = unhurried.length > 0 ? unhurried : offered;
  if (soonest === undefined) return [];
  const inDaytime = later.filter((atMs) => isDaytime(atMs, timeZone));
  const spread = [soonest, ...(inDaytime.length > 0 ? inDaytime : later)];
  const stride = Math.max(1, Math.floor(spread.length / count));
  return spread.filter((_atMs, index) => index % stride === 0).slice(0, count);
}

/**
 * The time with which a field for another one begins (epoch milliseconds): the soonest suggested one, else one in the
 * window; after it the next half hour of the daytime, null where the two cannot agree on it any more.
 */
export function firstTime(
  times: Pick<HandoverTimes, 'windowFromMs' | 'windowUntilMs'>,
  nowMs: number,
  { timeZone, openParts }: Pick<SuggestionOptions, 'timeZone' | 'openParts'>,
): number | null {
  const { windowFromMs, windowUntilMs } = times;
  const [soonest] = suggestedTimes(times, nowMs, { count: 1, timeZone, openParts });
  if (soonest !== undefined) return soonest;
  if (nowMs < windowUntilMs)
    return Math.min(Math.max(windowFromMs, nextHalfHour(nowMs, timeZone)), windowUntilMs);
  const atMs = nextDaytime(nowMs, timeZone);
  return atMs <= latestTimeMs(times) ? atMs : null;
}
