import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply, replyError } from '#web/testing/api.ts';
import { hearHello, saidLive } from '#web/testing/live.ts';
import { aCluster } from '#web/testing/map-samples.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapLegend } from '../panel/MapLegend.tsx';
import { HeatMapCard } from './HeatMapCard.tsx';

beforeEach(() => {
  setCommunity(aCommunity());
});

it('shows the heat of the default bounds with a legend, and opens the map', async () => {
  const asked = reply(listClusters, [aCluster()]);
  let viewed = 0;
  const { user, container } = renderWithProviders(<HeatMapCard onViewFullMap={() => (viewed += 1)} />);
  const card = screen.getByRole('region', { name: 'Community Heat Map' });
  const entries = within(card).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['Available', 'Needed', 'Mixed']);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
    freshness: 'all',
    north: '40.7831',
    south: '40.7489',
    east: '-73.9441',
    west: '-74.0059',
    radius: '1000',
  });
  // Decorative: nothing in it is focusable, and its map has no buttons.
  await waitFor(() => expect(container.querySelector('[inert] .leaflet-container')).not.toBeNull());
  expect(container.querySelector('[inert] button')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'View Full Map' }));
  expect(viewed).toBe(1);
});

it('marks clusters by their type, in the shapes of the legend', async () => {
  const inside = { latitude: 40.76, longitude: -73.97 };
  reply(listClusters, [
    aCluster({ ...inside, type: 'food_available' }),
    aCluster({ ...inside, type: 'food_needed', latitude: 40.77 }),
    aCluster({ ...inside, type: 'mixed', latitude: 40.75 }),
  ]);
  const { container } = renderWithProviders(<HeatMapCard onViewFullMap={() => {}} />);
  const shapes = () =>
    [...container.querySelectorAll<HTMLElement>('[inert] [data-shape]')].map(
      ({ dataset }) => dataset['shape'],
    );
  await waitFor(() => expect(new Set(shapes())).toEqual(new Set(['circle', 'diamond', 'area'])));
  expect(screen.queryByText('No data in current map area')).toBeNull();
});

it('distinguishes a failed request from an empty area', async () => {
  replyError(listClusters, 503, { code: 'away', message: 'Away.' });
  const { user } = renderWithProviders(<HeatMapCard onViewFullMap={() => {}} />);
  expect(await screen.findByText('Failed to fetch cluster data')).toBeTruthy();
  expect(screen.queryByText('No data in current map area')).toBeNull();
  reply(listClusters, []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No data in current map area')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch cluster data')).toBeNull();
});

it('receives changes within its bounds, whatever else is watched', async () => {
  reply(listClusters, []);
  renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <HeatMapCard onViewFullMap={() => {}} />
    </LiveProvider>,
  );
  await hearHello();
  expect(saidLive()).toContainEqual({
    type: 'subscribe_heat_map_updates',
    bounds: { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 },
  });
});

it('names all that is drawn on the map, each type with its own shape', () => {
  renderWithProviders(<MapLegend />);
  const entries = screen.getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Your Location',
    'Food Available',
    'Food Needed',
    'Mixed',
    '!Today',
    '!!Right now',
    'The warmer, the more is there',
  ]);
  const shapes = entries.map((entry) => entry.querySelector<HTMLElement>('[data-shape]')?.dataset['shape']);
  expect(shapes.slice(0, 4)).toEqual([undefined, 'circle', 'area', 'diamond']);
});
