import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { understoodFilter, useFeedFilter, useMe } from '#web/features/listings/search/feed-filter.ts';
import { limitName, widerFilters } from '#web/features/listings/search/wider-filters.ts';
import { formatRelative, formatWords } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useLiveState } from '#web/live/live-context.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { Clusters } from './use-clusters.ts';
import type { MapState } from './use-map-state.ts';

/** Whether the map is live, and how old its data is if not. */
export function LiveBadge() {
  const { phase, freshAtMs } = useLiveState();
  const nowMs = useNow();
  if (phase === 'live') {
    return (
      <Badge tone="fresh" icon={<Radio />}>
        <Trans>Live</Trans>
      </Badge>
    );
  }
  if (phase === 'connecting') {
    return (
      <Badge tone="plain" icon={<Radio />}>
        <Trans>Connecting…</Trans>
      </Badge>
    );
  }
  const when = freshAtMs && formatRelative(freshAtMs, Math.max(nowMs, freshAtMs));
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="plain" icon={<WifiOff />}>
        <Trans>Offline</Trans>
      </Badge>
      {when && (
        <span className="text-sm text-muted">
          <Trans>Last updated {when}</Trans>
        </span>
      )}
    </span>
  );
}

export function MapError({ clusters }: { readonly clusters: Clusters }) {
  if (!clusters.hasFailed) return null;
  return (
    <ErrorState
      title={<Trans>Failed to fetch cluster data</Trans>}
      onRetry={clusters.retry}
      retrying={clusters.isFetching}
    >
      {clusters.state === 'loaded' && <Trans>You're seeing the last version we have.</Trans>}
    </ErrorState>
  );
}

/** Says what the feed's filter leaves of the food on the map. */
export function FeedFilterNote() {
  const me = useMe();
  // the map shows its own area
  const filter = { ...understoodFilter(useFeedFilter()[0]), area: null };
  const limits = widerFilters(filter);
  if (limits.length === 0) return null;
  const names = formatWords(limits.map(({ without }) => limitName(without, filter, me)));
  return (
    <p className="px-3 pb-2 text-sm/snug text-muted">
      <Trans>Filtered like the list: {names}</Trans>
    </p>
  );
}

/** Changes are announced at most this often. */
const ANNOUNCE_INTERVAL_MS = 5000;
/** Nothing is announced while the map is being moved. */
const FIRST_AFTER_MS = 1000;

/** The latest text, updated at most every five seconds. */
function useThrottledText(text: string): string {
  const [announced, setAnnounced] = useState('');
  const freeAtMs = useRef(0);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    if (text === announced) return undefined;
    const timer = setTimeout(
      () => {
        freeAtMs.current = performance.now() + ANNOUNCE_INTERVAL_MS;
        setAnnounced(latest.current);
      },
      Math.max(FIRST_AFTER_MS, freeAtMs.current - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [text, announced]);
  return announced;
}

export function MapAnnouncements({ state }: { state: MapState }) {
  const { t } = useLingui();
  const { clusters, selected } = state;
  const count = clusters.inView.length;
  const places = plural(count, {
    0: 'No data in current map area',
    one: '# place on the map',
    other: '# places on the map',
  });
  const announced = useThrottledText(clusters.state === 'loaded' && clusters.isCurrent ? places : '');
  return (
    <>
      <span className="sr-only">
        <output aria-label={t`Map updates`}>{announced}</output>
      </span>
      <output className="block text-sm text-muted empty:hidden">
        {selected.isGone && t`What you had open isn't on the map anymore.`}
      </output>
    </>
  );
}
