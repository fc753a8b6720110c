import { i18n, type Locales } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { DEFAULT_CURRENCY, formatCurrency } from '@openlarder/domain/kernel/currencies.ts';
import {
  calendarDaysBetween,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  wallClock,
} from '@openlarder/domain/kernel/time.ts';
import type { Thing } from '@openlarder/domain/listings/listing-fields.ts';

/*
 * Times and numbers for display. Instants are ISO strings or epoch milliseconds; "now" is a
 * parameter, so that a list renders one moment. The zone is the community's unless a caller names another, as in mails
 * and calendars: a pickup is where the food is. The custom is that of the reader's locales (`en-GB`), not of the
 * language alone.
 */

type Instant = string | number;
const toMs = (at: Instant): number => (typeof at === 'number' ? at : Date.parse(at));

/*
 * `Intl` formatters are cached: a list of cards needs the same few over and over, and creating one is slow on
 * a cheap phone.
 */
function cached<O, F>(make: (options: O, locales: Locales) => F): (options: O) => F {
  const cache = new Map<string, F>();
  return (options) => {
    const locales = i18n.locales ?? i18n.locale;
    const key = `${String(locales)} ${JSON.stringify(options)}`;
    const known = cache.get(key) ?? make(options, locales);
    cache.set(key, known);
    return known;
  };
}
const dateFormat = cached(
  (options: Intl.DateTimeFormatOptions, locales) => new Intl.DateTimeFormat(locales, options),
);
export const numberFormat = cached(
  (options: Intl.NumberFormatOptions, locales) => new Intl.NumberFormat(locales, options),
);
const listFormat = cached(
  (options: Intl.ListFormatOptions, locales) => new Intl.ListFormat(locales, options),
);
const relativeFormat = cached(
  (options: Intl.RelativeTimeFormatOptions, locales) => new Intl.RelativeTimeFormat(locales, options),
);
const hasTwelveHours = cached(
  (options: Intl.DateTimeFormatOptions) => dateFormat(options).resolvedOptions().hour12 === true,
);
/** Some devices have none, or a name such as Etc/Unknown that the engine itself does not take. */
const zoneAt = cached((_offset: number) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
});
/** Looked up again when the device's UTC offset changes, as on a journey. */
export const deviceZone = (): string => zoneAt(new Date(Date.now()).getTimezoneOffset());

/** What the page carries; undefined where it does not, as while the app is developed. */
function inPage(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content?.startsWith('__') ? undefined : content;
}

/** The community's zone, else the device's. */
export const communityZone = (): string => inPage('time-zone') || deviceZone();

type Region = { readonly country: string | null; readonly currency: string; readonly usesMiles: boolean };
const NO_REGION: Region = { country: null, currency: DEFAULT_CURRENCY, usesMiles: false };
const regionOf = cached((region: string | undefined): Region => (region ? JSON.parse(region) : NO_REGION));

/** What is the custom where the community is. */
export const communityRegion = (): Region => regionOf(inPage('region'));

/** Minor units of a currency as "$10", "$7.50", "$1,250", "¥500". */
export const formatMoney = (amount: number, currency = communityRegion().currency): string =>
  formatCurrency(amount, currency, { numberFormat });

/** The same as "$10.00", for columns that line up and for receipts. */
export const formatExactMoney = (amount: number, currency = communityRegion().currency): string =>
  formatCurrency(amount, currency, { exact: true, numberFormat });

