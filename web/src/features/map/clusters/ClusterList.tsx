import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type FocusEventHandler, useId, useMemo, useRef, useState } from 'react';
import { formatDistance, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { clusterAreaLabel, clusterContentsLabel, clusterTitlesLabel } from '../cluster-labels.ts';
import { ClusterShape } from '../markers/MarkerShape.tsx';
import type { ClusterListProps } from '../map-filter.ts';
import { UrgencyBadge } from './ClusterDetail.tsx';
import { useClusterFocus } from './use-cluster-focus.ts';

/** How many are shown at first, and with every "Show more". */
const SHOWN_AT_A_TIME = 30;

/**
 * What the map shows, as a list. Live news come and go in it: who is at one of them stays there, and is taken to the
 * next and told so when it goes.
 */
export function ClusterList({ clusters, chosenId, myPlace, onChoose }: ClusterListProps) {
  const { t } = useLingui();
  const headingId = useId();
  const [most, setMost] = useState(SHOWN_AT_A_TIME);
  const all = useMemo(() => nearestFirst(clusters, myPlace), [clusters, myPlace]);
  const shown = all.slice(0, most);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hasGone, goTo, itemProps } = useClusterFocus(
    shown.map(({ id }) => id),
    heading,
  );
  const things = clusters.reduce((sum, { count }) => sum + count, 0);
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
          {plural(things, { one: '# item', other: '# items' })}
        </span>
      </h3>
      <VisuallyHidden>
        <output>{hasGone && t`That is no longer on the map.`}</output>
      </VisuallyHidden>
      {shown.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {shown.map((cluster) => (
            <li key={cluster.id}>
              <ClusterButton
                cluster={cluster}
                isChosen={cluster.id === chosenId}
                myPlace={myPlace}
                onChoose={onChoose}
                {...itemProps(cluster.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {all.length > most && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => {
            goTo(all[most]?.id);
            setMost(most + SHOWN_AT_A_TIME);
          }}
        >
          <Trans>Show more</Trans>
          <span className="font-normal text-muted">{formatNumber(all.length - most)}</span>
        </Button>
      )}
    </section>
  );
}

type ButtonProps = Pick<ClusterListProps, 'myPlace' | 'onChoose'> & {
  readonly cluster: MapCluster;
  readonly isChosen: boolean;
  readonly ref: (element: HTMLButtonElement | null) => void;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
};

/** One cluster. Its name says in one breath all that is seen of it. */
function ClusterButton({ cluster, isChosen, myPlace, onChoose, ...focus }: ButtonProps) {
  const area = clusterAreaLabel(cluster);
  const distance = myPlace && formatDistance(distanceKm(myPlace, cluster));
  // between what the eye sees apart from each other
  const comma = <VisuallyHidden>, </VisuallyHidden>;
  return (
    <button
      {...focus}
      type="button"
      aria-current={isChosen || undefined}
      onClick={() => onChoose(cluster)}
      className={classNames(
        'flex w-full min-w-0 items-start gap-3 rounded-card border p-3 text-start transition-colors duration-150',
        isChosen
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
        <span className={classNames('block text-sm', !isChosen && 'text-muted')}>
          {area}
          {area && distance && (
            <>
              <span aria-hidden="true"> · </span>
              {comma}
            </>
          )}
          {distance}
        </span>
        {(area || distance) && comma}
        <span className="mt-0.5 line-clamp-2 wrap-anywhere">{clusterTitlesLabel(cluster)}</span>
      </span>
    </button>
  );
}

/** The nearest first; without a place of one's own, the largest. Equal ones keep an order that does not jump. */
export function nearestFirst(clusters: readonly MapCluster[], myPlace: GeoPoint | null): MapCluster[] {
  const rank = (cluster: MapCluster): number => (myPlace ? distanceKm(myPlace, cluster) : -cluster.count);
  return clusters
    .map((cluster) => ({ cluster, rank: rank(cluster) }))
    .toSorted((a, b) => a.rank - b.rank || (a.cluster.id < b.cluster.id ? -1 : 1))
    .map(({ cluster }) => cluster);
}

type Held = { readonly ids: readonly string[]; readonly of: unknown };

/**
 * The clusters in the order they first came in: whatever news do to their ranks, what is shown stays where it is and
 * what is new comes last. `of` is what they are of; with another, they stand as they come.
 */
export function useStableOrder(clusters: readonly MapCluster[], of: unknown): readonly MapCluster[] {
  const [held, setHeld] = useState<Held>({ ids: [], of });
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
  const kept = held.of === of ? held.ids.filter((id) => byId.has(id)) : [];
  const keptIds = new Set(kept);
  const ids = [...kept, ...[...byId.keys()].filter((id) => !keptIds.has(id))];
  if (held.of !== of || ids.join(' ') !== held.ids.join(' ')) setHeld({ ids, of });
  return ids.flatMap((id) => byId.get(id) ?? []);
}
