import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ItemPicture } from '../ItemPicture.tsx';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatNumber, formatPickupWindow } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import {
  clusterAreaLabel,
  clusterContentsLabel,
  clusterFood,
  clusterTitlesLabel,
  clusterWalkLabel,
} from '../cluster-labels.ts';
import { nearestFirst, useStableOrder } from './ClusterList.tsx';
import { useClusterFocus } from './use-cluster-focus.ts';

type Props = {
  readonly clusters: readonly MapCluster[];
  /** Identifies what the clusters belong to: the order is kept while it stays the same. */
  readonly of: unknown;
  readonly myPlace: GeoPoint | null;
  /** Requests come last, for people who cannot answer them. */
  readonly foodFirst: boolean;
  readonly previewedId: string | null;
  /** Called with the card that the carousel has come to rest at. */
  readonly onPreview: (cluster: MapCluster) => void;
  readonly onOpen: (cluster: MapCluster) => void;
  /** The list element, which gets the focus if the focused card is gone and no other is left. */
  readonly ref: RefObject<HTMLUListElement | null>;
  readonly className?: string;
};

/** How many cards are shown at first, and added by "Show more". */
const PAGE_SIZE = 20;
/** Without scroll events for this time the carousel is at rest, in milliseconds. */
const REST_MS = 120;

const CARD =
  'flex h-full min-h-20 w-full items-center gap-3 rounded-card border bg-surface px-3 py-2 text-start text-ink shadow-float';

/** The index of the card in the middle of the visible part. */
function middleCard(row: HTMLElement): number {
  const { left, width } = row.getBoundingClientRect();
  const distances = [...row.children].map((card) => {
    const box = card.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - (left + width / 2));
  });
  return distances.indexOf(Math.min(...distances));
}

/** Scrolling to a card previews it on the map, a tap opens it. Live changes move no card under the finger. */
export function ClusterCarousel({
  clusters,
  of,
  myPlace,
  foodFirst,
  previewedId,
  onPreview,
  onOpen,
  ref: row,
  className,
}: Props) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const all = useStableOrder(
    useMemo(() => {
      const nearest = nearestFirst(clusters, myPlace);
      const isLast = ({ type }: MapCluster): number => Number(foodFirst && type === 'food_needed');
      return nearest.toSorted((a, b) => isLast(a) - isLast(b));
    }, [clusters, myPlace, foodFirst]),
    of,
  );
  const shown = all.slice(0, limit);
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
      if (cluster && cluster.id !== previewedId) onPreview(cluster);
    }, REST_MS);
  };
  return (
    <>
      <span className="sr-only">
        <output>{hasGone && t`It isn't on the map anymore.`}</output>
      </span>
      <ul
        ref={row}
        tabIndex={-1}
        aria-label={t`Places on the map`}
        onScroll={onScroll}
        className={classNames(
          // room for the shadow and the ring of its cards; what is for screen readers scrolls with them
          'relative -mb-3 flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-contain px-4 -mt-0.5 pt-1.5 pb-4 outline-none [scrollbar-width:none]',
          className,
        )}
      >
        {shown.map((cluster) => (
          <Card key={cluster.id}>
            <button
              {...itemProps(cluster.id)}
              type="button"
              aria-current={cluster.id === previewedId || undefined}
              onClick={() => onOpen(cluster)}
              className={classNames(CARD, cluster.id === previewedId ? 'border-brand' : 'border-line')}
            >
              <CardContent cluster={cluster} here={myPlace} />
            </button>
          </Card>
        ))}
        {all.length > limit && (
          <Card>
            <button
              type="button"
              className={classNames(CARD, 'flex-col justify-center border-line font-semibold')}
              onClick={() => {
                goTo(all[limit]?.id);
                setLimit(limit + PAGE_SIZE);
              }}
            >
              <Trans>Show more</Trans>
              <span className="text-sm font-normal text-muted">{formatNumber(all.length - limit)}</span>
            </button>
          </Card>
        )}
      </ul>
    </>
  );
}

const Card = ({ children }: { readonly children: ReactNode }) => (
  <li className="w-full shrink-0 snap-center sm:max-w-80">{children}</li>
);

/** What its pin says first: a dish, and the person's warning if there is none without. */
function CardContent({ cluster, here }: { readonly cluster: MapCluster; readonly here: GeoPoint | null }) {
  const avoids = useAvoids();
  const nowMs = useNow();
  const [dish] = clusterFood(cluster, avoids);
  const only = cluster.count === 1 ? cluster.items[0] : undefined;
  const walk = clusterWalkLabel(cluster, here);
  // separates lines for screen readers
  const comma = <span className="sr-only">, </span>;
  return (
    <>
      {dish && <ItemPicture item={dish} className="w-12 shrink-0 self-start rounded-small" />}
      <span className="flex min-w-0 flex-1 flex-col items-start">
        <span className="line-clamp-2 font-semibold wrap-anywhere low:line-clamp-1">
          {clusterTitlesLabel(cluster, avoids)}
        </span>
        {comma}
        <span className="flex w-full flex-wrap gap-x-3 text-sm low:flex-nowrap">
          {only?.availableFrom && only.availableUntil && (
            <span className="inline-block font-semibold first-letter:uppercase">
              {formatPickupWindow(only.availableFrom, only.availableUntil, nowMs)}
              {comma}
            </span>
          )}
          {walk && (
            <span>
              {walk}
              {comma}
            </span>
          )}
          {cluster.type !== 'food_needed' && (
            <span className="truncate text-muted">{clusterAreaLabel(cluster)}</span>
          )}
        </span>
        {dish && <AllergenWarning short listing={dish} avoids={avoids} />}
        <span className="sr-only">
          , {clusterContentsLabel(cluster)}, {urgencyLabel(cluster.urgencyLevel)}
        </span>
      </span>
    </>
  );
}
