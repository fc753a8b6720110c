import { plural, t } from '@lingui/core/macro';
import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import type { ListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { formatDayTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { listingLimitsQuery } from '../listings.queries.ts';

/** From this many listings left on, the form says how many. */
const SHOWN_FROM = 3;

/** How many listings may still be shared today, near the end of them. */
export function ListingLimitNote() {
  const nowMs = useNow();
  // Optional information: the server checks the limit, too.
  const { data: limits } = useQuery(listingLimitsQuery);
  if (!limits) return null;
  const left = limits.maxListingsPerDay - limits.listingsInLastDay;
  if (left > SHOWN_FROM) return null;
  return (
    <Notice>
      {limitSentence(limits, left, nowMs)} {NEXT[limits.level]?.()}
    </Notice>
  );
}

function limitSentence({ maxListingsPerDay, nextAt }: ListingLimits, left: number, nowMs: number): string {
  if (left > 0)
    return plural(left, {
      one: 'You can share # more listing today.',
      other: 'You can share # more listings today.',
    });
  const at = formatDayTime(nextAt ?? new Date(nowMs).toISOString(), nowMs);
  return plural(maxListingsPerDay, {
    one: `You've shared # listing in 24 hours. Thank you! The next one can go out ${at}.`,
    other: `You've shared # listings in 24 hours. Thank you! The next one can go out ${at}.`,
  });
}

const NEXT: Record<TrustLevel, (() => string) | null> = {
  new: () => t`After your first day here it's more.`,
  member: () => t`Once you've met a few neighbors here it's more.`,
  known: null,
};
