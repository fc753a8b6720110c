import type { MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';

const CHELSEA = { latitude: 40.7465, longitude: -74.0014 };

/** A food item on the map, with overrides. */
export const aMapItem = (said: Partial<MapItem> = {}): MapItem => ({
  id: crypto.randomUUID(),
  title: 'Rye bread',
  category: 'bakery_items',
  photoPath: null,
  allergens: null,
  urgencyLevel: 'medium',
  pickupLocation: 'Chelsea',
  ...CHELSEA,
  placeIsPublic: false,
  estimatedServings: 4,
  householdSize: null,
  availableFrom: new Date(Date.now() - 60_000).toISOString(),
  availableUntil: new Date(Date.now() + 36 * 3_600_000).toISOString(),
  createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...said,
});

/** A cluster in Chelsea, with overrides; a listing that names no other place is in its middle. */
export const aCluster = (said: Partial<MapCluster> = {}): MapCluster => {
  const { latitude = CHELSEA.latitude, longitude = CHELSEA.longitude } = said;
  const items = (said.items ?? [aMapItem()]).map((item) =>
    item.latitude === CHELSEA.latitude && item.longitude === CHELSEA.longitude
      ? { ...item, latitude, longitude }
      : item,
  );
  return {
    id: crypto.randomUUID(),
    type: 'food_available',
    urgencyLevel: 'medium',
    count: items.length,
    areas: [],
    ...said,
    latitude,
    longitude,
    items,
  };
};
