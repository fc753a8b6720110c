import { Trans } from '@lingui/react/macro';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { useConnectionLost, useReconnect, useLiveState } from './live-context.ts';

/** One quiet line while news do not arrive by themselves: how old the page is, and a way to try again. */
export function LiveNotice() {
  const { phase, freshAtMs } = useLiveState();
  const isLost = useConnectionLost();
  const retry = useReconnect();
  // without a network the strip at the top says so
  const isOnline = useOnline();
  const nowMs = useNow();
  if (!isLost || !isOnline) return null;
  const when = freshAtMs && formatDayTime(freshAtMs, nowMs);
  return (
    <output className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
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
      <button type="button" onClick={retry} className="min-h-11 font-semibold text-ink underline">
        <Trans>Try again</Trans>
      </button>
    </output>
  );
}
