import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, WifiOff } from 'lucide-react';
import { plural } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useLiveState } from '#web/live/live-context.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Clusters } from './use-clusters.ts';
import type { MapState } from './use-map-state.ts';

/** Whether the map follows every change by itself; how old it is where it does not. */
export function LiveBadge() {
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

/** That the last call failed; what was there before it is still shown. */
export function MapError({ clusters }: { readonly clusters: Clusters }) {
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

/** What changes more often than this is said once. */
const SAID_EVERY_MS = 5000;
/** While a map is moved about, nothing is said yet. */
const FIRST_AFTER_MS = 1000;

/** The last of a text that changes, renewed no more than every five seconds. */
function useCalm(text: string): string {
  const [said, setSaid] = useState('');
  const freeAtMs = useRef(0);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    if (text === said) return undefined;
    const timer = setTimeout(
      () => {
        freeAtMs.current = performance.now() + SAID_EVERY_MS;
        setSaid(latest.current);
      },
      Math.max(FIRST_AFTER_MS, freeAtMs.current - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}

/** Says to who does not see the map what has come of it, politely and now and then. */
export function MapAnnouncements({ state }: { state: MapState }) {
  const { t } = useLingui();
  const { clusters, chosen } = state;
  const count = clusters.inView.length;
  const places = plural(count, {
    0: 'No data in current map area',
    one: '# place on the map',
    other: '# places on the map',
  });
  const said = useCalm(clusters.state === 'shown' && clusters.isCurrent ? places : '');
  return (
    <>
      <VisuallyHidden>
        <output aria-label={t`Map news`}>{said}</output>
      </VisuallyHidden>
      <output className="block text-sm text-muted empty:hidden">
        {chosen.isGone && t`What you had open is no longer on the map.`}
      </output>
    </>
  );
}
