import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderPart } from '#web/testing/render.tsx';
import { ClusterList } from './ClusterList.tsx';

const CHELSEA = { latitude: 40.7465, longitude: -74.0014 };
const at = (northKm: number): GeoPoint => ({ ...CHELSEA, latitude: CHELSEA.latitude + northKm / 111.2 });
const named = (title: string, count: number, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ items: [aMapItem({ title })], count, ...said });

/** The list, and a way for news to change what is in it. */
function listOf(
  begin: readonly MapCluster[],
  myPlace: GeoPoint | null = null,
  chosenId: string | null = null,
) {
  const chosen: MapCluster[] = [];
  let change: (clusters: readonly MapCluster[]) => void = () => {};
  function Changing() {
    const [clusters, setClusters] = useState(begin);
    change = setClusters;
    return (
      <ClusterList
        clusters={clusters}
        chosenId={chosenId}
        myPlace={myPlace}
        onChoose={(cluster) => chosen.push(cluster)}
      />
    );
  }
  const part = renderPart(<Changing />);
  return { ...part, chosen, hear: (clusters: readonly MapCluster[]) => act(() => change(clusters)) };
}

const order = () =>
  screen.getAllByRole('listitem').map(({ textContent }) => /Figs|Rye|Soup/.exec(textContent)?.[0]);
const cluster = (name: RegExp) => screen.getByRole('button', { name });

it('says of each what it holds, how urgent, where, and what is in it', async () => {
  const soup = aCluster({
    count: 4,
    type: 'mixed',
    urgencyLevel: 'emergency',
    items: [aMapItem({ title: 'Soup' }), aMapItem({ title: 'Rye bread' }), aMapItem({ title: 'Figs' })],
    ...at(1.2),
  });
  const { user, chosen } = listOf([soup], CHELSEA, soup.id);
  expect(screen.getByRole('heading', { name: /On this map/ }).textContent).toContain('4 items');
  const said = ['4 items', 'Mixed', 'Right now', 'Chelsea', '1\\.2 km', 'Soup', 'Rye bread', 'and 2 more'];
  const button = screen.getByRole('button', {
    name: new RegExp(`^${said.join('\\s*,\\s*')}$`),
    current: true,
  });
  await user.click(button);
  expect(chosen).toEqual([soup]);
});

it('has the nearest first where one’s place is known, else the largest', () => {
  const clusters = [named('Figs', 2, at(3)), named('Rye', 1, at(0.2)), named('Soup', 9, at(7))];
  const { unmount } = listOf(clusters, CHELSEA);
  expect(order()).toEqual(['Rye', 'Figs', 'Soup']);
  unmount();
  listOf(clusters);
  expect(order()).toEqual(['Soup', 'Figs', 'Rye']);
  expect(screen.queryByText(/km/)).toBeNull();
});

it('leaves the keyboard where it is while others come and the order changes', () => {
  const [figs, rye] = [named('Figs', 2), named('Rye', 5)];
  const { hear } = listOf([figs, rye]);
  cluster(/Figs/).focus();
  hear([{ ...figs, count: 8 }, rye, named('Soup', 20)]);
  expect(order()).toEqual(['Soup', 'Figs', 'Rye']);
  expect(document.activeElement).toBe(cluster(/^8 items.*Figs/));
});

it('goes on to the next when the one with the keyboard goes, and says so until one moves on', async () => {
  const [soup, figs, rye] = [named('Soup', 9), named('Figs', 5), named('Rye', 2)];
  const { hear, user } = listOf([soup, figs, rye]);
  cluster(/Figs/).focus();
  hear([soup, rye]);
  expect(document.activeElement).toBe(cluster(/Rye/));
  expect(screen.getByRole('status').textContent).toBe('That is no longer on the map.');
  hear([soup]);
  expect(document.activeElement).toBe(cluster(/Soup/));
  hear([]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /On this map/ }));
  hear([rye, figs]);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('takes the keyboard from nobody who is elsewhere', () => {
  const [figs, rye] = [named('Figs', 2), named('Rye', 5)];
  const { hear } = listOf([figs, rye]);
  cluster(/Figs/).focus();
  cluster(/Figs/).blur();
  hear([rye]);
  expect(document.activeElement).toBe(document.body);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows thirty at a time, and leads to the first of the next', async () => {
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
