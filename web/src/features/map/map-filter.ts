import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { DEFAULT_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** The map's filter; an empty list means all. */
export type MapFilter = {
  readonly categories: readonly Category[];
  readonly urgencyLevels: readonly UrgencyLevel[];
  /** How far from its center a cluster reaches, in meters. */
  readonly radiusM: number;
};

/** How many filters differ from their default. */
export const countMapFilters = ({ categories, urgencyLevels, radiusM }: MapFilter): number =>
  categories.length + urgencyLevels.length + Number(radiusM !== DEFAULT_CLUSTER_RADIUS_M);

/** True if the filter hides items; the radius only groups them. */
export const excludesItems = ({ categories, urgencyLevels }: MapFilter): boolean =>
  categories.length + urgencyLevels.length > 0;

export const NO_MAP_FILTER: MapFilter = {
  categories: [],
  urgencyLevels: [],
  radiusM: DEFAULT_CLUSTER_RADIUS_M,
};

const KEY = ['map-filter'] as const;

export function useMapFilter(): readonly [MapFilter, (filter: MapFilter) => void] {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => NO_MAP_FILTER,
    initialData: NO_MAP_FILTER,
    // client state only: there is nothing to fetch
    enabled: false,
    gcTime: Infinity,
  });
  return [data, (filter) => void queryClient.setQueryData(KEY, filter)];
}
