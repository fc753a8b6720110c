import { formatClusterId } from '@openlarder/domain/map/cluster-grid.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

it('pans a selected cluster away from the edge', async () => {
  // 24 pixels below the upper edge, of which a marker covers more
  const high = { latitude: MAP_CENTER.latitude + 0.01144, longitude: MAP_CENTER.longitude };
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

it('opens a phone on a walk around the middle, and on all of the community where nothing is near', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const bread = aCluster({ id: ID, ...MAP_CENTER, items: [aMapItem({ title: 'Rye' })] });
  const widths = (asked: readonly { readonly query: URLSearchParams }[]) =>
    asked.map(({ query }) => Number(query.get('east')) - Number(query.get('west')));
  const map = <MapPanel myPlace={null} area={null} under="/" onArea={() => {}} />;
  const near = reply(listClusters, [bread]);
  const { unmount } = renderWithProviders(map);
  await screen.findAllByText('Rye');
  // 300 pixels of zoom 13, with the margin of what is fetched
  expect(widths(near)).toEqual([expect.closeTo(0.07, 2)]);
  unmount();
  const empty = reply(listClusters, []);
  renderWithProviders(map);
  await waitFor(() => expect(widths(empty)).toHaveLength(2));
  expect(widths(empty)[1]).toBeGreaterThan(1.8 * (widths(empty)[0] ?? 0));
});

it('pans a selected cluster into what its card leaves of the map', async () => {
  // 100 pixels under the middle of 400: in view, until the map is 250 high
  const low = { latitude: MAP_CENTER.latitude - 0.0065, longitude: MAP_CENTER.longitude };
  reply(listClusters, [aCluster({ id: ID, ...low, items: [aMapItem({ title: 'Rye' })] })]);
  const { user } = renderWithProviders(
    <MapPanel myPlace={MAP_CENTER} area={null} under="/" onArea={() => {}} />,
  );
  const list = within(await screen.findByRole('region', { name: /^On this map/ }));
  await list.findByText('Rye');
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(250);
  await user.click(list.getByRole('button', { name: /Rye/ }));
  await waitFor(() => expect(movedDownPx()).toBeLessThan(-50));
});
