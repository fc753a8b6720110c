import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { BaseMap } from '#web/ui/map/BaseMap.tsx';
import { ClusterMarkers } from './ClusterMarkers.tsx';

// These tests need no map data.

const center = { latitude: 40.766, longitude: -73.975 };
const at = (id: string, north: number, east: number, said: Partial<MapCluster> = {}) =>
  aCluster({ id, latitude: 40.766 + north / 1000, longitude: -73.975 + east / 1000, ...said });

/** Three markers: one in the north, one in the middle to the west, one to the south-east. */
const north = at('north', 5, 0, { count: 1 });
const west = at('west', 0, -6, {
  count: 3,
  type: 'food_needed',
  urgencyLevel: 'high',
  areas: [{ label: 'Chelsea', bounds: [], count: 3 }],
});
const south = at('south', -3, 2, { count: 12, type: 'mixed', urgencyLevel: 'emergency' });

/** The markers on a map; the test changes their clusters by `show`. */
async function showMarks(start: readonly MapCluster[]) {
  const selected: string[] = [];
  let show: (clusters: readonly MapCluster[], highlighted?: HighlightedListing | null) => void = () => {};
  function Marks() {
    const [clusters, setClusters] = useState(start);
    const [selectedId, setChosenId] = useState<string | null>(null);
    const [highlighted, setHighlighted] = useState<HighlightedListing | null>(null);
    show = (next, nextMarked = null) => {
      setClusters(next);
      setHighlighted(nextMarked);
    };
    return (
      <BaseMap center={center} zoom={14} tiles={null} className="h-96">
        <ClusterMarkers
          clusters={clusters}
          here={center}
          selectedId={selectedId}
          highlighted={highlighted}
          onSelect={({ id }) => {
            selected.push(id);
            setChosenId(id);
          }}
        />
      </BaseMap>
    );
  }
  const rendered = renderWithProviders(<Marks />);
  await screen.findByRole('group', { name: 'Map' });
  return {
    ...rendered,
    selected,
    show: (next: readonly MapCluster[], highlighted?: HighlightedListing | null) =>
      act(() => show(next, highlighted)),
  };
}

const marks = () => screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-pressed'));
const markOf = (name: string | RegExp) => screen.getByRole('button', { name });
const body = (button: HTMLElement) => button.querySelector<HTMLElement>('[data-shape]');

describe('a marker', () => {
  it("has the cluster's full label, its type as shape and its count inside, and says dish and walk or the requests under it", async () => {
    await showMarks([south, west, north]);
    const [first, second, third] = marks();
    expect([first, second, third].map((mark) => mark?.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('1 item, Food Available'),
      '3 requests around Chelsea, Food Needed, Today',
      expect.stringContaining('12 items, Mixed'),
    ]);
    expect(marks().map((mark) => body(mark)?.dataset)).toMatchObject([
      { shape: 'circle', tier: 'one' },
      { shape: 'area', tier: 'few' },
      { shape: 'diamond', tier: 'many' },
    ]);
    expect(marks().map((mark) => mark.textContent)).toEqual([
      'Rye bread · 10 min',
      '3 requests!',
      'Rye bread · 5 min!!',
    ]);
    expect(third?.querySelector<HTMLElement>('[data-count]')?.dataset['count']).toBe('12');
  });

  it('shows in name and tooltip the area of a home and the address of a business', async () => {
    const shop = at('shop', 0, 3, {
      items: [aMapItem({ pickupLocation: '12 W 47th St', placeIsPublic: true })],
    });
    await showMarks([north, shop]);
    expect(marks().map((mark) => [mark.getAttribute('aria-label'), mark.title])).toEqual([
      ['Rye bread · 10 min, 1 item, Food Available, Soon, around Chelsea', 'Around here, not the exact spot'],
      ['Rye bread · 4 min, 1 item, Food Available, Soon, 12 W 47th St', ''],
    ]);
  });

  it('says what stands under it where there is room, at each zoom', async () => {
    const { user, container } = await showMarks([north, at('beside', 5, 14)]);
    const said = () => container.querySelectorAll('[data-pin]').length;
    expect(said()).toBe(2);
    act(() => marks()[0]?.focus());
    await user.keyboard('--');
    await waitFor(() => expect(said()).toBeLessThan(2));
  });

  it('has a sign if it is urgent', async () => {
    await showMarks([north, west, south]);
    expect(
      marks().map((mark) => mark.querySelector<HTMLElement>('[data-urgent]')?.dataset['urgent']),
    ).toEqual([undefined, 'high', 'emergency']);
  });

  it('is selected by a tap, by Enter and by Space, and announces it', async () => {
    const { user, selected } = await showMarks([north, west]);
    await user.click(markOf(/Food Needed/));
    expect(markOf(/Food Needed/).getAttribute('aria-pressed')).toBe('true');
    act(() => markOf(/Food Available/).focus());
    await user.keyboard('{Enter}');
    expect(markOf(/Food Needed/).getAttribute('aria-pressed')).toBe('false');
    await user.keyboard(' ');
    expect(selected).toEqual(['west', 'north', 'north']);
  });

  it("is raised while a card of its listings is hovered, and the listing's point is ringed", async () => {
    const item = aMapItem();
    const holding = { ...west, items: [item] };
    const { show, container } = await showMarks([north, holding]);
    show([north, holding], { id: item.id, point: center });
    expect(markOf(/Food Needed/).dataset['lifted']).toBe('true');
    expect(markOf(/Food Available/).dataset['lifted']).toBeUndefined();
    expect(container.querySelector(`[data-marked="${item.id}"]`)).not.toBeNull();
    show([north, holding]);
    expect(container.querySelector('[data-lifted], [data-marked]')).toBeNull();
  });
});

