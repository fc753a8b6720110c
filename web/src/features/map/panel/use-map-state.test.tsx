import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import type { SocketHandlers } from '#web/live/live-client.ts';
import { reply } from '#web/testing/api.ts';
import { clearMaps, MAP_CENTER, setUpMaps } from '#web/testing/map-screen.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapPanel } from './MapPanel.tsx';

beforeEach(() => setUpMaps());
afterEach(clearMaps);

it('watches an area that exceeds the fetched one by the cluster radius', async () => {
  const asked = reply(listClusters, []);
  const said: string[] = [];
  let socketHandlers: SocketHandlers | undefined;
  const connect = (theirs: SocketHandlers) => {
    socketHandlers = theirs;
    return { send: (text: string) => void said.push(text), close: () => {} };
  };
  renderWithProviders(
    <LiveProvider connect={connect} onSignedOut={() => {}}>
      <MapPanel myPlace={MAP_CENTER} area={null} under="/" onArea={() => {}} />
    </LiveProvider>,
  );
  expect(await screen.findAllByText('No data in current map area')).toHaveLength(2);
  await act(async () => socketHandlers?.onMessage(JSON.stringify({ type: 'hello', socket: 's1' })));
  const query = asked[0]?.query;
  const corner = { latitude: Number(query?.get('north')), longitude: Number(query?.get('west')) };
  const told = () => said.map((text) => JSON.parse(text)).find(({ bounds }) => bounds);
  await waitFor(() => expect(told()).toMatchObject({ type: 'subscribe_heat_map_updates' }));
  const { bounds } = told();
  const toTheNorth = distanceM(corner, { ...corner, latitude: bounds.north });
  const toTheWest = distanceM(corner, { ...corner, longitude: bounds.west });
  expect([bounds.north > corner.latitude, bounds.west < corner.longitude]).toEqual([true, true]);
  for (const reached of [toTheNorth, toTheWest]) expect(reached / 1000).toBeCloseTo(1, 1);
});
