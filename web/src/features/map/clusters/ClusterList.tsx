import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type FocusEventHandler, useId, useMemo, useRef, useState } from 'react';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import {
  clusterAreaLabel,
  clusterContentsLabel,
  clusterTitlesLabel,
  clusterWalkLabel,
} from '../cluster-labels.ts';
import { ClusterShape } from '../markers/MarkerShape.tsx';
import { UrgencyBadge } from './ClusterDetail.tsx';
import { useClusterFocus } from './use-cluster-focus.ts';

type ClusterListProps = {
  readonly clusters: readonly MapCluster[];
  readonly selectedId: string | null;
  readonly myPlace: GeoPoint | null;
  readonly onSelect: (cluster: MapCluster) => void;
};

/** How many are shown at first, and added by "Show more". */
const PAGE_SIZE = 30;

/** When the focused cluster is gone after a live change, the next one gets the focus, which is announced. */
export function ClusterList({ clusters, selectedId, myPlace, onSelect }: ClusterListProps) {
  const { t } = useLingui();
  const headingId = useId();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const all = useMemo(() => nearestFirst(clusters, myPlace), [clusters, myPlace]);
  const shown = all.slice(0, limit);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hasGone, goTo, itemProps } = useClusterFocus(
    shown.map(({ id }) => id),
    heading,
  );
  const itemCount = clusters.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3
        id={headingId}
        ref={heading}
        tabIndex={-1}
        className="flex flex-wrap items-baseline gap-x-2 font-sans text-lg font-semibold tracking-normal outline-none"
      >
        <Trans>On this map</Trans>
        <span className="text-sm font-normal text-muted">
          {plural(itemCount, { one: '# item', other: '# items' })}
        </span>
      </h3>
      <span className="sr-only">
        <output>{hasGone && t`It isn't on the map anymore.`}</output>
      </span>
      {shown.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {shown.map((cluster) => (
            <li key={cluster.id}>
              <ClusterButton
                cluster={cluster}
                isSelected={cluster.id === selectedId}
                myPlace={myPlace}
                onSelect={onSelect}
                {...itemProps(cluster.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {all.length > limit && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => {
            goTo(all[limit]?.id);
            setLimit(limit + PAGE_SIZE);
          }}
        >
          <Trans>Show more</Trans>
          <span className="font-normal text-muted">{formatNumber(all.length - limit)}</span>
        </Button>
      )}
    </section>
  );
}

type ButtonProps = Pick<ClusterListProps, 'myPlace' | 'onSelect'> & {
  readonly cluster: MapCluster;
  readonly isSelected: boolean;
  readonly ref: (element: HTMLButtonElement | null) => void;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
};

/** One cluster as a button; its accessible name is all its visible text. */
function ClusterButton({ cluster, isSelected, myPlace, onSelect, ...focus }: ButtonProps) {
  const avoids = useAvoids();
  const area = clusterAreaLabel(cluster);
  const distance = clusterWalkLabel(cluster, myPlace);
  // separates lines for screen readers
  const comma = <span className="sr-only">, </span>;
  return (
    <button
      {...focus}
      type="button"
      aria-current={isSelected || undefined}
      onClick={() => onSelect(cluster)}
      className={classNames(
        'flex w-full min-w-0 items-start gap-3 rounded-card border p-3 text-start transition-colors duration-150',
        isSelected
          ? 'border-brand bg-brand-soft text-brand-soft-ink'
          : 'border-line bg-surface hover:bg-sunken',
      )}
    >
      <ClusterShape type={cluster.type} count={cluster.count} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{clusterContentsLabel(cluster)}</span>
          {comma}
          <UrgencyBadge level={cluster.urgencyLevel} />
        </span>
        {comma}
        <span className={classNames('block text-sm', !isSelected && 'text-muted')}>
          {area}
          {area && distance && (
            <>
              <span aria-hidden="true"> · </span>
              {comma}
            </>
          )}
          {distance}
        </span>
        {cluster.type !== 'food_needed' && (
          <>
            {(area || distance) && comma}
            <span className="mt-0.5 line-clamp-3 wrap-anywhere">{clusterTitlesLabel(cluster, avoids)}</span>
          </>
        )}
      </span>
    </button>
  );
}

/** By distance, without a place of the user by size; equal ones by id, so that their order is stable. */
export function nearestFirst<T extends MapCluster>(clusters: readonly T[], myPlace: GeoPoint | null): T[] {
  const rank = (cluster: MapCluster): number => (myPlace ? distanceKm(myPlace, cluster) : -cluster.count);
  return clusters
    .map((cluster) => ({ cluster, rank: rank(cluster) }))
    .toSorted((a, b) => a.rank - b.rank || (a.cluster.id < b.cluster.id ? -1 : 1))
    .map(({ cluster }) => cluster);
}

type Order = { readonly ids: readonly string[]; readonly of: unknown };

/** Keeps the order of first appearance, with new ones last, until `of` changes. */
export function useStableOrder(clusters: readonly MapCluster[], of: unknown): readonly MapCluster[] {
  const [order, setOrder] = useState<Order>({ ids: [], of });
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
  const remaining = order.of === of ? order.ids.filter((id) => byId.has(id)) : [];
  const remainingIds = new Set(remaining);
  const ids = [...remaining, ...[...byId.keys()].filter((id) => !remainingIds.has(id))];
  if (order.of !== of || ids.join(' ') !== order.ids.join(' ')) setOrder({ ids, of });
  return ids.flatMap((id) => byId.get(id) ?? []);
}
