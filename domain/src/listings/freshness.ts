import { type ErrorText, errorText } from '../kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import type { DateKind, FreshnessFilter, UrgencyLevel } from './listing-fields.ts';

/** How soon food has to be eaten. Thresholds, labels and colors are the specification's. */
export const FRESHNESS_LEVELS = ['expired', 'critical', 'urgent', 'today', 'tomorrow', 'fresh'] as const;
export type FreshnessLevel = (typeof FRESHNESS_LEVELS)[number];

/** Upper bounds of each level in hours left; food above the last one is fresh. */
export const CRITICAL_HOURS = 2;
export const URGENT_HOURS = 6;
export const TODAY_HOURS = 24;
export const TOMORROW_HOURS = 48;
/** Assumed shelf life for the score of a listing without a best-by date. */
const DEFAULT_SHELF_LIFE_MS = 48 * HOUR_MS;
/** The feed's filter counts a listing as fresh for this long after it was shared. */
export const FRESH_WINDOW_MS = 2 * HOUR_MS;
/** How often screens update freshness. */
export const FRESHNESS_REFRESH_MS = 60_000;

/** The times of a listing, as ISO 8601. */
export type ListingTimes = {
  readonly expiryDate: string | null;
  readonly bestByDate: string | null;
  readonly availableUntil: string;
  readonly createdAt: string;
};

/**
 * The time by which the feed sorts and labels a listing: expiry date, else best-by date, else the end of
 * pickup.
 */
export function feedEndMs(times: ListingTimes): number {
  return Date.parse(times.expiryDate ?? times.bestByDate ?? times.availableUntil);
}

/** The earliest of the three ends, which dashboards, alerts and matching use. */
export function earliestEndMs(times: Omit<ListingTimes, 'createdAt'>): number {
  const ends = [times.expiryDate, times.bestByDate, times.availableUntil];
  return Math.min(...ends.flatMap((end) => (end === null ? [] : Date.parse(end))));
}

/** The times that decide how long a listing is offered. */
export type OfferTimes = Omit<ListingTimes, 'createdAt'> & { readonly dateKind: DateKind };

/**
 * When a listing stops being offered: at the end of pickup, the hard expiry or the use-by date, whichever is
 * first.
 */
export function offeredUntilMs({ dateKind, ...times }: OfferTimes): number {
  return earliestEndMs({ ...times, bestByDate: dateKind === 'use_by' ? times.bestByDate : null });
}

/** The urgency of individual listings that have to be eaten by then; it increases until then. */
export const urgencyBefore = (endMs: number, nowMs: number): UrgencyLevel =>
  derivedUrgency(freshnessLevel(hoursLeft(endMs, nowMs)));

/** When such a listing's urgency next changes after `nowMs`; null for never. */
export const urgencyChangesMs = (endMs: number, nowMs: number): number | null =>
  [TODAY_HOURS, URGENT_HOURS, 0].map((hours) => endMs - hours * HOUR_MS).find((ms) => ms > nowMs) ?? null;

export function hoursLeft(endMs: number, nowMs: number): number {
  return (endMs - nowMs) / HOUR_MS;
}

export function freshnessLevel(hours: number): FreshnessLevel {
  if (hours <= 0) return 'expired';
  if (hours <= CRITICAL_HOURS) return 'critical';
  if (hours <= URGENT_HOURS) return 'urgent';
  if (hours <= TODAY_HOURS) return 'today';
  if (hours <= TOMORROW_HOURS) return 'tomorrow';
  return 'fresh';
}

/** 0 to 100: the time left as a percentage of the time between sharing and best-by. */
export function freshnessScore(times: ListingTimes, nowMs: number): number {
  const created = Date.parse(times.createdAt);
  const shelfLife = times.bestByDate ? Date.parse(times.bestByDate) - created : DEFAULT_SHELF_LIFE_MS;
  const left = feedEndMs(times) - nowMs;
  if (left <= 0) return 0;
  if (shelfLife <= 0) return 0;
  return Math.min(100, Math.round((left / shelfLife) * 100));
}

export type ScoreLabel = 'Excellent' | 'Good' | 'Fair' | 'Poor' | 'Critical';
export function scoreLabel(score: number): ScoreLabel {
  if (score >= 80) return 'Excellent';
  if (score >= 60) return 'Good';
  if (score >= 40) return 'Fair';
  if (score >= 20) return 'Poor';
  return 'Critical';
}

export type ScoreTone = 'green' | 'yellow' | 'red';
export function scoreTone(score: number): ScoreTone {
  if (score >= 60) return 'green';
  return score >= 30 ? 'yellow' : 'red';
}

const FILTER_LEVELS: Readonly<Record<'urgent' | 'expiring-soon', readonly FreshnessLevel[]>> = {
  urgent: ['critical', 'urgent'],
  'expiring-soon': ['critical', 'urgent', 'today'],
};

type FilteredTimes = { readonly feedEndMs: number; readonly createdAtMs: number };

export const matchesFreshnessFilter = (
  filter: FreshnessFilter,
  times: ListingTimes,
  nowMs: number,
): boolean =>
  isOfFreshness(filter, { feedEndMs: feedEndMs(times), createdAtMs: Date.parse(times.createdAt) }, nowMs);

