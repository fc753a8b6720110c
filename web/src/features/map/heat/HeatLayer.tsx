import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect, useState } from 'react';
import { createHeatLayer } from '#web/ui/map/heat-layer.ts';
import { useMap } from '#web/ui/map/map-context.ts';
import { useDarkTheme } from '#web/ui/map/use-dark-theme.ts';
import { heatWeight } from './heat-weight.ts';

/** The heat of clusters, below the markers of a `BaseMap`. */
export function HeatLayer({ clusters }: { readonly clusters: readonly MapCluster[] }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  const [heat] = useState(createHeatLayer);

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
