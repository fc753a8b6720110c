import { describe, expect, it } from 'vitest';
import { aCluster } from '#web/testing/map-samples.ts';
import { markerSize } from './MarkerShape.tsx';
import { inReadingOrder, type MarkerPosition, nextMarkerByKey } from './marker-navigation.ts';

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
  ])('leads from %s by %s to %s', (from, key, to) => {
    expect(nextMarkerByKey(marks, from, key)).toBe(to);
  });

  it('reaches every mark, also those that lie on each other', () => {
    const walked = ['top'];
    for (let at = nextMarkerByKey(marks, 'top', 'PageDown'); at; at = nextMarkerByKey(marks, at, 'PageDown'))
      walked.push(at);
    expect(walked).toEqual(marks.map(({ id }) => id));
  });
});

it('reads clusters from north to south and from west to east', () => {
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
