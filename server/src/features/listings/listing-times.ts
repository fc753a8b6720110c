import {
  feedEndMs,
  type OfferTimes,
  type PickupWindow,
  urgencyBefore,
} from '@openlarder/domain/listings/freshness.ts';
import { clockTime } from '@openlarder/domain/kernel/time.ts';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import type { ListingRow } from './listings.tables.ts';

/** The times of an offer as ISO 8601 strings. */
export type ListingTimes = OfferTimes & PickupWindow & { readonly bestByDate: string };

export const timesOf = (row: ListingRow): ListingTimes => ({
  availableFrom: row.available_from.toISOString(),
  availableUntil: row.available_until.toISOString(),
  bestByDate: row.best_by_date.toISOString(),
  expiryDate: row.expiry_date?.toISOString() ?? null,
  dateKind: row.date_kind,
});

export const timeColumns = (times: ListingTimes) => ({
  available_from: new Date(times.availableFrom),
  available_until: new Date(times.availableUntil),
  best_by_date: new Date(times.bestByDate),
  expiry_date: times.expiryDate === null ? null : new Date(times.expiryDate),
  date_kind: times.dateKind,
});

/** The wall-clock time of a listing's closing time, which may be given as an instant; null if it is empty. */
export function closingTimeOf(given: string, timeZone: string): string | null {
  return given.includes('T') ? clockTime(Date.parse(given), timeZone) : given || null;
}

/** The urgency of individual listings, derived from the times; it increases with time. */
export const urgencyOf = (times: ListingTimes, now: Date): UrgencyLevel =>
  urgencyBefore(feedEndMs({ ...times, createdAt: now.toISOString() }), now.getTime());

export const urgencyAt = (
  row: Pick<ListingRow, 'is_bulk' | 'urgency_level' | 'feed_end_at'>,
  now: Date,
): UrgencyLevel =>
  row.is_bulk ? row.urgency_level : urgencyBefore(row.feed_end_at.getTime(), now.getTime());
