import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { expect, test } from 'vitest';
import type { ListingOnMap } from '#server/features/listings/map-source.ts';
import { makeIndexedItems } from './indexed-items.ts';
import { largestClusters } from './map.service.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const WORLD = { north: 90, south: -90, east: 180, west: -180 };

function listingsAt(point: GeoPoint, count: number, from: number): ListingOnMap[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: `01932d70-0000-7000-8000-${String(from + nth).padStart(12, '0')}`,
    donorId: 'donor',
    title: 'Soup',
    category: 'prepared_meals' as const,
    firstPhotoId: null,
    urgencyLevel: 'low' as const,
    urgencyChangesMs: null,
    areaLabel: 'Chelsea',
    placeIsPublic: false,
    servingsLeft: 1,
    point,
    createdAt: new Date(NOW_MS),
    availableFrom: new Date(NOW_MS),
    availableUntil: new Date(NOW_MS),
    offeredUntil: new Date(NOW_MS + 60_000),
    feedEnd: new Date(NOW_MS + 60_000),
    diets: [],
    allergens: null,
  }));
}

test('shows items of every cluster, regardless of the size of others, with the full counts', async () => {
  const crowds = Array.from({ length: 30 }, (_, nth) =>
    listingsAt({ latitude: nth, longitude: 10 }, 60, 60 * nth),
  );
  const alone = Array.from({ length: 40 }, (_, nth) =>
    listingsAt({ latitude: nth, longitude: 20 }, 1, 10_000 + nth),
  );
  const indexed = makeIndexedItems();
  for (const item of [...crowds, ...alone].flat()) indexed.set(item.id, item);
  const { clusters, total } = largestClusters(indexed, WORLD, { radiusM: 1000 });
  expect(clusters.map(({ count }) => count)).toEqual([
    ...Array.from({ length: 30 }, () => 60),
    ...Array.from({ length: 40 }, () => 1),
  ]);
  expect(total).toBe(1840);
  expect(clusters.slice(30).map(({ items }) => items.length)).toEqual(Array.from({ length: 40 }, () => 1));
  expect(clusters.slice(0, 30).every(({ items }) => items.length === 32)).toBe(true);
});
