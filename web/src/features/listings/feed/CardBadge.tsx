import { t } from '@lingui/core/macro';
import { feedEndMs, type FreshnessLevel, type ListingTimes } from '@openlarder/domain/listings/freshness.ts';
import { formatDuration } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { expiryLabel, listingLevel } from '../listing-labels.ts';

const BADGE_COLORS: Readonly<Record<FreshnessLevel, string>> = {
  critical: 'bg-tomato text-on-tomato',
  urgent: 'bg-orange-soft text-orange-soft-ink',
  today: 'bg-amber-soft text-amber-soft-ink',
  tomorrow: 'bg-sky-soft text-sky-soft-ink',
  fresh: 'bg-brand-soft text-brand-soft-ink',
  expired: 'bg-sunken text-muted',
};

type TimesProps = { readonly listing: ListingTimes; readonly nowMs: number };

/** How soon it ends, over the picture: the level with its clock; of critical food, the time left. */
export function CardBadge({ listing, nowMs, className }: TimesProps & { readonly className: string }) {
  const level = listingLevel(listing, nowMs);
  const left = formatDuration(feedEndMs(listing) - nowMs);
  return (
    <p
      className={classNames(
        'rounded-[0.875rem] px-2.5 py-1 text-xs/tight font-semibold tabular-nums',
        BADGE_COLORS[level],
        className,
      )}
    >
      {level === 'critical' ? t`${left} left` : expiryLabel(listing, nowMs)}
    </p>
  );
}

/** The level of critical food as text, of which the badge shows the time left. */
export function CriticalLine({ listing, nowMs }: TimesProps) {
  if (listingLevel(listing, nowMs) !== 'critical') return null;
  return <p className="text-xs/tight font-semibold text-muted">{expiryLabel(listing, nowMs)}</p>;
}
