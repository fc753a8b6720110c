import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';
import { Clock, HeartHandshake, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link } from 'wouter';
import { ItemPicture } from '../ItemPicture.tsx';
import { householdLabel } from '#web/features/emergency/request-labels.ts';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { Facts } from '#web/features/listings/feed/ListingCard.tsx';
import { contentsLabel, urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { focusFallback, useListFocusRecovery } from '#web/lib/focus.ts';
import { formatWalk } from '#web/lib/distances.ts';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardLink } from '#web/ui/CardLink.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import {
  clusterHeading,
  clusterPlaceLabel,
  itemDistanceKm,
  itemPlaceLabel,
  itemTitle,
  mapAreaLabel,
  NAMES_SHOWN,
  unlistedCount,
} from '../cluster-labels.ts';
import { ClusterShape } from '../markers/MarkerShape.tsx';

export type ClusterDetailProps = {
  readonly cluster: MapCluster;
  readonly here: GeoPoint | null;
  /** The map's filter hides items that the feed shows. */
  readonly isFiltered: boolean;
  /** The address that Back from an open listing leads to. */
  readonly under: string;
  readonly onClose: () => void;
  readonly onViewAll: () => void;
  readonly onRespond: (() => void) | null;
};

/** A request rather than an offer; it has no page of its own. */
const isRequest = ({ category }: MapItem): boolean => category === null;

/** Takes the focus when it opens; its caller decides where the focus goes on closing. */
export function ClusterDetail({
  cluster,
  here,
  isFiltered,
  under,
  onClose,
  onViewAll,
  onRespond,
}: ClusterDetailProps) {
  const { t } = useLingui();
  const { id, type, count, items, areas } = cluster;
  const headingId = useId();
  const scopeId = useId();
  const card = useRef<HTMLElement>(null);
  const heading = useListFocusRecovery(items.map((item) => item.id));
  const openedId = useRef<string | null>(null);
  const close = useEffectEvent(onClose);
  const requests = areas.reduce((sum, area) => sum + area.count, 0);
  const more = unlistedCount(cluster);
  const hasRequests = type === 'food_needed' || requests > 0;
  // who cannot answer requests is told how many there are, and no more
  const isCount = type === 'food_needed' && items.length === 0 && onRespond === null;
  const isScoped = !isCount && (hasRequests || isFiltered);
  const place = type === 'food_needed' ? '' : clusterPlaceLabel(cluster);
  const only = count === 1 && !hasRequests ? items[0] : undefined;

  useEffect(() => {
    if (openedId.current === id) return;
    openedId.current = id;
    heading.current?.focus();
  }, [heading, id]);

  // a dialog over it may have been opened from an item that is gone by then
  useEffect(() => {
    focusFallback.current = heading.current;
  }, [heading]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !card.current?.contains(document.activeElement))
        return;
      // in the sheet, Escape would close the whole map
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return (
    <section
      ref={card}
      aria-labelledby={headingId}
      className="max-h-[min(26rem,55dvh)] min-w-0 scroll-pt-18 scroll-pb-18 overflow-y-auto overscroll-contain rounded-card bg-surface text-ink shadow-float"
    >
      <header className="sticky top-0 z-10 flex items-start gap-3 rounded-t-card bg-surface px-4 py-2">
        <ClusterShape type={type} count={count} />
        <div className="min-w-0 flex-1 self-center">
          <h3
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="font-sans text-base/snug font-semibold tracking-normal outline-none"
          >
            {clusterHeading(cluster)}
          </h3>
          <p className="text-sm/tight text-muted empty:hidden">
            {/* each food says its own way */}
            {type === 'food_needed' ? urgencyLabel(cluster.urgencyLevel) : place}
          </p>
        </div>
        <IconButton label={t`Close`} icon={<X />} onClick={onClose} className="-me-2 -mt-0.5" />
      </header>
      <ul className="divide-y divide-line border-y border-line px-4 empty:hidden">
        {/* of requests alone the heading names them, if it names all */}
        {(type === 'mixed' || areas.length > NAMES_SHOWN ? areas : []).map((area) => (
          <li key={JSON.stringify(area.bounds)} className="flex items-center gap-2 py-3 font-semibold">
            <HeartHandshake className="size-5 shrink-0 text-tomato" />
            <span className="min-w-0 wrap-anywhere">{mapAreaLabel(area)}</span>
          </li>
        ))}
        {items.map((item) => (
          <ClusterItem key={item.id} {...{ item, here, under }} saysPlace={place === ''} />
        ))}
      </ul>
      {more > 0 && (
        <p className="px-4 pt-3 text-sm text-muted">
          {plural(more, { one: 'and # more', other: 'and # more' })}
        </p>
      )}
      {isCount && (
        <p className="px-4 pt-1">
          {plural(count, {
            one: '# household near here needs food.',
            other: '# households near here need food.',
          })}
        </p>
      )}
      {requests > 0 && onRespond === null && (
        <p className="px-4 pt-3 text-sm">
          <Trans>Want to answer requests? Choose “I have food to share” in your profile.</Trans>{' '}
          <Link
            href={paths.tab('profile')}
            className="inline-block py-1.5 font-semibold underline underline-offset-4"
          >
            <Trans>Go to my profile</Trans>
          </Link>
        </p>
      )}
      {isScoped && !only && (
        <p id={scopeId} className="px-4 pt-3 text-sm text-muted">
          {!hasRequests ? (
            <Trans>The list shows all the food here, without the map's filters.</Trans>
          ) : isFiltered ? (
            <Trans>The list shows all the food here, without the requests and the map's filters.</Trans>
          ) : (
            <Trans>The list shows the food here, without the requests.</Trans>
          )}
        </p>
      )}
      <footer className="sticky bottom-0 flex flex-wrap gap-2 rounded-b-card bg-surface px-4 py-2">
        {hasRequests && onRespond && (
          <Button className="flex-1" onClick={onRespond}>
            <Trans>Respond</Trans>
          </Button>
        )}
        {isCount ? (
          <LinkButton href={paths.tab('share')} className="flex-1">
            <Trans>Share Food</Trans>
          </LinkButton>
        ) : only ? (
          <LinkButton href={paths.listing(only.id, under)} className="flex-1">
            <Trans>See this food</Trans>
          </LinkButton>
        ) : (
          <Button
            variant="secondary"
            className="flex-1"
            aria-describedby={isScoped ? scopeId : undefined}
            onClick={onViewAll}
          >
            <Trans>View All Items</Trans>
          </Button>
        )}
      </footer>
    </section>
  );
}

