import { feedEndMs, type FreshnessLevel } from '@openlarder/domain/listings/freshness.ts';
import type { ListingTimes } from '@openlarder/domain/listings/freshness.ts';
import { CalendarClock, Clock, Leaf, Timer, TimerOff } from 'lucide-react';
import { formatDuration } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { freshnessLabel, listingLevel } from './freshness-words.ts';

const ICONS: Readonly<Record<FreshnessLevel, typeof Clock>> = {
  expired: TimerOff,
  critical: Timer,
  urgent: Clock,
  today: Clock,
  tomorrow: CalendarClock,
  fresh: Leaf,
};

type Props = { readonly times: ListingTimes; readonly nowMs: number; readonly className?: string };

/** How soon it has to be eaten, in words, with the time left once it is critical. */
export function FreshnessBadge({ times, nowMs, className }: Props) {
  const level = listingLevel(times, nowMs);
  const Icon = ICONS[level];
  return (
    <Badge tone={level} icon={<Icon aria-hidden="true" />} {...(className && { className })}>
      <span>{freshnessLabel(level)}</span>
      {level === 'critical' && (
        <span className="border-s border-current/30 ps-1.5">{formatDuration(feedEndMs(times) - nowMs)}</span>
      )}
    </Badge>
  );
}
