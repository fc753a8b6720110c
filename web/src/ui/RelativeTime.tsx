import { formatDateTime, formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';

/** "5 min ago", updated every minute, with the full date and time on hover. `at` is an ISO instant. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const nowMs = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelative(at, nowMs)}
    </time>
  );
}
