import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useOnline } from '#web/lib/use-online.ts';

/** A strip at the top while the device has no network. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-medium text-bg">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <Trans>You are offline. What you see may be old, and nothing can be sent.</Trans>
        </p>
      )}
    </output>
  );
}
