import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useLiveLost, useLiveRetry } from '#web/live/live-context.ts';

/** Says under the messages that they may not come by themselves, with the way to try the connection again. */
export function LostConnection() {
  const isLost = useLiveLost();
  const retry = useLiveRetry();
  if (!isLost) return null;
  return (
    <div className="flex items-center gap-2 bg-amber-soft px-4 py-1 text-sm text-amber-soft-ink">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <output className="flex-1">
        <Trans>Connection lost. Messages may not be sent in real-time.</Trans>
      </output>
      <button type="button" onClick={retry} className="min-h-11 shrink-0 font-semibold underline">
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
