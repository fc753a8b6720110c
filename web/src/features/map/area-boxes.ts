import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { AreaBoxes } from '#web/ui/map/AreaLayer.tsx';

/** All areas with requests, each once: an area may be in several clusters. */
export function areaBoxes(clusters: readonly MapCluster[]): AreaBoxes[] {
  const byKey = new Map(
    clusters.flatMap(({ areas }) => areas.map(({ bounds }) => [JSON.stringify(bounds), bounds] as const)),
  );
  return [...byKey.values()];
}
