import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { boundsOfCluster, formatClusterId } from '@openlarder/domain/map/cluster-grid.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply, replyError } from '#web/testing/api.ts';
import { hearHello } from '#web/testing/live.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { clearMaps, MAP_CENTER, setUpMaps } from '#web/testing/map-screen.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapPanel } from './MapPanel.tsx';

const FIRST = formatClusterId(1000, 1_048_576 * 900 + 700);
const SECOND = formatClusterId(1000, 1_048_576 * 901 + 700);
const named = (id: string, title: string, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ id, ...MAP_CENTER, items: [aMapItem({ title })], ...said });

beforeEach(() => setUpMaps());
afterEach(clearMaps);

/** The panel next to a feed that applies its area. */
function panel({ queryClient = createQueryClient(), start = null as GeoBounds | null } = {}) {
  const areas: (GeoBounds | null)[] = [];
  let shownFeed = 0;
  function Beside() {
    const [area, setArea] = useState(start);
    return (
      <>
        <MapPanel
          myPlace={MAP_CENTER}
          area={area}
          under="/"
          onShowFeed={() => (shownFeed += 1)}
          onArea={(next) => {
            areas.push(next);
            setArea(next);
          }}
        />
      </>
    );
  }
  return { ...renderWithProviders(<Beside />, { queryClient }), areas, timesFeedWasShown: () => shownFeed };
}
type User = ReturnType<typeof panel>['user'];
const button = (name: string) => screen.getByRole('button', { name });
const isOpen = () => screen.queryByRole('link', { name: 'See this food' }) !== null;
const SEARCHED: GeoBounds = { north: 40.79, south: 40.7, east: -73.9, west: -74.1 };
const GONE = "What you had open isn't on the map anymore.";
const list = async () => within(await screen.findByRole('region', { name: /^On this map/ }));
const again = (queryClient: ReturnType<typeof createQueryClient>) =>
  act(() => queryClient.invalidateQueries(queriesOf(listClusters)));

it('requests the visible bounds with a margin, and clusters of a thousand meters', async () => {
  const asked = reply(listClusters, [named(FIRST, 'Rye')]);
  panel();
  await (await list()).findByText('Rye');
  expect(asked).toHaveLength(1);
  const query = asked[0]?.query;
  expect(query?.get('radius')).toBe('1000');
  const height = Number(query?.get('north')) - Number(query?.get('south'));
  expect(Number(query?.get('north'))).toBeGreaterThan(MAP_CENTER.latitude);
  expect(Number(query?.get('west'))).toBeLessThan(MAP_CENTER.longitude);
  expect(height).toBeLessThan(0.1);
});

it('shows over the map and in the list that there is nothing', async () => {
  reply(listClusters, []);
  panel();
  expect(await screen.findAllByText('No data in current map area')).toHaveLength(2);
});

it('announces politely how much there is', async () => {
  reply(listClusters, [named(FIRST, 'Rye'), named(SECOND, 'Soup')]);
  panel();
  const news = screen.getByRole('status', { name: 'Map updates' });
  await waitFor(() => expect(news.textContent).toBe('2 places on the map'));
});

it('shows that the first request failed, and tries again', async () => {
  replyError(listClusters, 503, { code: 'away', message: 'Away.' });
  const { user } = panel();
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect(screen.queryByText('No data in current map area')).toBeNull();
  reply(listClusters, [named(FIRST, 'Rye')]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await (await list()).findByText('Rye')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch cluster data')).toBeNull();
});

it('keeps what is shown when a later request fails', async () => {
  reply(listClusters, [named(FIRST, 'Rye')]);
  const { user } = panel();
  await (await list()).findByText('Rye');
  replyError(listClusters, 503, { code: 'away', message: 'Away.' });
  await user.click(screen.getByRole('button', { name: 'Map filters' }));
  await user.click(screen.getByRole('button', { name: 'bakery items' }));
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect((await list()).getByText('Rye')).toBeTruthy();
});

it('leaves the feed as it is while a cluster is open, and restores the focus when it is closed', async () => {
  reply(listClusters, [named(FIRST, 'Rye')]);
  const { user, areas } = panel({ start: SEARCHED });
  const opener = (await (await list()).findByText('Rye')).closest('button');
  if (!opener) throw new Error('A cluster is a button');
  opener.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(isOpen()).toBe(true));
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(areas).toEqual([]);
  expect(document.activeElement).toBe(opener);
});

it('keeps the selected cluster over a refresh if it exists, and otherwise closes it with a message', async () => {
  reply(listClusters, [named(FIRST, 'Rye')]);
  const { user, queryClient } = panel();
  await user.click(await (await list()).findByText('Rye'));
  const heading = document.activeElement;
  const rye = named(FIRST, 'Rye');
  reply(listClusters, [
    named(FIRST, 'Kale', { count: 2, items: [...named('', 'Kale').items, ...rye.items] }),
  ]);
  await again(queryClient);
  expect(await screen.findByRole('link', { name: 'Kale' })).toBeTruthy();
  expect(document.activeElement).toBe(heading);
  reply(listClusters, [named(SECOND, 'Soup')]);
  await again(queryClient);
  expect(await screen.findByText("What you had open isn't on the map anymore.")).toBeTruthy();
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Map' }));
});

