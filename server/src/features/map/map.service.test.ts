import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { expect, test } from 'vitest';
import type { ListingOnMap } from '#server/features/listings/listings.service.ts';
import { claimsFixture } from '#server/testing/factories/claims-fixture.ts';
import { makeLiveMap } from './map.service.ts';

const fixture = await claimsFixture();
const WORLD = { north: 90, south: -90, east: 180, west: -180 };

function listingsAt(point: GeoPoint, count: number, from: number): ListingOnMap[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: `01932d70-0000-7000-8000-${String(from + nth).padStart(12, '0')}`,
    donorId: 'donor',
    title: 'Soup',
    category: 'prepared_meals' as const,
    urgencyLevel: 'low' as const,
    areaLabel: 'Chelsea',
    servingsLeft: 1,
    point,
    createdAt: new Date(fixture.clock.at),
    offeredUntil: new Date(fixture.clock.at + 60_000),
  }));
}

test('shows items of every cluster, however large the others are, with the full counts', async () => {
  const crowds = Array.from({ length: 30 }, (_, nth) =>
    listingsAt({ latitude: nth, longitude: 10 }, 60, 60 * nth),
  );
  const alone = Array.from({ length: 40 }, (_, nth) =>
    listingsAt({ latitude: nth, longitude: 20 }, 1, 10_000 + nth),
  );
  const all = [...crowds, ...alone].flat();
  const map = makeLiveMap({
    ...fixture,
    listings: {
      // more than one page
      listingsOnMap: async (page) =>
        'ids' in page
          ? []
          : all.filter(({ id }) => page.after === null || id > page.after).slice(0, page.limit),
    },
    requests: { pendingRequestsOnMap: async () => [] },
    isDonor: async () => false,
    warn: () => {},
  });
  const { clusters, total } = await map.clusters(await fixture.person(), WORLD, { radiusM: 1000 });
  expect(clusters.map(({ count }) => count)).toEqual([
    ...Array.from({ length: 30 }, () => 60),
    ...Array.from({ length: 40 }, () => 1),
  ]);
  expect(total).toBe(1840);
  expect(clusters.slice(30).map(({ items }) => items.length)).toEqual(Array.from({ length: 40 }, () => 1));
  expect(clusters.slice(0, 30).every(({ items }) => items.length === 32)).toBe(true);
});
