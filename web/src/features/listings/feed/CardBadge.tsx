import { t } from '@lingui/core/macro';
import { feedEndMs, type FreshnessLevel, type ListingTimes } from '@openlarder/domain/listings/freshness.ts';
import { formatDuration, formatRelative } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { freshnessLabel, listingLevel } from '../listing-labels.ts';

/** What the badge says before the level: the time left, how long ago it was shared, or nothing. */
export type CardLead = 'left' | 'shared' | null;

const BADGE_COLORS: Readonly<Record<FreshnessLevel, string>> = {
  critical: 'bg-tomato text-on-tomato',
  urgent: 'bg-orange-soft text-orange-soft-ink',
  today: 'bg-amber-soft text-amber-soft-ink',
  tomorrow: 'bg-sky-soft text-sky-soft-ink',
  fresh: 'bg-brand-soft text-brand-soft-ink',
  expired: 'bg-sunken text-muted',
};
const TEXT_COLORS: Readonly<Record<FreshnessLevel, string>> = {
  critical: 'text-tomato',
  urgent: 'text-orange',
  today: 'text-amber',
  tomorrow: 'text-sky',
  fresh: 'text-brand',
  expired: 'text-muted',
};

type TimesProps = { readonly listing: ListingTimes; readonly nowMs: number; readonly lead: CardLead };

/** The text of the badge before the level: for critical food always the time left. Null if there is only the level. */
function leadText({ listing, nowMs, lead }: TimesProps): string | null {
  const level = listingLevel(listing, nowMs);
  if (level === 'critical' || (lead === 'left' && level !== 'expired')) {
    const left = formatDuration(feedEndMs(listing) - nowMs);
    return t`${left} left`;
  }
  return lead === 'shared' ? formatRelative(listing.createdAt, nowMs) : null;
}

/** The time left, how long ago it was shared, or the level, over the picture. */
export function CardBadge({ className, ...times }: TimesProps & { readonly className: string }) {
  const level = listingLevel(times.listing, times.nowMs);
  const isAboutSharing = times.lead === 'shared' && level !== 'critical';
  return (
    <p
      className={classNames(
        'rounded-full px-2.5 py-1 text-sm/tight font-semibold tabular-nums',
        isAboutSharing ? 'bg-surface text-ink' : BADGE_COLORS[level],
        className,
      )}
    >
      {leadText(times) ?? freshnessLabel(level)}
    </p>
  );
}

/** The level as text if the badge shows something else. */
export function LevelLine(times: TimesProps) {
  if (leadText(times) === null) return null;
  const level = listingLevel(times.listing, times.nowMs);
  return <p className={`text-xs/tight font-semibold ${TEXT_COLORS[level]}`}>{freshnessLabel(level)}</p>;
}