it('stands for all that has no room beside it, and zooms in on them', async () => {
  const crowd = [at('first', 0, 0, { count: 12 }), at('second', 0.2, 0, { count: 15, type: 'food_needed' })];
  const { user, selected } = await showMarks(crowd);
  expect(marks().map((mark) => mark.getAttribute('aria-label'))).toEqual([
    '27 items, Mixed, Soon, around Chelsea',
  ]);
  const held = markOf(/27 items/);
  await user.click(held);
  await waitFor(() => expect(marks()).toHaveLength(2));
  expect(marks()).toContain(held);
  expect(selected).toEqual([]);
});

it('is raised while it is previewed, without being selected', async () => {
  renderWithProviders(
    <BaseMap center={center} zoom={14} tiles={null}>
      <ClusterMarkers
        here={null}
        clusters={[north, west]}
        selectedId={null}
        previewedId="west"
        highlighted={null}
        onSelect={() => {}}
      />
    </BaseMap>,
  );
  await screen.findByRole('group', { name: 'Map' });
  expect(markOf(/Food Needed/).dataset['lifted']).toBe('true');
  expect(marks().map((mark) => mark.getAttribute('aria-pressed'))).toEqual(['false', 'false']);
});

describe('the keyboard', () => {
  it('has one tab stop for all markers, and resumes where it was', async () => {
    const { user } = await showMarks([south, north, west]);
    expect(marks().map((mark) => mark.tabIndex)).toEqual([0, -1, -1]);
    act(() => markOf(/1 item,/).focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(markOf(/12 items/));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(markOf(/3 requests/));
    expect(marks().map((mark) => mark.tabIndex)).toEqual([-1, 0, -1]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(markOf(/12 items/));
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(markOf(/1 item,/));
  });

  it('announces the keys once, on the group', async () => {
    await showMarks([north]);
    const hint = screen.getByRole('group', { name: 'Map' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toContain(
      'Use the arrow keys to move between markers',
    );
    expect(marks()[0]?.hasAttribute('aria-describedby')).toBe(false);
  });
});

describe('a change of clusters', () => {
  it('keeps every marker and the focus, and moves and renames in place', async () => {
    const { show } = await showMarks([north, west, south]);
    const held = markOf(/Food Needed/);
    act(() => held.focus());
    const others = marks().filter((mark) => mark !== held);
    show([at('new', 1, 1), { ...west, count: 11, latitude: 40.772 }, south, north]);
    expect(markOf(/11 requests around Chelsea, Food Needed/)).toBe(held);
    expect(document.activeElement).toBe(held);
    for (const mark of others) expect(marks()).toContain(mark);
    // It has moved to the north of all others and comes first.
    expect(marks()[0]).toBe(held);
    expect(marks()).toHaveLength(4);
  });

  it('focuses the nearest marker when the focused one is gone', async () => {
    const { show } = await showMarks([north, west, south]);
    act(() => markOf(/Food Needed/).focus());
    show([north, at('near', 0, -3, { count: 2 })]);
    await waitFor(() => expect(document.activeElement).toBe(markOf(/2 items/)));
  });

  it('does not take the focus from elsewhere', async () => {
    const { show } = await showMarks([north, west]);
    act(() => markOf('Zoom in').focus());
    show([south]);
    expect(document.activeElement).toBe(markOf('Zoom in'));
    act(() => markOf('Zoom in').blur());
    show([north, south]);
    show([west]);
    expect(document.activeElement).toBe(document.body);
  });
});