/** The community's time zone, "Eastern Time", if the device's clock differs at that moment; else null. */
export function otherZoneName(at: Instant): string | null {
  const timeZone = communityZone();
  const asInZone = (zone: string) => toDateTimeInput(at, zone);
  if (asInZone(timeZone) === asInZone(deviceZone())) return null;
  const parts = dateFormat({ timeZone, timeZoneName: 'longGeneric' }).formatToParts(toMs(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Some engines put narrow spaces into times. "p. m." loses its dots, since its last would double a sentence's. */
const withPlainSpaces = (text: string): string =>
  text.replaceAll(/\s/g, ' ').replaceAll(/\b([ap])\. ?m\./g, '$1m');

/** A clock that runs: "5:30:09 PM". */
export const formatClock = (at: Instant, timeZone = communityZone()): string =>
  withPlainSpaces(dateFormat({ timeZone, timeStyle: 'medium' }).format(toMs(at)));

/** "5:30 PM", "8 PM"; "17:30" for a 24-hour clock. */
export function formatTime(at: Instant, timeZone = communityZone()): string {
  const onTheHour = wallClock(toMs(at), timeZone).minute === 0;
  const isHourEnough = onTheHour && hasTwelveHours({ hour: 'numeric' });
  const format = dateFormat({ timeZone, hour: 'numeric', ...(isHourEnough ? {} : { minute: '2-digit' }) });
  return withPlainSpaces(format.format(toMs(at)));
}

type RangePart = Intl.DateTimeRangeFormatPart;

/** Leaves out the ":00" of an end where AM or PM follows. */
function withoutFullHours(parts: readonly RangePart[]): readonly RangePart[] {
  if (parts.at(-1)?.type !== 'dayPeriod') return parts;
  const isFullHour = (part?: RangePart) => part?.type === 'minute' && Number(part.value) === 0;
  return parts.filter((part, index) => !isFullHour(part) && !isFullHour(parts[index + 1]));
}

/** Two times of one day: "5:30–8 PM", "11 AM–1:30 PM"; "17:30–20:00" for a 24-hour clock. */
function formatTimeRange(fromMs: number, untilMs: number, timeZone: string): string {
  if (!hasTwelveHours({ hour: 'numeric' }))
    return `${formatTime(fromMs, timeZone)}–${formatTime(untilMs, timeZone)}`;
  const format = dateFormat({ timeZone, hour: 'numeric', minute: '2-digit' });
  const parts = withoutFullHours(format.formatRangeToParts(fromMs, untilMs));
  return withPlainSpaces(parts.map(({ value }) => value).join('')).replace(/ ?– ?/, '–');
}

/** "today", "tomorrow", "yesterday", "Friday" within the next six days, else "Dec 3" or "Dec 3, 2027". */
export function formatDay(at: Instant, now: Instant, timeZone = communityZone()): string {
  const atMs = toMs(at);
  const days = calendarDaysBetween(toMs(now), atMs, timeZone);
  if (Math.abs(days) <= 1) return relativeFormat({ numeric: 'auto' }).format(days, 'day');
  if (days > 1 && days < 7) return dateFormat({ timeZone, weekday: 'long' }).format(atMs);
  const sameYear = wallClock(atMs, timeZone).year === wallClock(toMs(now), timeZone).year;
  return dateFormat({
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(atMs);
}

/** "Friday". */
export const formatWeekday = (at: Instant, timeZone = communityZone()): string =>
  dateFormat({ timeZone, weekday: 'long' }).format(toMs(at));

/** "today, 8 PM". */
export function formatDayTime(at: Instant, now: Instant, timeZone = communityZone()): string {
  const day = formatDay(at, now, timeZone);
  const time = formatTime(at, timeZone);
  return t`${day}, ${time}`;
}

/** The same within a sentence: "today at 8 PM". */
export function formatDayAtTime(at: Instant, now: Instant, timeZone = communityZone()): string {
  const day = formatDay(at, now, timeZone);
  const time = formatTime(at, timeZone);
  return t`${day} at ${time}`;
}

/** The end of something: "tomorrow, 8 PM". The next midnights belong to the night before them: "midnight tonight". */
export function formatEnd(at: Instant, now: Instant, timeZone = communityZone()): string {
  const { hour, minute } = wallClock(toMs(at), timeZone);
  const days = calendarDaysBetween(toMs(now), toMs(at) - 1, timeZone);
  if (hour + minute > 0 || days < 0 || days > 1) return formatDayTime(at, now, timeZone);
  return days === 0 ? t`midnight tonight` : t`midnight tomorrow night`;
}

/** An end is no more exact than this: many are a default, counted from the minute of sharing. */
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** The end of food as it is said wherever it is said: in whole five minutes. Epoch milliseconds. */
export const saidEndMs = (at: Instant): number => Math.floor(toMs(at) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;

/** A deadline: "tomorrow, 8 PM", or the day alone if it is the day's last minute. */
export function formatDeadline(at: Instant, now: Instant, timeZone = communityZone()): string {
  const { hour, minute } = wallClock(toMs(at), timeZone);
  const isWholeDay = hour === 23 && minute === 59;
  return isWholeDay ? formatDay(at, now, timeZone) : formatEnd(saidEndMs(at), now, timeZone);
}

/** A wall clock time such as "21:30", as "9:30 PM" where that is the custom. */
export function formatWallTime(clock: string): string {
  return formatTime(`1970-01-01T${clock}:00Z`, 'UTC');
}

/**
 * A pickup window: "today, 5:30–8 PM", "today, until 8 PM" or "until tomorrow, 8 PM" once it has begun, "today,
 * 10 PM to tomorrow, 2 AM" across midnight, "today, 5 PM to midnight tonight".
 */
export function formatPickupWindow(
  from: Instant,
  until: Instant,
  now: Instant,
  timeZone = communityZone(),
): string {
  const [fromMs, untilMs, nowMs] = [toMs(from), toMs(until), toMs(now)];
  const day = formatDay(untilMs, nowMs, timeZone);
  if (fromMs <= nowMs) {
    const deadline = formatEnd(untilMs, nowMs, timeZone);
    const isToday = calendarDaysBetween(nowMs, untilMs, timeZone) === 0;
    const end = formatTime(untilMs, timeZone);
    return isToday ? t`${day}, until ${end}` : t`until ${deadline}`;
  }
  if (calendarDaysBetween(fromMs, untilMs, timeZone) !== 0) {
    const begins = formatDayTime(fromMs, nowMs, timeZone);
    const ends = formatEnd(untilMs, nowMs, timeZone);
    return t`${begins} to ${ends}`;
  }
  const time = formatTimeRange(fromMs, untilMs, timeZone);
  return t`${day}, ${time}`;
}

/** "just now", "5 min ago", "3 h ago", then "yesterday", "2 days ago", "Dec 3". */
export function formatRelative(at: Instant, now: Instant, timeZone = communityZone()): string {
  const [atMs, nowMs] = [toMs(at), toMs(now)];
  const agoMs = nowMs - atMs;
  if (agoMs < MINUTE_MS) return t`just now`;
  if (agoMs < HOUR_MS) {
    const minutes = Math.floor(agoMs / MINUTE_MS);
    return plural(minutes, { other: '# min ago' });
  }
  const days = calendarDaysBetween(atMs, nowMs, timeZone);
  if (days === 0 || agoMs < 6 * HOUR_MS) {
    const hours = Math.floor(agoMs / HOUR_MS);
    return plural(hours, { other: '# h ago' });
  }
  if (days < 7) return relativeFormat({ numeric: 'auto' }).format(-days, 'day');
  return formatDay(atMs, nowMs, timeZone);
}

/** Time left: "1 h 20 min", "12 min", "under a minute"; from two days "3 days". "0 min" if none is left. */
export function formatDuration(leftMs: number): string {
  if (leftMs > 0 && leftMs < MINUTE_MS) return t`under a minute`;
  const days = Math.floor(leftMs / DAY_MS);
  if (days >= 2) return plural(days, { one: '# day', other: '# days' });
  const hours = Math.max(0, Math.floor(leftMs / HOUR_MS));
  const minutes = Math.max(0, Math.floor((leftMs % HOUR_MS) / MINUTE_MS));
  if (hours === 0) return plural(minutes, { other: '# min' });
  if (minutes === 0) return plural(hours, { other: '# h' });
  return t`${plural(hours, { other: '# h' })} ${plural(minutes, { other: '# min' })}`;
}

/** A full date and time: "December 3, 2026 at 5:30 PM". */
export function formatDateTime(at: Instant, timeZone = communityZone()): string {
  return withPlainSpaces(dateFormat({ timeZone, dateStyle: 'long', timeStyle: 'short' }).format(toMs(at)));
}

/** "March 2026". */
export function formatMonth(at: Instant, timeZone = communityZone()): string {
  return dateFormat({ timeZone, month: 'long', year: 'numeric' }).format(toMs(at));
}

/** "March 2026", of `2026-03`. */
export const formatMonthName = (month: string): string => formatMonth(`${month}-01T12:00:00Z`, 'UTC');

/** "Mar 2026". */
export function formatShortMonth(at: Instant, timeZone = communityZone()): string {
  return dateFormat({ timeZone, month: 'short', year: 'numeric' }).format(toMs(at));
}

/** "12,480". */
export function formatNumber(value: number): string {
  return numberFormat({}).format(value);
}

/** The percent sign as it follows a number, with the space that some languages have: "%", " %". */
export function percentSign(): string {
  const parts = numberFormat({ style: 'percent' }).formatToParts(1);
  return parts.flatMap(({ type, value }) => (type === 'integer' ? [] : [value])).join('');
}

const POUND_REGIONS: readonly (string | undefined)[] = ['US', 'LR', 'MM'];

/** Whether pounds are the custom where the reader is. */
export function weighsInPounds(): boolean {
  const [locale = ''] = [i18n.locales ?? i18n.locale].flat();
  const reader = new Intl.Locale(locale);
  const likely = reader.maximize().region;
  // English without a region is not American in a community elsewhere
  const where =
    reader.region ?? (POUND_REGIONS.includes(likely) ? (communityRegion().country ?? likely) : likely);
  return POUND_REGIONS.includes(where);
}

/** Whether pounds stand beside kilograms: not where no one weighs in them. */
export function showsPounds(): boolean {
  const { country } = communityRegion();
  return weighsInPounds() || country === null || POUND_REGIONS.includes(country);
}

/** A count that fits on a marker: "12", "1.2K". */
export function formatCompact(value: number): string {
  return numberFormat({ notation: 'compact' }).format(value);
}

/** "milk", "milk and eggs", "milk, eggs, and soy". */
export function formatList(words: readonly string[]): string {
  return listFormat({ type: 'conjunction' }).format(words);
}

/** "milk or eggs", "milk, eggs, or soy". */
export function formatChoice(words: readonly string[]): string {
  return listFormat({ type: 'disjunction' }).format(words);
}

/** Words side by side: "milk, eggs, soy". */
export function formatWords(words: readonly string[]): string {
  return listFormat({ type: 'unit', style: 'short' }).format(words);
}

/** What a person has written, as such: “soup”. */
export const quoted = (words: string): string => t`“${words}”`;

/**
 * The same text for a narrow line: a number stays with what it counts ("4 servings", "5:30 PM"), and the two ends of a span
 * of time with each other ("9–11 AM").
 */
export const unbroken = (text: string): string =>
  text.replaceAll(/(?<=\p{Nd}) (?=\p{L})/gu, '\u00A0').replaceAll('–', '–\u2060');

/** "1 serving", "12 servings"; "30 rolls" where that is what they are. */
export function formatServings(count: number, countedAs: Thing | null = null): string {
  switch (countedAs) {
    case null:
      return plural(count, { one: '# serving', other: '# servings' });
    case 'pieces':
      return plural(count, { one: '# piece', other: '# pieces' });
    case 'rolls':
      return plural(count, { one: '# roll', other: '# rolls' });
    case 'loaves':
      return plural(count, { one: '# loaf', other: '# loaves' });
    case 'boxes':
      return plural(count, { one: '# box', other: '# boxes' });
    case 'bags':
      return plural(count, { one: '# bag', other: '# bags' });
    case 'jars':
      return plural(count, { one: '# jar', other: '# jars' });
    default:
      return countedAs satisfies never;
  }
}

/** The value of a `datetime-local` input for an instant in `timeZone`: "2026-11-21T17:30". */
export function toDateTimeInput(at: Instant, timeZone = communityZone()): string {
  const { year, month, day, hour, minute } = wallClock(toMs(at), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** A `tel:` link: digits and a leading plus only, without an extension. */
export const telHref = (phone: string): string =>
  `tel:${phone.replace(/\s*[xe#;,].*$/i, '').replace(/(?!^\+)\D/g, '')}`;
