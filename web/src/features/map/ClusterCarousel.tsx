import { useLingui } from '@lingui/react/macro';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect, useRef } from 'react';
import { urgencyName } from '#web/features/listings/urgency-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { clusterArea, clusterContents, clusterTitles } from './cluster-words.ts';

type Props = {
  readonly clusters: readonly MapCluster[];
  readonly pointedAtId: string | null;
  /** The card that the row has come to rest at. */
  readonly onPoint: (cluster: MapCluster) => void;
  readonly onOpen: (cluster: MapCluster) => void;
  readonly className?: string;
};

/** So long nothing moves before the row counts as at rest, in milliseconds. */
const REST_MS = 120;

/** The card in the middle of what is in sight of the row. */
function middleCard(row: HTMLElement): number {
  const { left, width } = row.getBoundingClientRect();
  const distances = [...row.children].map((card) => {
    const box = card.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - (left + width / 2));
  });
  return distances.indexOf(Math.min(...distances));
}

/** Cards of what lies on the map, one beside the other: a swipe marks the next on the map, a tap opens it. */
export function ClusterCarousel({ clusters, pointedAtId, onPoint, onOpen, className }: Props) {
  const { t } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const cluster = row.current && clusters[middleCard(row.current)];
      if (cluster && cluster.id !== pointedAtId) onPoint(cluster);
    }, REST_MS);
  };
  // between what the eye sees on lines of their own
  const comma = <VisuallyHidden>, </VisuallyHidden>;
  return (
    <ul
      ref={row}
      aria-label={t`Places on the map`}
      onScroll={onScroll}
      className={classNames(
        'flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-contain px-4 py-1 [scrollbar-width:none]',
        className,
      )}
    >
      {clusters.map((cluster) => (
        <li key={cluster.id} className="w-[82%] max-w-80 shrink-0 snap-center">
          <button
            type="button"
            onClick={() => onOpen(cluster)}
            className={classNames(
              'flex h-full min-h-20 w-full flex-col items-start justify-center rounded-card border bg-surface px-4 py-3 text-start text-ink shadow-float',
              cluster.id === pointedAtId ? 'border-brand' : 'border-line',
            )}
          >
            <span className="line-clamp-1 font-semibold">{clusterTitles(cluster)}</span>
            {comma}
            <span className="line-clamp-1 text-sm text-muted">{clusterContents(cluster)}</span>
            <VisuallyHidden>, {urgencyName(cluster.urgencyLevel)}, </VisuallyHidden>
            <span className="line-clamp-1 text-sm text-muted">{clusterArea(cluster)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
