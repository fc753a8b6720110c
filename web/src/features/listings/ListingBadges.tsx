import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { type FreshnessLevel, feedEndMs } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { CalendarClock, CircleQuestionMark, Clock, Leaf, Timer, TimerOff, TriangleAlert } from 'lucide-react';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatDuration, formatList } from '#web/lib/format.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { expiryLabel, listingLevel } from './listing-labels.ts';

const ICONS: Readonly<Record<FreshnessLevel, typeof Clock>> = {
  expired: TimerOff,
  critical: Timer,
  urgent: Clock,
  today: Clock,
  tomorrow: CalendarClock,
  fresh: Leaf,
};

type FreshnessBadgeProps = { readonly listing: Listing; readonly nowMs: number };

/** How soon the food expires, with the time left once it is critical. */
export function FreshnessBadge({ listing, nowMs }: FreshnessBadgeProps) {
  const level = listingLevel(listing, nowMs);
  const Icon = ICONS[level];
  return (
    <Badge tone={level} icon={<Icon aria-hidden="true" />}>
      <span>{expiryLabel(listing, nowMs)}</span>
      {level === 'critical' && (
        <span className="border-s border-current/30 ps-1.5">
          {formatDuration(feedEndMs(listing) - nowMs)}
        </span>
      )}
    </Badge>
  );
}

type BadgeStyle = { readonly tone: BadgeTone; readonly label: MessageDescriptor };

const STATES: Readonly<Record<ListingStatus, BadgeStyle>> = {
  posted: { tone: 'fresh', label: msg`Available` },
  claimed: { tone: 'plain', label: msg`Claimed` },
  completed: { tone: 'fresh', label: msg`Completed` },
  withdrawn: { tone: 'plain', label: msg`No longer shared` },
  expired: { tone: 'expired', label: msg`Expired` },
};
const GONE: BadgeStyle = { tone: 'plain', label: msg`No longer available` };

type ListingStateBadgeProps = {
  readonly status: ListingStatus;
  /** The last known status is `posted`, but the listing is no longer offered for an unknown reason. */
  readonly isGone?: boolean;
};

export function ListingStateBadge({ status, isGone = false }: ListingStateBadgeProps) {
  const { tone, label } = isGone && status === 'posted' ? GONE : STATES[status];
  return <Badge tone={tone}>{i18n._(label)}</Badge>;
}

type AllergenWarningProps = {
  readonly listing: Pick<Listing, 'allergens'>;
  readonly avoids: readonly Allergen[];
  /** As a line of text, inside a button. */
  readonly short?: boolean;
};

/** Warns that food contains allergens that the person avoids, or that its donor says nothing of them. */
export function AllergenWarning({ listing, avoids, short = false }: AllergenWarningProps) {
  const shape = `flex items-start gap-1.5 text-sm font-semibold ${short ? '' : 'rounded-small px-2.5 py-1.5'}`;
  if (isUnstated(listing, avoids))
    return (
      <span className={`${shape} ${short ? '' : 'bg-sunken text-ink'}`}>
        <CircleQuestionMark className="h-lh w-4 shrink-0" />
        <span>
          <Trans>Allergens not said: ask</Trans>
        </span>
      </span>
    );
  const found = listing.allergens?.filter((allergen) => avoids.includes(allergen)) ?? [];
  if (found.length === 0) return null;
  const names = formatList(found.map(allergenName));
  return (
    <span className={`${shape} ${short ? 'text-tomato' : 'bg-tomato-soft text-tomato-soft-ink'}`}>
      <TriangleAlert className="h-lh w-4 shrink-0" />
      <span>
        <Trans>Contains {names}, which you avoid</Trans>
      </span>
    </span>
  );
}
