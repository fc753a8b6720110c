import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster, clusterIdOf } from '@openlarder/domain/map/cluster-id.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { makeQueryClient } from '#web/lib/query-client.ts';
import { answer, api, refuse } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { clustersKey } from './map.queries.ts';
import MapPanel from './MapPanel.tsx';

const HERE = { latitude: 40.766, longitude: -73.975 };
const FIRST = clusterIdOf(1000, 1_048_576 * 900 + 700);
const SECOND = clusterIdOf(1000, 1_048_576 * 901 + 700);
let items = 0;
function aCluster(id: string, title: string, said: Partial<MapCluster> = {}): MapCluster {
  items += 1;
  const item = {
    id: `0198a0aa-0000-7000-8000-${String(items).padStart(12, '0')}`,
    title,
    urgencyLevel: 'low' as const,
    pickupLocation: 'Chelsea',
    estimatedServings: 4,
    householdSize: null,
    createdAt: '2026-05-01T12:00:00.000Z',
  };
  return { id, type: 'food_available', urgencyLevel: 'low', count: 1, ...HERE, items: [item], ...said };
}

beforeEach(() => {
  // The map's data is not what these tests are about: plain land does. It has a size, as in a browser.
  api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 })));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  setCommunity({ ...community });
});
afterEach(() => {
  setCommunity(undefined);
  vi.restoreAllMocks();
});

const community = { mapCentre: HERE, mapTiles: null } as Parameters<typeof setCommunity>[0] & object;

/** The panel beside a feed that does what it is told. */
function panel(queryClient = makeQueryClient()) {
  const areas: (GeoBounds | null)[] = [];
  function Beside() {
    const [area, setArea] = useState<GeoBounds | null>(null);
    return (
      <>
        <MapPanel
          myPlace={HERE}
          area={area}
          under="/"
          onArea={(next) => {
            areas.push(next);
            setArea(next);
          }}
        />
        <button type="button" onClick={() => setArea(null)}>
          All food
        </button>
      </>
    );
  }
  return { ...renderPart(<Beside />, { queryClient }), areas };
}
const list = async () => within(await screen.findByRole('region', { name: /^On this map/ }));
const again = (queryClient: ReturnType<typeof makeQueryClient>) =>
  act(() => queryClient.invalidateQueries({ queryKey: clustersKey }));

it('asks for what is in sight and a little more, a thousand metres a cluster', async () => {
  const asked = answer(listClusters, [aCluster(FIRST, 'Rye')]);
  panel();
  await (await list()).findByText('Rye');
  expect(asked).toHaveLength(1);
  const query = asked[0]?.query;
  expect(query?.get('radius')).toBe('1000');
  const height = Number(query?.get('north')) - Number(query?.get('south'));
  expect(Number(query?.get('north'))).toBeGreaterThan(HERE.latitude);
  expect(Number(query?.get('west'))).toBeLessThan(HERE.longitude);
  expect(height).toBeLessThan(0.1);
});

it('says over the map and in the list that there is nothing', async () => {
  answer(listClusters, []);
  panel();
  expect(await screen.findAllByText('No data in current map area')).toHaveLength(2);
});

it('says politely how much is there', async () => {
  answer(listClusters, [aCluster(FIRST, 'Rye'), aCluster(SECOND, 'Soup')]);
  panel();
  const news = screen.getByRole('status', { name: 'Map news' });
  await waitFor(() => expect(news.textContent).toBe('2 places on the map'), { timeout: 3000 });
});

it('says that the first call failed, and tries again', async () => {
  refuse(listClusters, 503, { code: 'away', message: 'Away.' });
  const { user } = panel();
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect(screen.queryByText('No data in current map area')).toBeNull();
  answer(listClusters, [aCluster(FIRST, 'Rye')]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await (await list()).findByText('Rye')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch cluster data')).toBeNull();
});

it('keeps in sight what was there when a later call fails', async () => {
  answer(listClusters, [aCluster(FIRST, 'Rye')]);
  const { user } = panel();
  await (await list()).findByText('Rye');
  refuse(listClusters, 503, { code: 'away', message: 'Away.' });
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('button', { name: 'bakery items' }));
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect((await list()).getByText('Rye')).toBeTruthy();
});

it('narrows the feed to what is opened, and gives the keyboard back when it is closed', async () => {
  answer(listClusters, [aCluster(FIRST, 'Rye')]);
  const { user, areas } = panel();
  const opener = (await (await list()).findByText('Rye')).closest('button');
  if (!opener) throw new Error('A cluster is a button');
  opener.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'View All Items' })).toBeTruthy();
  expect(areas).toEqual([areaOfCluster(FIRST)]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
  expect(areas.at(-1)).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('closes what is open when the feed is widened elsewhere', async () => {
  answer(listClusters, [aCluster(FIRST, 'Rye')]);
  const { user } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await screen.findByRole('button', { name: 'View All Items' });
  await user.click(screen.getByRole('button', { name: 'All food' }));
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
});

it('keeps open over a refresh what is still there, and closes politely what is not', async () => {
  answer(listClusters, [aCluster(FIRST, 'Rye')]);
  const { user, queryClient, areas } = panel();
  await user.click(await (await list()).findByText('Rye'));
  const heading = document.activeElement;
  const rye = aCluster(FIRST, 'Rye');
  answer(listClusters, [
    aCluster(FIRST, 'Kale', { count: 2, items: [...aCluster('', 'Kale').items, ...rye.items] }),
  ]);
  await again(queryClient);
  expect(await screen.findByRole('link', { name: 'Kale' })).toBeTruthy();
  expect(document.activeElement).toBe(heading);
  answer(listClusters, [aCluster(SECOND, 'Soup')]);
  await again(queryClient);
  expect(await screen.findByText('What you had open is no longer on the map.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
  expect(areas.at(-1)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Map' }));
});

it('says that it is offline where no news come', async () => {
  answer(listClusters, []);
  panel();
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.queryByText('Live')).toBeNull();
});
