import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { answer, api } from '#web/testing/api.ts';
import { aCluster } from '#web/testing/map-samples.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderPart } from '#web/testing/render.tsx';
import { HeatMapCard } from './HeatMapCard.tsx';
import { MapLegend } from './MapLegend.tsx';

beforeEach(() => {
  setCommunity(aCommunity());
  api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 })));
});

it('shows the heat of the default bounds with a legend, and leads to the map', async () => {
  const asked = answer(listClusters, [aCluster()]);
  let viewed = 0;
  const { user, container } = renderPart(<HeatMapCard onViewFullMap={() => (viewed += 1)} />);
  const card = screen.getByRole('region', { name: 'Community Heat Map' });
  const entries = within(card).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['Available', 'Needed', 'Mixed']);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
    north: '40.7831',
    south: '40.7489',
    east: '-73.9441',
    west: '-74.0059',
    radius: '1000',
  });
  // A picture: nothing in it for the keyboard, and its map has no buttons.
  await waitFor(() => expect(container.querySelector('[inert] .leaflet-container')).not.toBeNull());
  expect(container.querySelector('[inert] button')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'View Full Map' }));
  expect(viewed).toBe(1);
});

it('has four entries on the map, each with its own shape', () => {
  renderPart(<MapLegend />);
  const entries = screen.getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Your Location',
    'Food Available',
    'Food Needed',
    'Mixed',
  ]);
  const shapes = entries.map((entry) => entry.querySelector<HTMLElement>('[data-shape]')?.dataset['shape']);
  expect(shapes).toEqual([undefined, 'circle', 'square', 'diamond']);
});
