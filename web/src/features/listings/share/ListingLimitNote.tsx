import { plural, t } from '@lingui/core/macro';
import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import type { ListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useMustConfirmEmail } from '#web/features/community/use-must-confirm-email.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
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
  const hasToConfirm = useMustConfirmEmail();
  if (!limits) return null;
  const left = limits.maxListingsPerDay - limits.listingsInLastDay;
  if (left > SHOWN_FROM) return null;
  return (
    <Notice>
      {limitSentence(limits, left, nowMs)} {nextSentence(limits.level, hasToConfirm)}
    </Notice>
  );
}

function limitSentence({ maxListingsPerDay, nextAt }: ListingLimits, left: number, nowMs: number): string {
  if (left > 0)
    return plural(left, {
      one: 'You can share # more listing today.',
      other: 'You can share # more listings today.',
    });
  const at = formatDayAtTime(nextAt ?? nowMs, nowMs);
  return plural(maxListingsPerDay, {
    one: `You've shared # listing in 24 hours. Thank you! You can share the next one ${at}.`,
    other: `You've shared # listings in 24 hours. Thank you! You can share the next one ${at}.`,
  });
}

/** What makes it more; null at the last level. */
function nextSentence(level: TrustLevel, hasToConfirm: boolean): string | null {
  if (level === 'known') return null;
  if (level === 'member') return t`Once you've met a few neighbors, you can share more.`;
  return hasToConfirm
    ? t`Confirm your email to share more.`
    : t`After your first day here, you can share more.`;
}
