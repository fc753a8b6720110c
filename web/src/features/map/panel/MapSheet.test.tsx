import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { boundsOfCluster, formatClusterId } from '@openlarder/domain/map/cluster-grid.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { clearMaps, MAP_CENTER, setUpMaps } from '#web/testing/map-screen.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MapSheet } from './MapSheet.tsx';

const RYE = formatClusterId(1000, 1_048_576 * 900 + 700);
const items = ['Rye', 'Soup'].map((title) => aMapItem({ title }));
const cluster = aCluster({ id: RYE, ...MAP_CENTER, items });

beforeEach(() => setUpMaps({ width: 360, height: 500 }));
afterEach(clearMaps);

async function sheet() {
  reply(listClusters, [cluster]);
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
  const part = renderWithProviders(<Over />);
  const cards = await screen.findByRole('list', { name: 'Places on the map' });
  const card = await within(cards).findByRole('button', { name: /Food Available/ });
  return { ...part, said, areas, card };
}

it('opens a card, and Escape closes the card before the sheet', async () => {
  const { user, said, areas, card } = await sheet();
  await user.click(card);
  expect(await screen.findByRole('button', { name: 'View All Items' })).toBeTruthy();
  expect(areas).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
  expect(document.activeElement).toBe(card);
  expect(said).toEqual([]);
  await user.keyboard('{Escape}');
  expect(said).toEqual(['closed']);
});

it('shows all items of a cluster in the feed, and closes', async () => {
  const { user, said, areas, card } = await sheet();
  await user.click(card);
  await user.click(await screen.findByRole('button', { name: 'View All Items' }));
  expect(areas.at(-1)).toEqual(boundsOfCluster(RYE));
  expect(said).toEqual(['closed']);
});
