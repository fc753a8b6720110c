import { Trans } from '@lingui/react/macro';
import { Radio, WifiOff } from 'lucide-react';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useLiveState } from '#web/live/live-context.ts';
import { Badge } from '#web/ui/Badge.tsx';

/** Whether the map follows every change by itself; how old it is where it does not. */
export function LiveMark() {
  const { phase, freshAtMs } = useLiveState();
  const nowMs = useNow();
  if (phase === 'live') {
    return (
      <Badge tone="fresh" icon={<Radio aria-hidden="true" />}>
        <Trans>Live</Trans>
      </Badge>
    );
  }
  if (phase === 'connecting') {
    return (
      <Badge tone="plain" icon={<Radio aria-hidden="true" />}>
        <Trans>Connecting…</Trans>
      </Badge>
    );
  }
  const when = freshAtMs && formatRelative(new Date(freshAtMs).toISOString(), Math.max(nowMs, freshAtMs));
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="plain" icon={<WifiOff aria-hidden="true" />}>
        <Trans>Offline</Trans>
      </Badge>
      {when && (
        <span className="text-sm text-muted">
          <Trans>Last heard {when}</Trans>
        </span>
      )}
    </span>
  );
}
