import { Trans } from '@lingui/react/macro';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { Clusters } from './use-clusters.ts';

/** That the last call failed; what was there before it is still shown. */
export function MapFailure({ clusters }: { readonly clusters: Clusters }) {
  if (!clusters.hasFailed) return null;
  return (
    <ErrorState
      title={<Trans>Failed to fetch cluster data</Trans>}
      onRetry={clusters.retry}
      retrying={clusters.isFetching}
    >
      {clusters.state === 'shown' && <Trans>What you see is from before.</Trans>}
    </ErrorState>
  );
}
