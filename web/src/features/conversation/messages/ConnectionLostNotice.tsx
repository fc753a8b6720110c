import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useOnline } from '#web/lib/browser-state.ts';
import { useConnectionLost, useReconnect } from '#web/live/live-context.ts';

export function ConnectionLostNotice() {
  const isLost = useConnectionLost();
  const retry = useReconnect();
  // here `ConnectionStrip` leaves it to this note to say that there is no network
  const isOnline = useOnline();
  if (!isLost && isOnline) return null;
  return (
    <div className="flex min-h-11 items-center gap-2 bg-amber-soft px-4 py-1 text-sm text-amber-soft-ink">
      <WifiOff className="size-4 shrink-0" />
      <output className="flex-1">
        <Trans>Connection lost. Messages may not be sent in real-time.</Trans>
      </output>
      {isOnline && (
        <button type="button" onClick={retry} className="min-h-11 shrink-0 font-semibold underline">
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  );
}
