import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { VisitTime } from '@openlarder/domain/listings/listing-fields.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { formatPickupWindow, formatWords } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { feedQuery, type FeedPage, firstPagesQuery } from '../listings.queries.ts';
import {
  clearFilters,
  type FeedFilter,
  feedFilterQuery,
  understoodFilter,
  useMe,
} from '../search/feed-filter.ts';
import { limitName, widerFilters, type WiderFilter } from '../search/wider-filters.ts';
import { FoodRow } from './FoodRow.tsx';

type Props = {
  readonly filter: FeedFilter;
  readonly onChange: (filter: FeedFilter) => void;
  /** All food is beyond reach. */
  readonly isFar: boolean;
  readonly otherwise: ReactNode;
  readonly avoids: readonly Allergen[];
  readonly renderCard: (listing: Listing) => ReactNode;
};

type Wider = WiderFilter & { readonly page: FeedPage };

/** Names what hides all food, and how much there is without each of it; under a search, the nearest other food. */
export function EmptyFeed({ filter: chosen, ...rest }: Props) {
  const filter = understoodFilter(chosen);
  const limits = widerFilters(filter);
  const found = useQuery({
    ...firstPagesQuery(limits.map((limit) => limit.filter)),
    enabled: limits.length > 0,
  });
  const wider = limits.flatMap((limit, nth): Wider[] => {
    const page = found.data?.pages[nth];
    return page && page.totalCount > 0 ? [{ ...limit, page }] : [];
  });
  const hasSearched = !found.isLoading && wider.every(({ without }) => without === 'words');
  return (
    <>
      <EmptyNotice filter={filter} limits={limits} wider={found.isLoading ? null : wider} {...rest} />
      {filter.q !== '' && hasSearched && <OtherFood filter={filter} {...rest} />}
    </>
  );
}

/** What is nearest under the same filter, where a search has found nothing. What says nothing of allergens is left out. */
function OtherFood({ filter, avoids, renderCard }: Props) {
  const page = useInfiniteQuery(feedQuery({ ...filter, q: '', nearestFirst: true })).data?.pages[0];
  const nearest = (page?.filter.q === '' ? page.listings : [])
    .filter((listing) => !isUnstated(listing, avoids))
    .slice(0, ROW_CARDS);
  if (nearest.length === 0) return null;
  return <FoodRow title={<Trans>Other food</Trans>}>{nearest.map(renderCard)}</FoodRow>;
}

type NoticeProps = Omit<Props, 'avoids' | 'renderCard'> & {
  readonly limits: readonly WiderFilter[];
  /** Null until it is known. */
  readonly wider: readonly Wider[] | null;
};

function EmptyNotice({ filter, onChange, isFar, otherwise, limits, wider }: NoticeProps) {
  const { q } = filter;
  const isNarrowed = limits.length > 0;
  return (
    <EmptyState
      illustration="plate"
      headingLevel={2}
      isSmall={q !== ''}
      title={<Trans>No Food Available</Trans>}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {wider?.map(({ without, filter: next, page }, nth) => (
            <Button
              key={without}
              variant={nth === 0 ? 'primary' : 'secondary'}
              onClick={() => onChange(next)}
            >
              {showLabel(without, page.totalCount)}
            </Button>
          ))}
          {wider && (limits.length > 1 || (isNarrowed && wider.length === 0)) && (
            <Button variant="quiet" onClick={() => onChange(clearedOf(filter))}>
              <Trans>Clear all</Trans>
            </Button>
          )}
          {!isNarrowed && otherwise}
        </div>
      }
    >
      {isNarrowed ? (
        <>
          <WhatHides filter={filter} limits={limits} wider={wider} />
          <SoonestPickup of={wider?.find(({ without }) => without === 'when')?.page} />
        </>
      ) : (
        <NothingShared isFar={isFar} />
      )}
    </EmptyState>
  );
}

