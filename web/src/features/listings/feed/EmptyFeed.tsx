import { Plural, Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { VisitTime } from '@openlarder/domain/listings/listing-fields.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { formatDistance } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { feedQuery } from '../listings.queries.ts';
import {
  type FeedFilter,
  feedFilterQuery,
  isBrowsing,
  needsPart,
  withoutNeeds,
} from '../search/feed-filter.ts';
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

export function EmptyFeed(props: Props) {
  return (
    <>
      <EmptyNotice {...props} />
      {props.filter.q !== '' && <NearestFood {...props} />}
    </>
  );
}

/** What is nearest under the same filter, where a search has found nothing. What says nothing of allergens is left out. */
function NearestFood({ filter, avoids, renderCard }: Props) {
  const page = useInfiniteQuery(feedQuery({ ...filter, q: '' })).data?.pages[0];
  const farthest = Number.MAX_VALUE;
  const nearest = (page?.filter.q === '' ? page.listings : [])
    .filter((listing) => !isUnstated(listing, avoids))
    .toSorted((a, b) => (a.distanceKm ?? farthest) - (b.distanceKm ?? farthest))
    .slice(0, ROW_CARDS);
  if (nearest.length === 0) return null;
  return <FoodRow title={<Trans>Near you right now</Trans>}>{nearest.map(renderCard)}</FoodRow>;
}

function EmptyNotice({ filter, onChange, isFar, otherwise }: Props) {
  const awayKm = useAwayKm();
  const { q, withinKm, area, when } = filter;
  const isOnlyElsewhere = area !== null && withinKm === null && !q;
  const isOnlyWhen = !q && withinKm === null && area === null;
  const distance = withinKm !== null && formatDistance(withinKm);
  const isNarrowed = feedFilterQuery(filter) !== '';
  return (
    <EmptyState
      illustration="plate"
      headingLevel={2}
      isSmall={q !== ''}
      title={<Trans>No Food Available</Trans>}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {area && (
            <Button onClick={() => onChange({ ...filter, area: null })}>
              <Trans>Show everywhere</Trans>
            </Button>
          )}
          {withinKm !== null && (
            <Button
              variant={area ? 'secondary' : 'primary'}
              onClick={() => onChange({ ...filter, withinKm: null })}
            >
              <Trans>Look farther away</Trans>
            </Button>
          )}
          {q && (
            <Button
              variant={withinKm === null && !area ? 'primary' : 'secondary'}
              onClick={() => onChange({ ...filter, q: '' })}
            >
              <Trans>Clear search</Trans>
            </Button>
          )}
          {when && (
            <Button
              variant={withinKm === null && !area && !q ? 'primary' : 'secondary'}
              onClick={() => onChange({ ...filter, when: null })}
            >
              <Trans>Any time</Trans>
            </Button>
          )}
          {!q && !area && !when && withinKm === null && isNarrowed && (
            <Button onClick={() => onChange(isBrowsing(filter) ? withoutNeeds(filter) : needsPart(filter))}>
              <Trans>Show all food</Trans>
            </Button>
          )}
          {!isNarrowed && otherwise}
        </div>
      }
    >
      {when && isOnlyWhen ? (
        <VisitSentence when={when} />
      ) : isOnlyElsewhere ? (
        <Trans>There's nothing in this part of the map right now. Try looking just outside it.</Trans>
      ) : q && distance ? (
        <Trans>
          Nothing for “{q}” within {distance} right now. As soon as someone shares some, you'll see it here.
        </Trans>
      ) : q ? (
        <Trans>Nothing for “{q}” right now. Try another word, or see what else is available.</Trans>
      ) : distance ? (
        <Trans>Nothing like that within {distance} right now.</Trans>
      ) : isNarrowed ? (
        <Trans>Nothing like that right now. As soon as someone shares some, you'll see it here.</Trans>
      ) : isFar || awayKm !== null ? (
        <Beyond awayKm={awayKm} />
      ) : (
        <Trans>As soon as a neighbor shares food, you'll see it here.</Trans>
      )}
    </EmptyState>
  );
}

/** How far the person is from the community, if that is beyond a day's trip. */
function useAwayKm(): number | null {
  const community = useCommunity();
  const me = useQueryClient().getQueryData(currentUserQuery.queryKey);
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

type FartherFoodProps = {
  readonly filter: FeedFilter;
  readonly count: number;
  readonly reachKm: number;
  readonly renderCard: (listing: Listing) => ReactNode;
};

/** Food beyond a day's trip, behind one tap. */
export function FartherFood({ filter, count, reachKm, renderCard }: FartherFoodProps) {
  const [isOpen, setOpen] = useState(false);
  const far = useInfiniteQuery({ ...feedQuery(filter, 'far'), enabled: isOpen });
  const distance = formatDistance(reachKm);
  return (
    <section className="flex flex-col gap-2">
      <Button
        wide
        variant="secondary"
        aria-expanded={isOpen}
        busy={far.isLoading}
        onClick={() => setOpen(!isOpen)}
      >
        <Plural
          value={count}
          one={`# item more than ${distance} away`}
          other={`# items more than ${distance} away`}
        />
      </Button>
      {isOpen && far.isError && (
        <QueryError of={far} title={<Trans>We couldn't load more.</Trans>} reason={null} />
      )}
      {isOpen && far.data && (
        <ul className="lines">{far.data.pages.flatMap(({ listings }) => listings).map(renderCard)}</ul>
      )}
      {isOpen && far.hasNextPage && (
        <Button variant="secondary" busy={far.isFetchingNextPage} onClick={() => void far.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}
