import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect, useState } from 'react';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { makeHeatLayer } from '#web/ui/map/heat-layer.ts';
import { useMap } from '#web/ui/map/map-context.ts';
import { useDarkTheme } from '#web/ui/map/use-dark-theme.ts';

const URGENCY_WEIGHT: Readonly<Record<UrgencyLevel, number>> = {
  low: 0.8,
  medium: 1,
  high: 1.35,
  emergency: 1.7,
};
/** One unhurried thing is a faint glow. */
const UNIT = 0.3;

/** How warm a cluster is on the heat map: doubling what is there adds the same again, and urgency multiplies. */
export const heatWeight = ({ count, urgencyLevel }: Pick<MapCluster, 'count' | 'urgencyLevel'>): number =>
  UNIT * Math.log2(1 + count) * URGENCY_WEIGHT[urgencyLevel];

/** How much there is where, as warmth under the marks of a `BaseMap`. */
export function HeatLayer({ clusters }: { readonly clusters: readonly MapCluster[] }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  const [heat] = useState(makeHeatLayer);

  useEffect(() => {
    heat.layer.addTo(map);
    return () => {
      heat.layer.remove();
    };
  }, [map, heat]);

  useEffect(() => {
    heat.show(
      clusters.map((cluster) => ({
        latitude: cluster.latitude,
        longitude: cluster.longitude,
        weight: heatWeight(cluster),
      })),
      dark,
    );
  }, [heat, clusters, dark]);

  return null;
}
