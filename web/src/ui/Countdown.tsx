import { formatDuration } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Time left until an ISO instant, "1 h 20 min", renewed every minute. */
export function Countdown({ until, className }: { until: string; className?: string }) {
  const nowMs = useNow();
  return (
    <time dateTime={until} className={className}>
      <span className="tabular-nums">{formatDuration(Date.parse(until) - nowMs)}</span>
    </time>
  );
}
