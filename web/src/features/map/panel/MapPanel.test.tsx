import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaOfCluster, clusterIdOf } from '@openlarder/domain/map/cluster-id.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import type { SocketHandlers } from '#web/live/live-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { answer, refuse } from '#web/testing/api.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { clearMaps, MAP_CENTRE, setUpMaps } from '#web/testing/map-screen.ts';
import { renderPart } from '#web/testing/render.tsx';
import { clustersKey } from '../map.queries.ts';
import MapPanel from './MapPanel.tsx';

const FIRST = clusterIdOf(1000, 1_048_576 * 900 + 700);
const SECOND = clusterIdOf(1000, 1_048_576 * 901 + 700);
const named = (id: string, title: string, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ id, ...MAP_CENTRE, items: [aMapItem({ title })], ...said });

beforeEach(() => setUpMaps());
afterEach(clearMaps);

/** The panel beside a feed that does what it is told. */
function panel({ queryClient = createQueryClient(), start = null as GeoBounds | null } = {}) {
  const areas: (GeoBounds | null)[] = [];
  let shownFeed = 0;
  function Beside() {
    const [area, setArea] = useState(start);
    return (
      <>
        <MapPanel
          myPlace={MAP_CENTRE}
          area={area}
          under="/"
          onShowFeed={() => (shownFeed += 1)}
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
  return { ...renderPart(<Beside />, { queryClient }), areas, timesFeedWasShown: () => shownFeed };
}
type User = ReturnType<typeof panel>['user'];
const button = (name: string) => screen.getByRole('button', { name });
const isOpen = () => screen.queryByRole('button', { name: 'View All Items' }) !== null;
const GONE = 'What you had open is no longer on the map.';
const list = async () => within(await screen.findByRole('region', { name: /^On this map/ }));
const again = (queryClient: ReturnType<typeof createQueryClient>) =>
  act(() => queryClient.invalidateQueries({ queryKey: clustersKey }));

it('asks for what is in sight and a little more, a thousand metres a cluster', async () => {
  const asked = answer(listClusters, [named(FIRST, 'Rye')]);
  panel();
  await (await list()).findByText('Rye');
  expect(asked).toHaveLength(1);
  const query = asked[0]?.query;
  expect(query?.get('radius')).toBe('1000');
  const height = Number(query?.get('north')) - Number(query?.get('south'));
  expect(Number(query?.get('north'))).toBeGreaterThan(MAP_CENTRE.latitude);
  expect(Number(query?.get('west'))).toBeLessThan(MAP_CENTRE.longitude);
  expect(height).toBeLessThan(0.1);
});

it('says over the map and in the list that there is nothing', async () => {
  answer(listClusters, []);
  panel();
  expect(await screen.findAllByText('No data in current map area')).toHaveLength(2);
});

it('says politely how much is there', async () => {
  answer(listClusters, [named(FIRST, 'Rye'), named(SECOND, 'Soup')]);
  panel();
  const news = screen.getByRole('status', { name: 'Map news' });
  await waitFor(() => expect(news.textContent).toBe('2 places on the map'), { timeout: 3000 });
});

it('says that the first call failed, and tries again', async () => {
  refuse(listClusters, 503, { code: 'away', message: 'Away.' });
  const { user } = panel();
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect(screen.queryByText('No data in current map area')).toBeNull();
  answer(listClusters, [named(FIRST, 'Rye')]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await (await list()).findByText('Rye')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch cluster data')).toBeNull();
});

it('keeps in sight what was there when a later call fails', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user } = panel();
  await (await list()).findByText('Rye');
  refuse(listClusters, 503, { code: 'away', message: 'Away.' });
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('button', { name: 'bakery items' }));
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect((await list()).getByText('Rye')).toBeTruthy();
});

it('narrows the feed to what is opened, and gives the keyboard back when it is closed', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
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
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await screen.findByRole('button', { name: 'View All Items' });
  await user.click(screen.getByRole('button', { name: 'All food' }));
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
});

it('keeps open over a refresh what is still there, and closes politely what is not', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user, queryClient, areas } = panel();
  await user.click(await (await list()).findByText('Rye'));
  const heading = document.activeElement;
  const rye = named(FIRST, 'Rye');
  answer(listClusters, [
    named(FIRST, 'Kale', { count: 2, items: [...named('', 'Kale').items, ...rye.items] }),
  ]);
  await again(queryClient);
  expect(await screen.findByRole('link', { name: 'Kale' })).toBeTruthy();
  expect(document.activeElement).toBe(heading);
  answer(listClusters, [named(SECOND, 'Soup')]);
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

it('shows everything of a cluster in the feed, and takes one there', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user, areas, timesFeedWasShown } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await user.click(await screen.findByRole('button', { name: 'View All Items' }));
  expect(areas.at(-1)).toEqual(areaOfCluster(FIRST));
  expect(timesFeedWasShown()).toBe(1);
});

