import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import {
  type FeedFilter,
  understoodFilter,
  useFeedFilter,
} from '#web/features/listings/search/feed-filter.ts';
import type { MapFilter } from '../map-filter.ts';

/** Never fetched. */
const NOWHERE: GeoBounds = { north: 0, south: 0, east: 0, west: 0 };
const NO_CLUSTERS: readonly MapCluster[] = [];

export type Clusters = {
  /** All fetched clusters, including those just out of view; the last ones while the next are loading. */
  readonly all: readonly MapCluster[];
  /** The clusters within the view. */
  readonly inView: readonly MapCluster[];
  readonly state: 'loading' | 'loaded' | 'failed';
  /** The last request failed; earlier clusters are still shown. */
  readonly hasFailed: boolean;
  readonly isFetching: boolean;
  readonly isCurrent: boolean;
  readonly retry: () => void;
};

/** The clusters of the map: fetched within `fetched`, null until the map is open; visible within `view`. */
export function useClusters(fetched: GeoBounds | null, view: GeoBounds | null, filter: MapFilter): Clusters {
  const [food] = useFeedFilter();
  const query = useQuery({ ...clustersQuery(fetched ?? NOWHERE, filter, food), enabled: fetched !== null });
  const [last, setLast] = useState<readonly MapCluster[]>();
  if (query.data && query.data !== last) setLast(query.data);
  const all = query.data ?? last;
  return {
    all: all ?? NO_CLUSTERS,
    inView: all && view ? all.filter((cluster) => boundsContain(view, cluster)) : NO_CLUSTERS,
    state: all ? 'loaded' : query.isError ? 'failed' : 'loading',
    hasFailed: query.isError,
    isFetching: query.isFetching,
    isCurrent: query.data !== undefined,
    retry: () => void query.refetch(),
  };
}

function clustersQuery({ north, south, east, west }: GeoBounds, filter: MapFilter, food: FeedFilter) {
  const { categories, urgencyLevels, radiusM } = filter;
  const { category, diets, withoutAllergens, freshness, when, withinKm, q, donorId } = understoodFilter(food);
  return endpointQuery(listClusters, {
    query: {
      north,
      south,
      east,
      west,
      radius: radiusM,
      categories,
      urgencyLevels,
      category,
      diets,
      withoutAllergens,
      freshness,
      when,
      withinKm,
      q: q || null,
      donorId,
    },
  });
}
