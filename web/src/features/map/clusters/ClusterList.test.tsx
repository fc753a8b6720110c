import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ClusterList } from './ClusterList.tsx';

const CHELSEA = { latitude: 40.7465, longitude: -74.0014 };
const at = (northKm: number): GeoPoint => ({ ...CHELSEA, latitude: CHELSEA.latitude + northKm / 111.2 });
const named = (title: string, count: number, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ items: [aMapItem({ title })], count, ...said });

/** The list, and a function that changes its clusters. */
function listOf(
  begin: readonly MapCluster[],
  myPlace: GeoPoint | null = null,
  selectedId: string | null = null,
) {
  const selected: MapCluster[] = [];
  let change: (clusters: readonly MapCluster[]) => void = () => {};
  function Changing() {
    const [clusters, setClusters] = useState(begin);
    change = setClusters;
    return (
      <ClusterList
        clusters={clusters}
        selectedId={selectedId}
        myPlace={myPlace}
        onSelect={(cluster) => selected.push(cluster)}
      />
    );
  }
  const part = renderWithProviders(<Changing />);
  return { ...part, selected, update: (clusters: readonly MapCluster[]) => act(() => change(clusters)) };
}

const order = () =>
  screen.getAllByRole('listitem').map(({ textContent }) => /Figs|Rye|Soup/.exec(textContent)?.[0]);
const cluster = (name: RegExp) => screen.getByRole('button', { name });

it('shows content, urgency, place and titles of each cluster', async () => {
  const soup = aCluster({
    count: 4,
    type: 'mixed',
    urgencyLevel: 'emergency',
    items: [aMapItem({ title: 'Soup' }), aMapItem({ title: 'Rye bread' }), aMapItem({ title: 'Figs' })],
    ...at(1.2),
  });
  const { user, selected } = listOf([soup], CHELSEA, soup.id);
  expect(screen.getByRole('heading', { name: /On this map/ }).textContent).toContain('4 items');
  const said = [
    '4 items',
    'Mixed',
    'Right now',
    'Chelsea',
    'about 20 min walk',
    'Soup',
    'Rye bread',
    'and 2 more',
  ];
  const button = screen.getByRole('button', {
    name: new RegExp(`^${said.join('\\s*,\\s*')}$`),
    current: true,
  });
  await user.click(button);
  expect(selected).toEqual([soup]);
});

it("sorts by distance if the user's place is known, else by size", () => {
  const clusters = [named('Figs', 2, at(3)), named('Rye', 1, at(0.2)), named('Soup', 9, at(7))];
  const { unmount } = listOf(clusters, CHELSEA);
  expect(order()).toEqual(['Rye', 'Figs', 'Soup']);
  unmount();
  listOf(clusters);
  expect(order()).toEqual(['Soup', 'Figs', 'Rye']);
  expect(screen.queryByText(/km/)).toBeNull();
});

it('keeps the focus where it is while clusters are added and reordered', () => {
  const [figs, rye] = [named('Figs', 2), named('Rye', 5)];
  const { update } = listOf([figs, rye]);
  cluster(/Figs/).focus();
  update([{ ...figs, count: 8 }, rye, named('Soup', 20)]);
  expect(order()).toEqual(['Soup', 'Figs', 'Rye']);
  expect(document.activeElement).toBe(cluster(/^8 items.*Figs/));
});

it('focuses the next cluster when the focused one is gone, and announces it until the focus moves', async () => {
  const [soup, figs, rye] = [named('Soup', 9), named('Figs', 5), named('Rye', 2)];
  const { update, user } = listOf([soup, figs, rye]);
  cluster(/Figs/).focus();
  update([soup, rye]);
  expect(document.activeElement).toBe(cluster(/Rye/));
  expect(screen.getByRole('status').textContent).toBe("It isn't on the map anymore.");
  update([soup]);
  expect(document.activeElement).toBe(cluster(/Soup/));
  update([]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /On this map/ }));
  update([rye, figs]);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('does not take the focus from elsewhere', () => {
  const [figs, rye] = [named('Figs', 2), named('Rye', 5)];
  const { update } = listOf([figs, rye]);
  cluster(/Figs/).focus();
  cluster(/Figs/).blur();
  update([rye]);
  expect(document.activeElement).toBe(document.body);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows thirty at a time, and focuses the first of the next', async () => {
  const many = Array.from({ length: 65 }, (_, place) => named(`Figs ${place}`, 100 - place));
  const { user } = listOf(many);
  expect(screen.getAllByRole('listitem')).toHaveLength(30);
  await user.click(screen.getByRole('button', { name: 'Show more 35' }));
  expect(document.activeElement).toBe(cluster(/Figs 30/));
  await user.click(screen.getByRole('button', { name: 'Show more 5' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(65);
  expect(document.activeElement).toBe(cluster(/Figs 60/));
  expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull();
});