/** The same by instants. */
export function isOfFreshness(
  filter: FreshnessFilter,
  { feedEndMs: endMs, createdAtMs }: FilteredTimes,
  nowMs: number,
): boolean {
  if (filter === 'all') return true;
  if (filter === 'fresh') return nowMs - createdAtMs <= FRESH_WINDOW_MS;
  return FILTER_LEVELS[filter].includes(freshnessLevel(hoursLeft(endMs, nowMs)));
}

const SEVERITY: Readonly<Record<FreshnessLevel, number>> = {
  critical: 0,
  urgent: 1,
  today: 2,
  tomorrow: 3,
  fresh: 4,
  expired: 5,
};

/** The feed's order: most severe level first, then fewest hours left, then newest. */
export function compareByExpiry(a: ListingTimes, b: ListingTimes, nowMs: number): number {
  const endA = feedEndMs(a);
  const endB = feedEndMs(b);
  return (
    SEVERITY[freshnessLevel(hoursLeft(endA, nowMs))] - SEVERITY[freshnessLevel(hoursLeft(endB, nowMs))] ||
    endA - endB ||
    Date.parse(b.createdAt) - Date.parse(a.createdAt)
  );
}

/** An individual listing's urgency: critical and urgent are high, today is medium, else low. */
export function derivedUrgency(level: FreshnessLevel): 'low' | 'medium' | 'high' {
  if (level === 'critical' || level === 'urgent') return 'high';
  return level === 'today' ? 'medium' : 'low';
}

/** What the share form shows next to the best-by date: up to 6 hours before it is very soon. */
export function shareIndicator(bestByMs: number, nowMs: number): FreshnessLevel {
  const hours = hoursLeft(bestByMs, nowMs);
  if (hours <= 0) return 'expired';
  if (hours <= URGENT_HOURS) return 'critical';
  if (hours <= TODAY_HOURS) return 'today';
  if (hours <= TOMORROW_HOURS) return 'tomorrow';
  return 'fresh';
}

/** The short badge: "Now!" up to one hour, hours within a day, days beyond. */
export type ExpiryBadge =
  | { readonly kind: 'now' }
  | { readonly kind: 'hours' | 'days'; readonly count: number };
export function expiryBadge(endMs: number, nowMs: number): ExpiryBadge {
  const leftMs = endMs - nowMs;
  if (leftMs <= HOUR_MS) return { kind: 'now' };
  if (leftMs <= DAY_MS) return { kind: 'hours', count: Math.round(leftMs / HOUR_MS) };
  return { kind: 'days', count: Math.round(leftMs / DAY_MS) };
}

/** What the feed's order needs of a listing besides its times. */
export type FeedItem = ListingTimes & { readonly id: string; readonly latitude: number | null };

/**
 * The total order of the feed: listings without a place come last, since their distance is unknown; then
 * `compareByExpiry`; then the id.
 */
export function compareInFeed(a: FeedItem, b: FeedItem, nowMs: number): number {
  return (
    Number(a.latitude === null) - Number(b.latitude === null) ||
    compareByExpiry(a, b, nowMs) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** The pickup window, as ISO 8601. */
export type PickupWindow = { readonly availableFrom: string; readonly availableUntil: string };

type DatedField = 'availableUntil' | 'expiryDate' | 'bestByDate';

/** How many days from now pickup may end at the latest. */
export const MAX_PICKUP_DAYS = 60;

/**
 * The dates of an offer that are past at `nowMs` or too far away, by field, with the message for the donor. Food past its
 * best-before date may still be good; past its use-by date it is never shared.
 */
export function offerTimeErrors(times: OfferTimes, nowMs: number): Partial<Record<DatedField, ErrorText>> {
  const isOver = (end: string | null): boolean => end !== null && Date.parse(end) <= nowMs;
  return {
    ...(isOver(times.availableUntil) && { availableUntil: errorText('past.pickup') }),
    ...(Date.parse(times.availableUntil) > nowMs + MAX_PICKUP_DAYS * DAY_MS && {
      availableUntil: errorText('pickup-too-late', { days: MAX_PICKUP_DAYS }),
    }),
    ...(isOver(times.expiryDate) && { expiryDate: errorText('past.expiry-date') }),
    ...(times.dateKind === 'use_by' &&
      isOver(times.bestByDate) && { bestByDate: errorText('past.best-by-date') }),
  };
}

export function shortensPickup(before: PickupWindow, after: PickupWindow): boolean {
  return (
    Date.parse(after.availableFrom) > Date.parse(before.availableFrom) ||
    Date.parse(after.availableUntil) < Date.parse(before.availableUntil)
  );
}

export const ROW_CARDS = 4;

/** Whether food ends tonight, which is over at `tonightMs`, by the time that the feed sorts by. */
export function endsTonight(times: ListingTimes, nowMs: number, tonightMs: number): boolean {
  const endMs = feedEndMs(times);
  return endMs > nowMs && endMs <= tonightMs;
}

/** Whether food was shared within the last day. */
export const isJustShared = ({ createdAt }: Pick<ListingTimes, 'createdAt'>, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= DAY_MS;
