import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ClusterCarousel } from './ClusterCarousel.tsx';

const named = (title: string, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ id: title, items: [aMapItem({ title })], ...said });

/** The carousel, whose cards the test changes by `show`; `of` identifies what they belong to. */
function carousel(start: readonly MapCluster[], foodFirst = false) {
  let show: (clusters: readonly MapCluster[], of?: string) => void = () => {};
  function Row() {
    const row = useRef<HTMLUListElement>(null);
    const [{ clusters, of }, setShown] = useState({ clusters: start, of: 'here' });
    show = (next, nextOf = of) => setShown({ clusters: next, of: nextOf });
    return (
      <ClusterCarousel
        ref={row}
        clusters={clusters}
        of={of}
        myPlace={null}
        foodFirst={foodFirst}
        previewedId={null}
        onPreview={() => {}}
        onOpen={() => {}}
      />
    );
  }
  const { user } = renderWithProviders(<Row />);
  return { user, show: (next: readonly MapCluster[], of?: string) => act(() => show(next, of)) };
}
const row = () => screen.getByRole('list', { name: 'Places on the map' });
const cards = () => within(row()).getAllByRole('button');
const titles = () => cards().map((card) => card.textContent?.split(/,| and/)[0]);

it('starts with the largest, and keeps its order while clusters change', () => {
  const { show } = carousel([named('Rye', { count: 1 }), named('Soup', { count: 5 })]);
  expect(titles()).toEqual(['Soup', 'Rye']);
  show([named('Kale', { count: 9 }), named('Rye', { count: 7 }), named('Soup', { count: 5 })]);
  expect(titles()).toEqual(['Soup', 'Rye', 'Kale']);
  show([named('Kale', { count: 9 }), named('Rye', { count: 7 })]);
  expect(titles()).toEqual(['Rye', 'Kale']);
});

it.each([
  [false, ['2 requests around Chelsea', 'Rye']],
  [true, ['Rye', '2 requests around Chelsea']],
])('has food first for who cannot answer requests: %s', (foodFirst, order) => {
  const areas = [{ label: 'Chelsea', bounds: [], count: 2 }];
  const asked = aCluster({ type: 'food_needed', count: 2, items: [], areas });
  carousel([asked, named('Rye')], foodFirst);
  expect(titles()).toEqual(order);
});

it('says when food that is alone at its place can be picked up', () => {
  carousel([named('Rye', { count: 1 }), named('Soup', { count: 2 })]);
  const [soup, rye] = cards();
  expect(rye?.textContent).toMatch(/^Rye, until .+, Chelsea/);
  expect(soup?.textContent).not.toContain('until');
});

it('has a picture of the first food in each card, and none if there are only requests', async () => {
  const need = aMapItem({ title: 'Soup for two', category: null });
  carousel([
    aCluster({ count: 2, items: [need, aMapItem({ title: 'Apples' })] }),
    aCluster({ type: 'food_needed', items: [need] }),
  ]);
  const pictures = () =>
    cards().map((each) => each.querySelector('img')?.src.match(/[a-z]+(?=\.webp$)/)?.[0]);
  await waitFor(() => expect(pictures()).toEqual(['apple', undefined]));
});

it('starts over for another part of the map', () => {
  const { show } = carousel([named('Rye', { count: 1 }), named('Soup', { count: 5 })]);
  const grown = [named('Rye', { count: 7 }), named('Soup', { count: 5 })];
  show(grown);
  expect(titles()).toEqual(['Soup', 'Rye']);
  show(grown, 'there');
  expect(titles()).toEqual(['Rye', 'Soup']);
});

it('shows twenty at a time, and focuses the first of the next', async () => {
  const { user } = carousel(
    Array.from({ length: 45 }, (_, place) => named(`Bread ${place}`, { count: 100 - place })),
  );
  expect(cards()).toHaveLength(21);
  await user.click(screen.getByRole('button', { name: /Show more/ }));
  expect(cards()).toHaveLength(41);
  expect(document.activeElement?.textContent).toContain('Bread 20');
});

it('focuses the next card when the focused one is gone, announces it, and keeps the focus to the last', () => {
  const { show } = carousel([named('Rye', { count: 9 }), named('Soup', { count: 5 }), named('Kale')]);
  act(() => cards()[1]?.focus());
  show([named('Rye', { count: 9 }), named('Kale')]);
  expect(document.activeElement?.textContent).toContain('Kale');
  expect(screen.getByText("It isn't on the map anymore.")).toBeTruthy();
  show([]);
  expect(document.activeElement).toBe(row());
});
