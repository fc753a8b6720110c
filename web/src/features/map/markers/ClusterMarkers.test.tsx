import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '#web/testing/api.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { renderPart } from '#web/testing/render.tsx';
import { BaseMap } from '#web/ui/map/BaseMap.tsx';
import { ClusterMarkers } from './ClusterMarkers.tsx';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';

// The map's data is not what these tests are about: plain land does.
beforeEach(() => api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 }))));

const centre = { latitude: 40.766, longitude: -73.975 };
const at = (id: string, north: number, east: number, said: Partial<MapCluster> = {}) =>
  aCluster({ id, latitude: 40.766 + north / 1000, longitude: -73.975 + east / 1000, ...said });

/** Three marks: one in the north, one in the middle to the west, one to the south-east. */
const north = at('north', 5, 0, { count: 1 });
const west = at('west', 0, -4, { count: 3, type: 'food_needed', urgencyLevel: 'high' });
const south = at('south', -3, 2, { count: 12, type: 'mixed', urgencyLevel: 'emergency' });

/** The marks over a map whose data the test changes by `show`. */
async function showMarks(start: readonly MapCluster[]) {
  const chosen: string[] = [];
  let show: (clusters: readonly MapCluster[], marked?: HighlightedListing | null) => void = () => {};
  function Marks() {
    const [clusters, setClusters] = useState(start);
    const [chosenId, setChosenId] = useState<string | null>(null);
    const [marked, setMarked] = useState<HighlightedListing | null>(null);
    show = (next, nextMarked = null) => {
      setClusters(next);
      setMarked(nextMarked);
    };
    return (
      <BaseMap centre={centre} zoom={14} tiles={null} className="h-96">
        <ClusterMarkers
          clusters={clusters}
          chosenId={chosenId}
          marked={marked}
          onChoose={({ id }) => {
            chosen.push(id);
            setChosenId(id);
          }}
        />
      </BaseMap>
    );
  }
  const rendered = renderPart(<Marks />);
  await screen.findByRole('group', { name: 'Map' });
  return {
    ...rendered,
    chosen,
    show: (next: readonly MapCluster[], marked?: HighlightedListing | null) => act(() => show(next, marked)),
  };
}

const marks = () => screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-pressed'));
const markOf = (name: string | RegExp) => screen.getByRole('button', { name });
const body = (button: HTMLElement) => button.querySelector<HTMLElement>('[data-shape]');

describe('a mark', () => {
  it('says its cluster in full and shows its type by shape and its number inside', async () => {
    await showMarks([south, west, north]);
    const [first, second, third] = marks();
    expect([first, second, third].map((mark) => mark?.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('1 item, Food Available'),
      expect.stringContaining('3 items, Food Needed'),
      expect.stringContaining('12 items, Mixed'),
    ]);
    expect(marks().map((mark) => body(mark)?.dataset)).toMatchObject([
      { shape: 'circle', tier: 'one' },
      { shape: 'square', tier: 'few' },
      { shape: 'diamond', tier: 'many' },
    ]);
    expect(marks().map((mark) => mark.textContent)).toEqual(['', '3!', '12!!']);
  });

  it('shows that it cannot wait by a sign', async () => {
    await showMarks([north, west, south]);
    expect(
      marks().map((mark) => mark.querySelector<HTMLElement>('[data-urgent]')?.dataset['urgent']),
    ).toEqual([undefined, 'high', 'emergency']);
  });

  it('is chosen by a tap, by Enter and by Space, and says so', async () => {
    const { user, chosen } = await showMarks([north, west]);
    await user.click(markOf(/Food Needed/));
    expect(markOf(/Food Needed/).getAttribute('aria-pressed')).toBe('true');
    act(() => markOf(/Food Available/).focus());
    await user.keyboard('{Enter}');
    expect(markOf(/Food Needed/).getAttribute('aria-pressed')).toBe('false');
    await user.keyboard(' ');
    expect(chosen).toEqual(['west', 'north', 'north']);
  });

  it('is lifted while a card of one of its listings is pointed at, and the listing’s point ringed', async () => {
    const item = aMapItem();
    const holding = { ...west, items: [item] };
    const { show, container } = await showMarks([north, holding]);
    show([north, holding], { id: item.id, point: centre });
    expect(markOf(/Food Needed/).dataset['lifted']).toBe('true');
    expect(markOf(/Food Available/).dataset['lifted']).toBeUndefined();
    expect(container.querySelector(`[data-marked="${item.id}"]`)).not.toBeNull();
    show([north, holding]);
    expect(container.querySelector('[data-lifted], [data-marked]')).toBeNull();
  });
});

it('lifts what is pointed at, and does not call it chosen', async () => {
  renderPart(
    <BaseMap centre={centre} zoom={14} tiles={null}>
      <ClusterMarkers
        clusters={[north, west]}
        chosenId={null}
        pointedAtId="west"
        marked={null}
        onChoose={() => {}}
      />
    </BaseMap>,
  );
  await screen.findByRole('group', { name: 'Map' });
  expect(markOf(/Food Needed/).dataset['lifted']).toBe('true');
  expect(marks().map((mark) => mark.getAttribute('aria-pressed'))).toEqual(['false', 'false']);
});

describe('the keyboard', () => {
  it('has one stop for all marks, and goes on from where it was', async () => {
    const { user } = await showMarks([south, north, west]);
    expect(marks().map((mark) => mark.tabIndex)).toEqual([0, -1, -1]);
    act(() => markOf(/1 item,/).focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(markOf(/12 items/));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(markOf(/3 items/));
    expect(marks().map((mark) => mark.tabIndex)).toEqual([-1, 0, -1]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(markOf(/12 items/));
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(markOf(/1 item,/));
  });

  it('hears once, from the group, how it leads on', async () => {
    await showMarks([north]);
    const hint = screen.getByRole('group', { name: 'Map' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toContain('Arrow keys lead from mark to mark');
    expect(marks()[0]?.hasAttribute('aria-describedby')).toBe(false);
  });
});

describe('a refresh', () => {
  it('keeps every mark and the focus, and moves and renames in place', async () => {
    const { show } = await showMarks([north, west, south]);
    const held = markOf(/Food Needed/);
    act(() => held.focus());
    const others = marks().filter((mark) => mark !== held);
    show([at('new', 1, 1), { ...west, count: 11, latitude: 40.772 }, south, north]);
    expect(markOf(/11 items, Food Needed/)).toBe(held);
    expect(document.activeElement).toBe(held);
    expect(body(held)?.dataset['tier']).toBe('many');
    for (const mark of others) expect(marks()).toContain(mark);
    // It has moved to the north of all others, and stands first.
    expect(marks()[0]).toBe(held);
    expect(marks()).toHaveLength(4);
  });

  it('gives the keyboard to the nearest mark when its own has gone', async () => {
    const { show } = await showMarks([north, west, south]);
    act(() => markOf(/Food Needed/).focus());
    show([north, at('near', 0, -3, { count: 2 })]);
    await waitFor(() => expect(document.activeElement).toBe(markOf(/2 items/)));
  });

  it('takes the keyboard from nobody else', async () => {
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
