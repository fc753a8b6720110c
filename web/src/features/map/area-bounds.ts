import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';

/** The boxes of all areas with requests, each once: an area may be in several clusters. */
export function areaBounds(clusters: readonly MapCluster[]): GeoBounds[] {
  const byKey = new Map(
    clusters.flatMap(({ areas }) =>
      areas.flatMap(({ bounds }) => bounds.map((box) => [JSON.stringify(box), box] as const)),
    ),
  );
  return [...byKey.values()];
}