it('shows that it is offline without a live connection', async () => {
  reply(listClusters, []);
  panel();
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.queryByText('Live')).toBeNull();
});

it('shows all items of a cluster in the feed, and moves there', async () => {
  reply(listClusters, [named(FIRST, 'Rye', { count: 2 })]);
  const { user, areas, timesFeedWasShown } = panel();
  await user.click(await (await list()).findByText(/^Rye/));
  await user.click(await screen.findByRole('button', { name: 'View All Items' }));
  expect(areas).toEqual([boundsOfCluster(FIRST)]);
  expect(timesFeedWasShown()).toBe(1);
});

it("says in a selected cluster that the feed ignores the map's filters", async () => {
  reply(listClusters, [named(FIRST, 'Rye', { count: 2 })]);
  const { user } = panel();
  await user.click(await (await list()).findByText(/^Rye/));
  const note = "The list shows all the food here, without the map's filters.";
  expect(screen.queryByText(note)).toBeNull();
  await user.click(button('Map filters'));
  await user.click(button('bakery items'));
  expect(await screen.findByText(note)).toBeTruthy();
});

it('closes a cluster silently that the filter excludes', async () => {
  reply(listClusters, ({ query }) => (query.getAll('categories').length > 0 ? [] : [named(FIRST, 'Rye')]));
  const { user } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await user.click(button('Map filters'));
  await user.click(button('bakery items'));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(screen.queryByText(GONE)).toBeNull();
});

it('hides the message about a gone cluster once the user moves on', async () => {
  reply(listClusters, [named(FIRST, 'Rye')]);
  const { user, queryClient } = panel();
  await user.click(await (await list()).findByText('Rye'));
  reply(listClusters, []);
  await again(queryClient);
  expect(await screen.findByText(GONE)).toBeTruthy();
  await user.click(button('Move the map'));
  await user.click(button('Move north'));
  await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
});

it.each([
  [
    'a button',
    async (user: User) => {
      await user.click(button('Move the map'));
      await user.click(button('Move east'));
    },
  ],
  [
    'an arrow key on its ground',
    async (user: User) => {
      screen.getByRole('group', { name: 'Map area' }).focus();
      await user.keyboard('{ArrowRight}');
    },
  ],
])('is moved by %s, and then searches there with the focus kept', async (_, goEast) => {
  reply(listClusters, [named(FIRST, 'Rye')]);
  const { user, areas } = panel();
  await (await list()).findByText('Rye');
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
  await goEast(user);
  const search = await screen.findByRole('button', { name: 'Search this area' });
  await user.click(search);
  expect(areas).toHaveLength(1);
  const { west = 0, east = 0, north = 0, south = 0 } = areas[0] ?? {};
  expect((west + east) / 2).toBeGreaterThan(MAP_CENTER.longitude);
  expect((north + south) / 2).toBeCloseTo(MAP_CENTER.latitude, 3);
  expect(document.activeElement?.textContent).toBe('Search everywhere');
  await user.keyboard('{Enter}');
  expect(areas.at(-1)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Map area' }));
});

it('does not take a programmatic move for one of the user', async () => {
  // at the edge: the map pans to show it fully
  const edge = { latitude: MAP_CENTER.latitude, longitude: MAP_CENTER.longitude + 0.0245 };
  reply(listClusters, [named(FIRST, 'Rye', edge)]);
  const { user } = panel();
  const news = await list();
  await user.click(await news.findByText('Rye'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(isOpen()).toBe(true);
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
});

it('keeps the filter when it is closed and opened again', async () => {
  reply(listClusters, []);
  const queryClient = createQueryClient();
  const { user, unmount } = panel({ queryClient });
  await user.click(button('Map filters'));
  await user.click(button('bakery items'));
  unmount();
  const asked = reply(listClusters, []);
  panel({ queryClient });
  expect(screen.getByRole('button', { name: /1 selected/ })).toBeTruthy();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(asked.at(-1)?.query.getAll('categories')).toEqual(['bakery_items']));
  expect(screen.getByRole('button', { name: /1 selected/ })).toBeTruthy();
});

it('shows that it is connecting, not offline', async () => {
  reply(listClusters, []);
  renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <MapPanel myPlace={MAP_CENTER} area={null} under="/" onArea={() => {}} />
    </LiveProvider>,
  );
  expect(screen.getByText('Connecting…')).toBeTruthy();
  expect(screen.queryByText('Offline')).toBeNull();
  await hearHello();
  expect(screen.getByText('Live')).toBeTruthy();
});
