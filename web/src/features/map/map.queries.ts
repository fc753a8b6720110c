import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import type { MapFilter } from './map-filter.ts';

/** What lies within the bounds, under a filter. */
export function clustersQuery({ north, south, east, west }: GeoBounds, filter: MapFilter) {
  const { categories, urgencyLevels, radiusM } = filter;
  return endpointQuery(listClusters, {
    query: { north, south, east, west, radius: radiusM, categories, urgencyLevels },
  });
}

/** The start of every key above: what to make old when anything on the map has changed. */
export const clustersKey = endpointKey(listClusters);
