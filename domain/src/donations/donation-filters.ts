import { instantOfWallClock, wallClock } from '../kernel/time.ts';
import type { DonationStatus, DonationType } from './donation-fields.ts';

export const DATE_SPANS = { month: 1, quarter: 3, year: 12 } as const;
export type DateSpan = keyof typeof DATE_SPANS;

export type DonationFilters = {
  readonly search: string;
  readonly status: DonationStatus | 'all';
  readonly type: DonationType | 'all';
  readonly span: DateSpan | 'all';
};

export const NO_FILTERS: DonationFilters = { search: '', status: 'all', type: 'all', span: 'all' };

export type FilteredDonation = {
  readonly id: string;
  readonly status: DonationStatus;
  readonly donationType: DonationType;
  readonly donorMessage: string;
  readonly createdAt: string;
};

/** The same wall-clock time some calendar months earlier, on the last day of the month if it has no such day. */
export function monthsBefore(atMs: number, months: number, timeZone: string): number {
  const clock = wallClock(atMs, timeZone);
  const index = clock.year * 12 + clock.month - 1 - months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return instantOfWallClock({ ...clock, year, month, day: Math.min(clock.day, lastDay) }, timeZone);
}

type FilterContext = {
  /** The label of a type in the reader's language, which is searched too. */
  readonly labelOf: (type: DonationType) => string;
  readonly nowMs: number;
  readonly timeZone: string;
};

/** The donations that match all filters: the search looks for message, label of the type, or id, in any case. */
export function filterDonations<Donation extends FilteredDonation>(
  donations: readonly Donation[],
  { search, status, type, span }: DonationFilters,
  { labelOf, nowMs, timeZone }: FilterContext,
): readonly Donation[] {
  const wanted = search.trim().toLowerCase();
  const fromMs = span === 'all' ? null : monthsBefore(nowMs, DATE_SPANS[span], timeZone);
  return donations.filter(
    (donation) =>
      (status === 'all' || donation.status === status) &&
      (type === 'all' || donation.donationType === type) &&
      (fromMs === null || Date.parse(donation.createdAt) >= fromMs) &&
      (wanted === '' ||
        [donation.donorMessage, labelOf(donation.donationType), donation.id].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  );
}
