import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import type { MapFilter } from './map-filter.ts';

/** The clusters within bounds, under a filter. */
export function clustersQuery({ north, south, east, west }: GeoBounds, filter: MapFilter) {
  const { categories, urgencyLevels, radiusM } = filter;
  return endpointQuery(listClusters, {
    query: { north, south, east, west, radius: radiusM, categories, urgencyLevels },
  });
}
