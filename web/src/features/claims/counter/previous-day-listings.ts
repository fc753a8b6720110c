import { calendarDay, calendarDaysBetween } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';

/** A day further back is not what someone means by "the same". */
const MAX_DAYS_AGO = 7;

export type PreviousDayListings = {
  /** Shared today, or from the last day and still offered; what expired is not. */
  readonly out: readonly Listing[];
  readonly hasSharedToday: boolean;
  /** What of the last day is not out, the first shared first. */
  readonly again: readonly Listing[];
  /** How many days ago the last day was: 1 is yesterday; null without one. */
  readonly daysAgo: number | null;
};

const wasTakenBack = ({ status }: Listing): boolean => status === 'withdrawn';

/** `listings` without those of which one of the same name is among `out`; each stands for one. */
function notOut(listings: readonly Listing[], out: readonly Listing[]): readonly Listing[] {
  const titles = out.map(({ title }) => title);
  return listings.filter(({ title }) => {
    const at = titles.indexOf(title);
    if (at >= 0) titles.splice(at, 1);
    return at < 0;
  });
}

export function previousDayListings(
  listings: readonly Listing[],
  nowMs: number,
  timeZone: string,
): PreviousDayListings {
  const daysSince = ({ createdAt }: Listing): number =>
    calendarDaysBetween(Date.parse(createdAt), nowMs, timeZone);
  const shared = listings.filter((listing) => !wasTakenBack(listing));
  const today = shared.filter((listing) => daysSince(listing) <= 0);
  const earlier = shared.map(daysSince).filter((days) => days > 0 && days <= MAX_DAYS_AGO);
  const daysAgo = earlier.length > 0 ? Math.min(...earlier) : null;
  const lastDay = shared
    .filter((listing) => daysSince(listing) === daysAgo)
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const isOffered = ({ status, availableUntil }: Listing): boolean =>
    status === 'posted' && Date.parse(availableUntil) > nowMs;
  const stillOut = lastDay.filter(isOffered);
  return {
    out: [...today, ...stillOut].filter(({ status }) => status !== 'expired'),
    hasSharedToday: today.length > 0,
    again: notOut(lastDay, [...today, ...stillOut]),
    daysAgo,
  };
}

/** Without the food whose pickup begins on a later day. */
export const forToday = (out: readonly Listing[], nowMs: number, timeZone: string): readonly Listing[] =>
  out.filter(({ availableFrom }) => calendarDaysBetween(nowMs, Date.parse(availableFrom), timeZone) <= 0);

export type AmountOffered = {
  readonly left: number;
  readonly shared: number;
  readonly unit: Listing['countedAs'];
};

/** How much is out in each unit. Food that its giver has taken back counts no more: shared again, it would count twice. */
export function amountsOffered(out: readonly Listing[]): AmountOffered[] {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return [...new Set(out.map(({ countedAs }) => countedAs))].map((unit) => {
    const ofUnit = out.filter(({ countedAs }) => countedAs === unit);
    return {
      left: sum(ofUnit.map(({ status, servingsLeft }) => (status === 'posted' ? servingsLeft : 0))),
      shared: sum(ofUnit.map(({ estimatedServings }) => estimatedServings)),
      unit,
    };
  });
}

/**
 * The idempotency key of sharing an earlier listing again on the day of `nowMs`: the same in every tab and for every
 * tap, and another one only after what was shared with it was withdrawn.
 */
export function repeatKey(
  { id, title }: Listing,
  listings: readonly Listing[],
  nowMs: number,
  timeZone: string,
): string {
  const takenBack = listings.filter(
    (listing) =>
      wasTakenBack(listing) &&
      listing.title === title &&
      calendarDaysBetween(Date.parse(listing.createdAt), nowMs, timeZone) === 0,
  );
  return `again-${id}-${calendarDay(nowMs, timeZone)}-${takenBack.length}`;
}
