import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useState } from 'react';

/** The nearest first; without a place of one's own, the largest. Equal ones keep an order that does not jump. */
export function nearestFirst(clusters: readonly MapCluster[], myPlace: GeoPoint | null): MapCluster[] {
  const rank = (cluster: MapCluster): number => (myPlace ? distanceKm(myPlace, cluster) : -cluster.count);
  return clusters
    .map((cluster) => ({ cluster, rank: rank(cluster) }))
    .toSorted((a, b) => a.rank - b.rank || (a.cluster.id < b.cluster.id ? -1 : 1))
    .map(({ cluster }) => cluster);
}

type Held = { readonly ids: readonly string[]; readonly of: unknown };

/**
 * The clusters in the order they first came in: whatever news do to their ranks, what is shown stays where it is and
 * what is new comes last. `of` is what they are of; with another, they stand as they come.
 */
export function useHeldOrder(clusters: readonly MapCluster[], of: unknown): readonly MapCluster[] {
  const [held, setHeld] = useState<Held>({ ids: [], of });
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
  const kept = held.of === of ? held.ids.filter((id) => byId.has(id)) : [];
  const keptIds = new Set(kept);
  const ids = [...kept, ...[...byId.keys()].filter((id) => !keptIds.has(id))];
  if (held.of !== of || ids.join(' ') !== held.ids.join(' ')) setHeld({ ids, of });
  return ids.flatMap((id) => byId.get(id) ?? []);
}
