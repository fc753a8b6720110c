import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import { MAX_CLUSTER_RADIUS_M, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { MarkedListing } from '#web/lib/marked-listing.ts';

/**
 * The cluster that holds a listing: the one that names it, else the nearest of those that hold more than they name,
 * as far as a cluster can reach. null where none can hold it.
 */
export function clusterOfListing(
  clusters: readonly MapCluster[],
  { id, point }: MarkedListing,
): MapCluster | null {
  const named = clusters.find(({ items }) => items.some((item) => item.id === id));
  if (named) return named;
  const [nearest] = clusters
    .filter(({ count, items }) => count > items.length)
    .map((cluster) => ({ cluster, farM: distanceM(cluster, point) }))
    .filter(({ farM }) => farM <= MAX_CLUSTER_RADIUS_M)
    .toSorted((a, b) => a.farM - b.farM);
  return nearest?.cluster ?? null;
}
