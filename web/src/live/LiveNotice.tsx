import { Trans } from '@lingui/react/macro';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import { WifiOff } from 'lucide-react';
import { formatDayTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useOnline } from '#web/lib/browser-state.ts';
import { useConnectionLost, useLiveState, useReconnect } from './live-context.ts';

/** A line shown while the live connection is down: how old the data is, and a retry button. */
export function LiveNotice() {
  const { phase, freshAtMs } = useLiveState();
  const isLost = useConnectionLost();
  const retry = useReconnect();
  // without a network, `ConnectionStrip` says so
  const isOnline = useOnline();
  const nowMs = useNow();
  if (!isLost || !isOnline) return null;
  const when = freshAtMs && formatDayTime(freshAtMs, nowMs);
  return (
    <output className="mb-4 flex flex-wrap items-center gap-x-3 rounded-control bg-amber-soft px-4 py-1 text-sm text-amber-soft-ink forced-colors:border">
      <WifiOff className="size-4 shrink-0" />
      <span className="font-semibold">
        <Trans>News isn't arriving right now. We'll keep trying.</Trans>
      </span>
      <span>
        {phase === 'failed' ? (
          <Trans>Failed to reconnect after {MAX_RECONNECT_ATTEMPTS} attempts</Trans>
        ) : (
          <Trans>WebSocket connection failed</Trans>
        )}
      </span>
      {when && (
        <span>
          <Trans>Last updated: {when}</Trans>
        </span>
      )}
      <button type="button" onClick={retry} className="min-h-11 font-semibold underline">
        <Trans>Try again</Trans>
      </button>
    </output>
  );
}
