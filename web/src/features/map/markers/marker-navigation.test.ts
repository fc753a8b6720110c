import { afterEach, describe, expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { markerSize } from './MarkerShape.tsx';
import {
  clusterOfListing,
  inReadingOrder,
  type MarkerPosition,
  nextMarkerByKey,
  reorderElements,
} from './marker-navigation.ts';

const marks: readonly MarkerPosition[] = [
  { id: 'top', x: 100, y: 10 },
  { id: 'left', x: 10, y: 100 },
  { id: 'middle', x: 100, y: 105 },
  { id: 'over', x: 100, y: 105 },
  { id: 'right', x: 300, y: 100 },
  { id: 'aside', x: 150, y: 200 },
];

describe('nextMarkerByKey', () => {
  it.each([
    ['top', 'ArrowDown', 'middle'],
    ['middle', 'ArrowRight', 'right'],
    ['left', 'ArrowRight', 'middle'],
    ['middle', 'ArrowLeft', 'left'],
    ['right', 'ArrowUp', 'top'],
    ['top', 'ArrowUp', null],
    ['aside', 'Home', 'top'],
    ['top', 'End', 'aside'],
    ['middle', 'PageDown', 'over'],
    ['over', 'PageUp', 'middle'],
    ['top', 'PageUp', null],
    ['top', 'x', null],
    ['gone', 'Home', null],
  ])('goes from %s by %s to %s', (from, key, to) => {
    expect(nextMarkerByKey(marks, from, key)).toBe(to);
  });

  it('reaches every marker, also those on top of each other', () => {
    const walked = ['top'];
    for (let at = nextMarkerByKey(marks, 'top', 'PageDown'); at; at = nextMarkerByKey(marks, at, 'PageDown'))
      walked.push(at);
    expect(walked).toEqual(marks.map(({ id }) => id));
  });
});

it('sorts clusters from north to south and from west to east', () => {
  const inOrder = inReadingOrder([
    aCluster({ id: 'south', latitude: 40 }),
    aCluster({ id: 'east', latitude: 41, longitude: -73 }),
    aCluster({ id: 'west', latitude: 41, longitude: -74 }),
  ]);
  expect(inOrder.map(({ id }) => id)).toEqual(['west', 'east', 'south']);
});

it.each([
  [1, 'one'],
  [2, 'few'],
  [3, 'few'],
  [4, 'some'],
  [10, 'some'],
  [11, 'many'],
  [5000, 'many'],
])('draws a cluster of %i as %s', (count, tier) => {
  expect(markerSize(count)).toBe(tier);
});

const point = { latitude: 40.76, longitude: -73.98 };
const item = aMapItem();
const full = aCluster({ id: 'full', ...point });
const far = aCluster({ id: 'far', latitude: 40.78, longitude: -73.98, count: 60 });
const near = aCluster({ id: 'near', latitude: 40.765, longitude: -73.98, count: 60 });

it('finds the cluster that lists the listing, whatever its distance', () => {
  const holder = aCluster({ id: 'holder', latitude: 41, items: [aMapItem(), item] });
  expect(clusterOfListing([near, holder], { id: item.id, point })?.id).toBe('holder');
});

it('finds the nearest cluster with unlisted items', () => {
  expect(clusterOfListing([full, far, near], { id: item.id, point })?.id).toBe('near');
});

it('finds none if every cluster lists all its items or is out of reach', () => {
  const beyond = aCluster({ id: 'beyond', latitude: 40.9, longitude: -73.98, count: 60 });
  expect(clusterOfListing([full, beyond], { id: item.id, point })).toBeNull();
});

afterEach(() => document.body.replaceChildren());

/** Buttons in the page in the given order. */
function buttonsOf(names: string): Record<string, HTMLButtonElement> {
  const made = names.split('').map((name) => {
    const button = document.createElement('button');
    button.textContent = name;
    document.body.append(button);
    return [name, button] as const;
  });
  return Object.fromEntries(made);
}

it('reorders around the focused element, which is not moved', () => {
  const { a, b, c, d } = buttonsOf('dcba');
  c?.focus();
  const watch = new MutationObserver(() => {});
  watch.observe(document.body, { childList: true });
  reorderElements([a, b, null, c, d].map((button) => button ?? null));
  expect(document.body.textContent).toBe('abcd');
  const moved = watch.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
  watch.disconnect();
  expect(moved).toContain(a);
  expect(moved).not.toContain(c);
  expect(document.activeElement).toBe(c);
});
