import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatNumber } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { nearestFirst, useStableOrder } from './ClusterList.tsx';
import { clusterAreaLabel, clusterContentsLabel, clusterTitlesLabel } from '../cluster-labels.ts';
import { useClusterFocus } from './use-cluster-focus.ts';

type Props = {
  readonly clusters: readonly MapCluster[];
  /** What they are of: the order is held for as long as it stays the same. */
  readonly of: unknown;
  readonly myPlace: GeoPoint | null;
  readonly pointedAtId: string | null;
  /** The card that the row has come to rest at. */
  readonly onPoint: (cluster: MapCluster) => void;
  readonly onOpen: (cluster: MapCluster) => void;
  /** The row, which takes the keyboard where the card that had it has gone and no other is left. */
  readonly ref: RefObject<HTMLUListElement | null>;
  readonly className?: string;
};

/** How many cards there are at first, and with every "Show more". */
const SHOWN_AT_A_TIME = 20;
/** So long nothing moves before the row counts as at rest, in milliseconds. */
const REST_MS = 120;

const CARD =
  'flex h-full min-h-20 w-full flex-col items-start justify-center rounded-card border bg-surface px-4 py-3 text-start text-ink shadow-float';

/** The card in the middle of what is in sight of the row. */
function middleCard(row: HTMLElement): number {
  const { left, width } = row.getBoundingClientRect();
  const distances = [...row.children].map((card) => {
    const box = card.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - (left + width / 2));
  });
  return distances.indexOf(Math.min(...distances));
}

/**
 * Cards of what lies on the map, one beside the other: a swipe marks the next on the map, a tap opens it. Live news
 * come and go in it, and what is under the thumb stays there.
 */
export function ClusterCarousel({
  clusters,
  of,
  myPlace,
  pointedAtId,
  onPoint,
  onOpen,
  ref: row,
  className,
}: Props) {
  const { t } = useLingui();
  const [most, setMost] = useState(SHOWN_AT_A_TIME);
  const all = useStableOrder(
    useMemo(() => nearestFirst(clusters, myPlace), [clusters, myPlace]),
    of,
  );
  const shown = all.slice(0, most);
  const { hasGone, goTo, itemProps } = useClusterFocus(
    shown.map(({ id }) => id),
    row,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const cluster = row.current && shown[middleCard(row.current)];
      if (cluster && cluster.id !== pointedAtId) onPoint(cluster);
    }, REST_MS);
  };
  return (
    <>
      <VisuallyHidden>
        <output>{hasGone && t`That is no longer on the map.`}</output>
      </VisuallyHidden>
      <ul
        ref={row}
        tabIndex={-1}
        aria-label={t`Places on the map`}
        onScroll={onScroll}
        className={classNames(
          // with room for the shadow of its cards
          '-mb-3 flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-contain px-4 pt-1 pb-4 outline-none [scrollbar-width:none]',
          className,
        )}
      >
        {shown.map((cluster) => (
          <Card key={cluster.id}>
            <button
              {...itemProps(cluster.id)}
              type="button"
              onClick={() => onOpen(cluster)}
              className={classNames(CARD, cluster.id === pointedAtId ? 'border-brand' : 'border-line')}
            >
              <CardText cluster={cluster} />
            </button>
          </Card>
        ))}
        {all.length > most && (
          <Card>
            <button
              type="button"
              className={classNames(CARD, 'items-center border-line font-semibold')}
              onClick={() => {
                goTo(all[most]?.id);
                setMost(most + SHOWN_AT_A_TIME);
              }}
            >
              <Trans>Show more</Trans>
              <span className="text-sm font-normal text-muted">{formatNumber(all.length - most)}</span>
            </button>
          </Card>
        )}
      </ul>
    </>
  );
}

const Card = ({ children }: { readonly children: ReactNode }) => (
  <li className="w-[82%] max-w-80 shrink-0 snap-center">{children}</li>
);

/** What a card says, in one breath. */
function CardText({ cluster }: { readonly cluster: MapCluster }) {
  // between what the eye sees on lines of their own
  const comma = <VisuallyHidden>, </VisuallyHidden>;
  return (
    <>
      <span className="line-clamp-1 font-semibold">{clusterTitlesLabel(cluster)}</span>
      {comma}
      <span className="line-clamp-1 text-sm text-muted">{clusterContentsLabel(cluster)}</span>
      <VisuallyHidden>, {urgencyLabel(cluster.urgencyLevel)}, </VisuallyHidden>
      <span className="line-clamp-1 text-sm text-muted">{clusterAreaLabel(cluster)}</span>
    </>
  );
}
