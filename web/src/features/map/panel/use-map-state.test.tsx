import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply } from '#web/testing/api.ts';
import { hearHello, saidLive } from '#web/testing/live.ts';
import { clearMaps, MAP_CENTER, setUpMaps } from '#web/testing/map-screen.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapPanel } from './MapPanel.tsx';

beforeEach(() => setUpMaps());
afterEach(clearMaps);

it('watches an area that exceeds the fetched one by the cluster radius', async () => {
  const asked = reply(listClusters, []);
  renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <MapPanel myPlace={MAP_CENTER} area={null} under="/" onArea={() => {}} />
    </LiveProvider>,
  );
  expect(await screen.findAllByText('No data in current map area')).toHaveLength(2);
  await hearHello();
  const query = asked[0]?.query;
  const corner = { latitude: Number(query?.get('north')), longitude: Number(query?.get('west')) };
  const told = () => saidLive().find((message) => message.type === 'subscribe_heat_map_updates');
  await waitFor(() => expect(told()).toBeDefined());
  const { bounds } = told() ?? {};
  if (!bounds) throw new Error('no area is watched');
  const toTheNorth = distanceM(corner, { ...corner, latitude: bounds.north });
  const toTheWest = distanceM(corner, { ...corner, longitude: bounds.west });
  expect([bounds.north > corner.latitude, bounds.west < corner.longitude]).toEqual([true, true]);
  for (const reached of [toTheNorth, toTheWest]) expect(reached / 1000).toBeCloseTo(1, 1);
});
