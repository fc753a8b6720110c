import { formatClusterId } from '@openlarder/domain/map/cluster-grid.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { clearMaps, MAP_CENTER, setUpMaps } from '#web/testing/map-screen.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapPanel } from './MapPanel.tsx';

const ID = formatClusterId(1000, 1_048_576 * 900 + 700);

beforeEach(() => setUpMaps());
afterEach(clearMaps);

/** How far the map was panned down, in pixels. */
const movedDownPx = (): number => {
  const pane = screen
    .getByRole('group', { name: 'Map area' })
    .querySelector<HTMLElement>('.leaflet-map-pane');
  return Number.parseFloat(pane?.style.top ?? '');
};

it('pans a selected cluster out from under the search button', async () => {
  // 60 pixels below the upper edge; the button ends at 52
  const high = { latitude: MAP_CENTER.latitude + 0.0091, longitude: MAP_CENTER.longitude };
  reply(listClusters, [aCluster({ id: ID, ...high, items: [aMapItem({ title: 'Rye' })] })]);
  const { user } = renderWithProviders(
    <MapPanel myPlace={MAP_CENTER} area={null} under="/" onArea={() => {}} />,
  );
  const list = within(await screen.findByRole('region', { name: /^On this map/ }));
  await list.findByText('Rye');
  expect(movedDownPx()).toBe(0);
  await user.click(list.getByRole('button', { name: /Rye/ }));
  await waitFor(() => expect(movedDownPx()).toBeGreaterThanOrEqual(24));
});
