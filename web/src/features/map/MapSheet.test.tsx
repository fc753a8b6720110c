import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster, clusterIdOf } from '@openlarder/domain/map/cluster-id.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { answer, api } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import MapSheet from './MapSheet.tsx';

const HERE = { latitude: 40.766, longitude: -73.975 };
const RYE = clusterIdOf(1000, 1_048_576 * 900 + 700);
const cluster: MapCluster = {
  id: RYE,
  type: 'food_available',
  urgencyLevel: 'low',
  count: 1,
  ...HERE,
  items: [
    {
      id: '0198a0aa-0000-7000-8000-00000000000a',
      title: 'Rye',
      urgencyLevel: 'low',
      pickupLocation: 'Chelsea',
      estimatedServings: 4,
      householdSize: null,
      createdAt: '2026-05-01T12:00:00.000Z',
    },
  ],
};

beforeEach(() => {
  api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 })));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  setCommunity({ mapCentre: HERE, mapTiles: null } as Parameters<typeof setCommunity>[0] & object);
});
afterEach(() => {
  setCommunity(undefined);
  vi.restoreAllMocks();
});

async function sheet() {
  answer(listClusters, [cluster]);
  const said: string[] = [];
  const areas: (GeoBounds | null)[] = [];
  function Over() {
    const [area, setArea] = useState<GeoBounds | null>(null);
    return (
      <MapSheet
        myPlace={null}
        area={area}
        under="/"
        onClose={() => said.push('closed')}
        onArea={(next) => {
          areas.push(next);
          setArea(next);
        }}
      />
    );
  }
  const part = renderPart(<Over />);
  const cards = await screen.findByRole('list', { name: 'Places on the map' });
  const card = await within(cards).findByRole('button', { name: /Food Available/ });
  return { ...part, said, areas, card };
}

it('opens a card, and Escape puts away the card before the sheet', async () => {
  const { user, said, areas, card } = await sheet();
  await user.click(card);
  expect(await screen.findByRole('button', { name: 'View All Items' })).toBeTruthy();
  expect(areas).toEqual([areaOfCluster(RYE)]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
  expect(document.activeElement).toBe(card);
  expect(said).toEqual([]);
  await user.keyboard('{Escape}');
  expect(said).toEqual(['closed']);
});

it('shows all of a cluster in the feed, and makes way for it', async () => {
  const { user, said, areas, card } = await sheet();
  await user.click(card);
  await user.click(await screen.findByRole('button', { name: 'View All Items' }));
  expect(areas.at(-1)).toEqual(areaOfCluster(RYE));
  expect(said).toEqual(['closed']);
});