type ItemProps = Pick<ClusterDetailProps, 'here' | 'under'> & {
  readonly item: MapItem;
  /** Whether its place is not the one under the heading. */
  readonly saysPlace: boolean;
};

function ClusterItem({ item, here, under, saysPlace }: ItemProps) {
  const avoids = useAvoids();
  const nowMs = useNow();
  const km = itemDistanceKm(item, here);
  const contents = isRequest(item) ? null : contentsLabel(item, avoids);
  const isUrgent = item.urgencyLevel === 'high' || item.urgencyLevel === 'emergency';
  return (
    <li className="relative flex gap-3 py-2.5">
      <ItemPicture item={item} className="mt-0.5 w-13 shrink-0 self-start rounded-small" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="min-w-0 leading-tight font-semibold wrap-anywhere">
            {isRequest(item) ? (
              itemTitle(item)
            ) : (
              <CardLink href={paths.listing(item.id, under)}>{itemTitle(item)}</CardLink>
            )}
          </p>
          {isUrgent && <UrgencyBadge level={item.urgencyLevel} />}
        </div>
        {!isRequest(item) && <AllergenWarning short listing={item} avoids={avoids} />}
        {item.availableFrom && item.availableUntil && (
          <p className="text-sm/tight font-semibold first-letter:uppercase">
            {formatPickupWindow(item.availableFrom, item.availableUntil, nowMs)}
          </p>
        )}
        <Facts>
          {item.estimatedServings !== null && <li>{formatServings(item.estimatedServings)}</li>}
          {item.householdSize !== null && <li>{householdLabel(item.householdSize)}</li>}
          {km !== null && <li className="text-ink">{formatWalk(km, item.placeIsPublic)}</li>}
          {saysPlace && item.pickupLocation && (
            <li>
              <bdi translate="no">{itemPlaceLabel(item)}</bdi>
            </li>
          )}
          {contents && <li>{contents}</li>}
          {isRequest(item) && (
            <li>
              <RelativeTime at={item.createdAt} />
            </li>
          )}
        </Facts>
      </div>
    </li>
  );
}

const TONES: Readonly<Record<UrgencyLevel, BadgeTone>> = {
  low: 'plain',
  medium: 'today',
  high: 'urgent',
  emergency: 'critical',
};

/** The urgency in words; the color repeats it. */
export function UrgencyBadge({ level }: { readonly level: UrgencyLevel }) {
  return (
    <Badge tone={TONES[level]} icon={<Clock />}>
      {urgencyLabel(level)}
    </Badge>
  );
}
