import { Trans } from '@lingui/react/macro';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import { useLiveRetry, useLiveStatus } from './live-context.ts';

/** One quiet line once news no longer arrive by themselves, with a way to try again. */
export function LiveNotice() {
  const status = useLiveStatus();
  const retry = useLiveRetry();
  if (status !== 'offline') return null;
  return (
    <output className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <Trans>Failed to reconnect after {MAX_RECONNECT_ATTEMPTS} attempts</Trans>
      <button type="button" onClick={retry} className="min-h-11 font-semibold text-ink underline">
        <Trans>Try again</Trans>
      </button>
    </output>
  );
}