/** "Show 3 at any time". */
function showLabel(without: WiderFilter['without'], count: number): string {
  switch (without) {
    case 'when':
      return plural(count, { one: 'Show # at any time', other: 'Show # at any time' });
    case 'freshness':
      return plural(count, { one: 'Show # of any freshness', other: 'Show # of any freshness' });
    case 'category':
      return plural(count, { one: 'Show # of any kind', other: 'Show # of any kind' });
    case 'area':
      return plural(count, { one: 'Show # everywhere', other: 'Show # everywhere' });
    case 'distance':
      return plural(count, { one: 'Show # farther away', other: 'Show # farther away' });
    case 'giver':
      return plural(count, { one: 'Show # from everyone', other: 'Show # from everyone' });
    case 'needs':
      return plural(count, { one: 'Show # that may not suit you', other: 'Show # that may not suit you' });
    case 'words':
      return plural(count, { one: 'Show # other item', other: 'Show # other items' });
    default:
      return without satisfies never;
  }
}

/** The food's first pickup, where it can be had only at another time. */
function SoonestPickup({ of: page }: { readonly of: FeedPage | undefined }) {
  const nowMs = useNow();
  const [first] = (page?.listings ?? []).toSorted((a, b) => a.availableFrom.localeCompare(b.availableFrom));
  if (!first) return null;
  const pickup = formatPickupWindow(first.availableFrom, first.availableUntil, nowMs);
  return (
    <p className="mt-1 font-semibold text-ink">
      <Trans>The first pickup: {pickup}.</Trans>
    </p>
  );
}

type WhatHidesProps = Pick<NoticeProps, 'filter' | 'limits' | 'wider'>;

function WhatHides({ filter, limits, wider }: WhatHidesProps) {
  const me = useMe();
  const { q, when } = filter;
  const isOnly = (limit: WiderFilter['without']) => limits.length === 1 && limits[0]?.without === limit;
  // no limit is to blame for what is not there at all
  const isNowhere = q !== '' && wider?.every(({ without }) => without === 'words');
  if (isOnly('words') || isNowhere)
    return <Trans>Nothing for “{q}” right now. Try another word, or see what else is available.</Trans>;
  if (when && isOnly('when')) return <VisitSentence when={when} />;
  if (isOnly('area'))
    return <Trans>There's nothing in this part of the map right now. Try looking just outside it.</Trans>;
  const names = formatWords(
    limits.flatMap(({ without }) => (without === 'words' ? [] : [limitName(without, filter, me)])),
  );
  return q ? (
    <Trans>
      Nothing for “{q}” fits this right now: {names}.
    </Trans>
  ) : (
    <Trans>Nothing fits this right now: {names}.</Trans>
  );
}

/** Everything is cleared but what a person avoids, unless that alone is left: it goes by its own button. */
function clearedOf(filter: FeedFilter): FeedFilter {
  const safe = clearFilters({ ...filter, q: '' }, []);
  return feedFilterQuery(safe) === feedFilterQuery(filter) ? { ...safe, withoutAllergens: [] } : safe;
}

/** Nothing is offered at all. */
function NothingShared({ isFar }: Pick<Props, 'isFar'>) {
  const awayKm = useAwayKm();
  if (isFar || awayKm !== null) return <Beyond awayKm={awayKm} />;
  return <Trans>As soon as a neighbor shares food, you'll see it here.</Trans>;
}

/** How far the person is from the community, if that is beyond a day's trip. */
function useAwayKm(): number | null {
  const community = useCommunity();
  const me = useMe();
  if (!community || !me || me.latitude === null || me.longitude === null) return null;
  const km = distanceKm({ latitude: me.latitude, longitude: me.longitude }, community.mapCentre);
  return km > community.reachKm ? km : null;
}

/** For someone near whom there is no one else: what they can do, and where the others are. */
function Beyond({ awayKm }: { readonly awayKm: number | null }) {
  const name = useAppName();
  const town = useCommunity()?.town;
  const distance = awayKm !== null && formatDistance(awayKm);
  return (
    <>
      <p>
        <Trans>No one near you is on {name} yet. Be the first to share.</Trans>
      </p>
      {distance && (
        <p className="mt-2">
          {town ? (
            <Trans>
              The others are around {town}, {distance} away.
            </Trans>
          ) : (
            <Trans>The others are {distance} away.</Trans>
          )}
        </p>
      )}
    </>
  );
}

function VisitSentence({ when }: { readonly when: VisitTime }) {
  if (when === 'now') return <Trans>Nothing can be picked up right now. Try tonight or tomorrow.</Trans>;
  if (when === 'tonight')
    return <Trans>Nothing can be picked up tonight. Try tomorrow, or look again later.</Trans>;
  return <Trans>Nothing is set for tomorrow yet. As soon as someone shares some, you'll see it here.</Trans>;
}
