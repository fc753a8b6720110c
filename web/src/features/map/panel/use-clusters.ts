import { boundsHold, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clustersQuery } from '../map.queries.ts';
import { DEFAULT_BOUNDS, type MapFilter } from '../map-filter.ts';

const NOTHING: readonly MapCluster[] = [];

export type Clusters = {
  /** All that was fetched, what is just out of sight too; the last that came while the next is on its way. */
  readonly all: readonly MapCluster[];
  /** Those in sight. */
  readonly inView: readonly MapCluster[];
  readonly state: 'first' | 'shown' | 'failed';
  /** The last call failed; what was there is still shown. */
  readonly hasFailed: boolean;
  readonly isFetching: boolean;
  /** What is shown answers what is asked now, and is no leftover. */
  readonly isCurrent: boolean;
  readonly retry: () => void;
};

/** What lies on the map: asked for within `fetched`, null before the map is open; in sight is `view`. */
export function useClusters(fetched: GeoBounds | null, view: GeoBounds | null, filter: MapFilter): Clusters {
  const query = useQuery({ ...clustersQuery(fetched ?? DEFAULT_BOUNDS, filter), enabled: fetched !== null });
  const [last, setLast] = useState<readonly MapCluster[]>();
  if (query.data && query.data !== last) setLast(query.data);
  const all = query.data ?? last;
  return {
    all: all ?? NOTHING,
    inView: all && view ? all.filter((cluster) => boundsHold(view, cluster)) : NOTHING,
    state: all ? 'shown' : query.isError ? 'failed' : 'first',
    hasFailed: query.isError,
    isFetching: query.isFetching,
    isCurrent: query.data !== undefined,
    retry: () => void query.refetch(),
  };
}
