import { formatClusterId } from '@openlarder/domain/map/cluster-grid.ts';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters, type MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi, onTestFinished } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { MapPanel } from '#web/features/map/panel/MapPanel.tsx';
import type { SocketHandlers } from '#web/live/live-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';
import { LiveRefresh } from './SignedIn.tsx';

const ITEM = '0198a0aa-0000-7000-8000-00000000000a';
const HERE = { latitude: 40.766, longitude: -73.975 };

/** The single cluster of these tests, with one item. */
const withOne = (title: string): MapCluster[] => [
  {
    id: formatClusterId(1000, 1_048_576 * 900 + 700),
    type: 'food_available',
    urgencyLevel: 'low',
    count: 1,
    ...HERE,
    areas: [],
    items: [
      {
        id: ITEM,
        title,
        category: 'bakery_items',
        photoPath: null,
        urgencyLevel: 'low',
        pickupLocation: 'Chelsea',
        placeIsPublic: false,
        estimatedServings: 4,
        householdSize: null,
        createdAt: '2026-05-01T12:00:00.000Z',
      },
    ],
  },
];

beforeEach(() => {
  api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 })));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  setCommunity({ mapCentre: HERE, mapTiles: null } as Parameters<typeof setCommunity>[0] & object);
});
afterEach(() => {
  setCommunity(undefined);
  vi.restoreAllMocks();
});

it('makes two requests for a hundred events, and none for events elsewhere', async () => {
  let socketHandlers: SocketHandlers | undefined;
  const said: string[] = [];
  const connect = (theirs: SocketHandlers) => {
    socketHandlers = theirs;
    return { send: (text: string) => void said.push(text), close: () => {} };
  };
  const hear = (...messages: readonly ServerMessage[]) =>
    act(async () => {
      for (const message of messages) socketHandlers?.onMessage(JSON.stringify(message));
    });
  reply(listClusters, withOne('Rye'));
  const position = Object.assign(document.createElement('meta'), { name: 'live-position', content: 'e0' });
  document.head.append(position);
  onTestFinished(() => position.remove());
  renderWithProviders(
    <LiveProvider connect={connect} onSignedOut={() => {}}>
      <LiveRefresh />
      <MapPanel myPlace={HERE} area={null} onArea={() => {}} under="/" />
    </LiveProvider>,
  );
  const list = async () => within(await screen.findByRole('region', { name: /^On this map/ }));
  await (await list()).findByText('Rye');
  const asked = reply(listClusters, withOne('Kale'));
  await hear({ type: 'hello', socket: 's1' });
  expect(screen.getByText('Live')).toBeTruthy();
  expect(said.join()).toContain('subscribe_heat_map_updates');
  const { bounds } = JSON.parse(said.find((one) => one.includes('heat_map')) ?? '') as { bounds: GeoBounds };
  await hear({ type: 'watching', bounds });
  const changes = (count: number, where: string, at: GeoPoint) =>
    Array.from({ length: count }, (_, place) => ({
      type: 'heat_map_update' as const,
      row: `${where}-${place}`,
      data: { listingId: ITEM, status: 'claimed' as const, ...at },
    }));
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await hear(...changes(20, 'far', { latitude: 48.86, longitude: 2.35 }));
  await act(() => vi.advanceTimersByTimeAsync(5 * PUBLIC_INTERVAL_MS));
  // Nor is what was fetched since the page was made fetched again.
  expect(asked).toHaveLength(0);
  const here = { latitude: 40.76, longitude: -73.98 };
  await hear(...changes(50, 'first', here));
  await waitFor(() => expect(asked).toHaveLength(1));
  await hear(...changes(50, 'then', here));
  await act(() => vi.advanceTimersByTimeAsync(PUBLIC_INTERVAL_MS));
  await waitFor(() => expect(asked).toHaveLength(2));
  await act(() => vi.advanceTimersByTimeAsync(5 * PUBLIC_INTERVAL_MS));
  expect(asked).toHaveLength(2);
  expect(await (await list()).findByText('Kale')).toBeTruthy();
  await act(async () => socketHandlers?.onClose(1006));
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.getByText('Last updated just now')).toBeTruthy();
  expect((await list()).getByText('Kale')).toBeTruthy();
});
