import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderPart } from '#web/testing/render.tsx';
import { ClusterCarousel } from './ClusterCarousel.tsx';

const named = (title: string, said: Partial<MapCluster> = {}): MapCluster =>
  aCluster({ id: title, items: [aMapItem({ title })], ...said });

/** The row, whose cards the test changes by `show`; `of` says what they are of. */
function carousel(start: readonly MapCluster[]) {
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
        pointedAtId={null}
        onPoint={() => {}}
        onOpen={() => {}}
      />
    );
  }
  const { user } = renderPart(<Row />);
  return { user, show: (next: readonly MapCluster[], of?: string) => act(() => show(next, of)) };
}
const row = () => screen.getByRole('list', { name: 'Places on the map' });
const cards = () => within(row()).getAllByRole('button');
const titles = () => cards().map((card) => card.textContent?.split(/,| and/)[0]);

it('begins with the largest, and stays as it is under the thumb while news come', () => {
  const { show } = carousel([named('Rye', { count: 1 }), named('Soup', { count: 5 })]);
  expect(titles()).toEqual(['Soup', 'Rye']);
  show([named('Kale', { count: 9 }), named('Rye', { count: 7 }), named('Soup', { count: 5 })]);
  expect(titles()).toEqual(['Soup', 'Rye', 'Kale']);
  show([named('Kale', { count: 9 }), named('Rye', { count: 7 })]);
  expect(titles()).toEqual(['Rye', 'Kale']);
});

it('begins anew with another part of the map', () => {
  const { show } = carousel([named('Rye', { count: 1 }), named('Soup', { count: 5 })]);
  const grown = [named('Rye', { count: 7 }), named('Soup', { count: 5 })];
  show(grown);
  expect(titles()).toEqual(['Soup', 'Rye']);
  show(grown, 'there');
  expect(titles()).toEqual(['Rye', 'Soup']);
});

it('shows twenty at a time, and goes on with the first that comes', async () => {
  const { user } = carousel(
    Array.from({ length: 45 }, (_, place) => named(`Bread ${place}`, { count: 100 - place })),
  );
  expect(cards()).toHaveLength(21);
  await user.click(screen.getByRole('button', { name: /Show more/ }));
  expect(cards()).toHaveLength(41);
  expect(document.activeElement?.textContent).toContain('Bread 20');
});

it('gives the keyboard to the next card where its own has gone, says so, and keeps it to the last', () => {
  const { show } = carousel([named('Rye', { count: 9 }), named('Soup', { count: 5 }), named('Kale')]);
  act(() => cards()[1]?.focus());
  show([named('Rye', { count: 9 }), named('Kale')]);
  expect(document.activeElement?.textContent).toContain('Kale');
  expect(screen.getByText('That is no longer on the map.')).toBeTruthy();
  show([]);
  expect(document.activeElement).toBe(row());
});