it('says in an open cluster that the feed knows nothing of the map’s filters', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user } = panel();
  await user.click(await (await list()).findByText('Rye'));
  const note = 'The food list shows everything here, without the map’s filters.';
  expect(screen.queryByText(note)).toBeNull();
  await user.click(button('Filters'));
  await user.click(button('bakery items'));
  expect(await screen.findByText(note)).toBeTruthy();
});

const SEARCHED: GeoBounds = { north: 40.79, south: 40.7, east: -73.9, west: -74.1 };

it.each([['closed'], ['gone']])(
  'gives the feed back the area it had when what is open is %s',
  async (how) => {
    answer(listClusters, [named(FIRST, 'Rye')]);
    const { user, areas, queryClient } = panel({ start: SEARCHED });
    await user.click(await (await list()).findByText('Rye'));
    expect(areas).toEqual([areaOfCluster(FIRST)]);
    if (how === 'closed') await user.keyboard('{Escape}');
    else {
      answer(listClusters, []);
      await again(queryClient);
    }
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(areas).toEqual([areaOfCluster(FIRST), SEARCHED]);
  },
);

it('leaves the feed where one searched while something was open', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user, areas } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await user.click(button('Zoom out'));
  await user.click(await screen.findByRole('button', { name: 'Search this area' }));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(areas).toHaveLength(2);
  expect(areas[1]?.north).toBeGreaterThan(MAP_CENTRE.latitude);
  expect(areas[1]).not.toEqual(areaOfCluster(FIRST));
});

it('closes without a word what one looks for no longer', async () => {
  answer(listClusters, ({ query }) => (query.getAll('categories').length > 0 ? [] : [named(FIRST, 'Rye')]));
  const { user, areas } = panel();
  await user.click(await (await list()).findByText('Rye'));
  await user.click(button('Filters'));
  await user.click(button('bakery items'));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(areas.at(-1)).toBeNull();
  expect(screen.queryByText(GONE)).toBeNull();
});

it('says no longer that something has gone once one goes on', async () => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user, queryClient } = panel();
  await user.click(await (await list()).findByText('Rye'));
  answer(listClusters, []);
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
      screen.getByRole('group', { name: 'Map ground' }).focus();
      await user.keyboard('{ArrowRight}');
    },
  ],
])('is moved by %s, and then searches there with the keyboard kept', async (_, goEast) => {
  answer(listClusters, [named(FIRST, 'Rye')]);
  const { user, areas } = panel();
  await (await list()).findByText('Rye');
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
  await goEast(user);
  const search = await screen.findByRole('button', { name: 'Search this area' });
  await user.click(search);
  expect(areas).toHaveLength(1);
  const { west = 0, east = 0, north = 0, south = 0 } = areas[0] ?? {};
  expect((west + east) / 2).toBeGreaterThan(MAP_CENTRE.longitude);
  expect((north + south) / 2).toBeCloseTo(MAP_CENTRE.latitude, 3);
  expect(document.activeElement?.textContent).toBe('Search everywhere');
  await user.keyboard('{Enter}');
  expect(areas.at(-1)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Map ground' }));
});

it('takes no move of its own for one of the person’s', async () => {
  // at the very edge: the map moves to show it whole
  const edge = { latitude: MAP_CENTRE.latitude, longitude: MAP_CENTRE.longitude + 0.0245 };
  answer(listClusters, [named(FIRST, 'Rye', edge)]);
  const { user } = panel();
  const news = await list();
  await user.click(await news.findByText('Rye'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(isOpen()).toBe(true);
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
});

it('keeps what one looks for when it is closed and opened again', async () => {
  answer(listClusters, []);
  const queryClient = createQueryClient();
  const { user, unmount } = panel({ queryClient });
  await user.click(button('Filters'));
  await user.click(button('bakery items'));
  unmount();
  const asked = answer(listClusters, []);
  panel({ queryClient });
  expect(screen.getByRole('button', { name: /1 chosen/ })).toBeTruthy();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(asked.at(-1)?.query.getAll('categories')).toEqual(['bakery_items']));
  expect(screen.getByRole('button', { name: /1 chosen/ })).toBeTruthy();
});

it('says that it is still connecting, and not that it is offline', async () => {
  answer(listClusters, []);
  let ears: SocketHandlers | undefined;
  const connect = (theirs: SocketHandlers) => {
    ears = theirs;
    return { send: () => {}, close: () => {} };
  };
  renderPart(
    <LiveProvider connect={connect} onSignedOut={() => {}}>
      <MapPanel myPlace={MAP_CENTRE} area={null} under="/" onArea={() => {}} />
    </LiveProvider>,
  );
  expect(screen.getByText('Connecting…')).toBeTruthy();
  expect(screen.queryByText('Offline')).toBeNull();
  await act(async () => ears?.onMessage(JSON.stringify({ type: 'hello', id: 'e0' })));
  expect(screen.getByText('Live')).toBeTruthy();
});
