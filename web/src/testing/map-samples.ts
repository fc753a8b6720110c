import type { MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';

/** Food on the map; what a test is about is given. */
export const aMapItem = (said: Partial<MapItem> = {}): MapItem => ({
  id: crypto.randomUUID(),
  title: 'Rye bread',
  urgencyLevel: 'medium',
  pickupLocation: 'Chelsea',
  estimatedServings: 4,
  householdSize: null,
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...said,
});

/** A cluster in Chelsea; what a test is about is given. */
export const aCluster = (said: Partial<MapCluster> = {}): MapCluster => {
  const items = said.items ?? [aMapItem()];
  return {
    id: crypto.randomUUID(),
    type: 'food_available',
    urgencyLevel: 'medium',
    count: items.length,
    latitude: 40.7465,
    longitude: -74.0014,
    items,
    ...said,
  };
};
