import { boundsAround, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { CATEGORIES, URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import { makeClusterIndex } from '@openlarder/domain/map/cluster-index.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MARKER_RADIUS_PX, markerSize, type MarkerSize } from './MarkerShape.tsx';
import {
  circlesOf,
  covers,
  labelBox,
  layOutPins,
  liftOf,
  OWN_PLACE_RADIUS_PX,
  type Pin,
} from './pin-layout.ts';

const MIDTOWN = { latitude: 40.758, longitude: -73.985 };
/** Half as wide as the number on a pin can be. */
const NUMBER_PX: Readonly<Record<MarkerSize, number>> = { one: 0, few: 6, some: 10, many: 22 };

/** The pins of a community at a zoom: so many items, scattered or in piles, over that many kilometers. */
function pinsOf({
  items,
  km,
  radiusM,
  zoom,
  seed,
}: Record<'items' | 'km' | 'radiusM' | 'zoom' | 'seed', number>): Pin[] {
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const index = makeClusterIndex();
  let at = MIDTOWN;
  for (let nth = 0; nth < items; nth += 1) {
    at = pointAt(
      ...(nth % 3 === 2 ? ([at, 60 * random()] as const) : ([MIDTOWN, km * 1000 * random()] as const)),
      6.3 * random(),
    );
    index.put({
      id: `p${nth}`,
      kind: nth % 7 === 0 ? 'needed' : 'available',
      ...at,
      categories: [CATEGORIES[0]],
      urgencyLevel: URGENCY_LEVELS[Math.floor(4 * random() ** 2)] ?? 'low',
      ownerId: `o${nth}`,
      createdAtMs: nth,
    });
  }
  const pixels = 256 * 2 ** zoom;
  return index
    .clustersIn(boundsAround(MIDTOWN, 50_000), { radiusM })
    .map(({ cell, count, urgencyLevel, latitude, longitude }) => ({
      id: String(cell),
      count,
      urgencyLevel,
      x: ((longitude + 180) / 360) * pixels,
      y: (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * pixels,
      labelWidthPx: [0, 90, 140, 200][count % 4] ?? 0,
    }));
}

const aMap = fc.record({
  items: fc.integer({ min: 1, max: 400 }),
  km: fc.constantFrom(0.2, 2, 8, 40),
  radiusM: fc.constantFrom(100, 600, 1000, 5000),
  zoom: fc.integer({ min: 8, max: 18 }),
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
});

it('shows every number, and covers none with another pin or its label, at any zoom and density', () => {
  fc.assert(
    fc.property(aMap, (said) => {
      const pins = new Map(pinsOf(said).map((one) => [one.id, one]));
      const drawn = [...layOutPins([...pins.values()])].flatMap(([id, spot]) => {
        const pin = pins.get(id);
        if (!pin) return [];
        const count = spot.ids.reduce((sum, each) => sum + (pins.get(each)?.count ?? 0), 0);
        const box = spot.labelSide && labelBox(spot, spot.size, pin.labelWidthPx, spot.labelSide);
        return [{ spot, count, box, circles: circlesOf(spot, spot.size, pin) }];
      });
      const covered = drawn.flatMap((one) => {
        const number = { ...one.spot, radius: NUMBER_PX[one.spot.size] };
        return drawn.filter(
          (other) =>
            other !== one &&
            ((other.box && covers(other.box, number)) ||
              other.circles.some(
                ({ x, y, radius }) => Math.hypot(x - number.x, y - number.y) < radius + number.radius,
              )),
        );
      });
      expect(covered).toEqual([]);
      expect(drawn.map(({ spot }) => spot.size)).toEqual(drawn.map(({ count }) => markerSize(count)));
      expect(drawn.flatMap(({ spot }) => spot.ids).toSorted()).toEqual([...pins.keys()].toSorted());
    }),
    { numRuns: 60 },
  );
});

const pin = (id: string, x: number, y: number, more: Partial<Pin> = {}): Pin => ({
  id,
  x,
  y,
  count: 1,
  urgencyLevel: 'medium',
  labelWidthPx: 88,
  ...more,
});

it('joins few pins of a usual community from the zoom at which the map opens', () => {
  const joined = [13, 14, 15].map((zoom) => {
    const pins = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      pinsOf({ items: 60, km: 4, radiusM: 1000, zoom, seed }),
    );
    const shown = pins.reduce((sum, some) => sum + layOutPins(some).size, 0);
    return 1 - shown / pins.flat().length;
  });
  expect(joined[2]).toBe(0);
  expect(joined[1]).toBeLessThan(0.01);
  expect(joined[0]).toBeLessThan(0.1);
});

it('keeps the most urgent at their points and on top, then the largest, and moves others no farther than half a pin', () => {
  const placed = layOutPins([pin('small', 16, 0), pin('urgent', 0, 0, { urgencyLevel: 'emergency' })]);
  expect(placed.get('urgent')).toMatchObject({ x: 0, y: 0, size: 'one' });
  for (const { x, y } of placed.values()) expect(Math.hypot(x, y)).toBeLessThan(2 * MARKER_RADIUS_PX.few);
  expect(URGENCY_LEVELS.map((urgencyLevel) => liftOf({ urgencyLevel }))).toEqual([0, 1000, 2000, 3000]);
});

it('joins what has no room with the most urgent there, which says nothing but the number', () => {
  const crowd = [
    pin('large', 0, 0, { count: 12 }),
    pin('urgent', 4, 0, { count: 4, urgencyLevel: 'high' }),
    ...Array.from({ length: 200 }, (_, nth) => pin(`p${nth}`, 0, 0, { count: 9 })),
    pin('far', 300, 0, { count: 2 }),
  ];
  const placed = layOutPins(crowd);
  expect([...placed.keys()]).toEqual(['urgent', 'far']);
  expect(placed.get('urgent')).toMatchObject({ x: 4, y: 0, size: 'many', labelSide: null });
  expect(placed.get('urgent')?.ids).toHaveLength(202);
});

it("stands beside the person's own place", () => {
  const { x = 0, y = 0 } = layOutPins([pin('mine', 5, 5)], { here: { x: 0, y: 0 } }).get('mine') ?? {};
  expect(Math.hypot(x, y)).toBeGreaterThan(MARKER_RADIUS_PX.one + OWN_PLACE_RADIUS_PX - 1);
  const large = layOutPins([pin('large', 0, 0, { count: 20 })], { here: { x: 0, y: 0 } }).get('large');
  expect(Math.hypot(large?.x ?? 0, large?.y ?? 0)).toBeCloseTo(24);
});

const sides = (pins: readonly Pin[], how: Parameters<typeof layOutPins>[1] = {}) =>
  [...layOutPins(pins, how)]
    .flatMap(([id, { labelSide }]) => (labelSide ? [[id, labelSide]] : []))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

it('shows labels that touch neither a shape nor an earlier label, under or over their shape', () => {
  // the label of "near" has room over its shape, that of "middle" on neither side
  expect(sides([pin('first', 0, 0), pin('near', 80, 5), pin('far', 300, 0)])).toEqual([
    ['far', 'below'],
    ['first', 'below'],
    ['near', 'above'],
  ]);
  expect(sides([pin('middle', 0, 0), pin('over', 0, -30), pin('under', 0, 30)])).toEqual([
    ['over', 'above'],
    ['under', 'below'],
  ]);
  // its sign takes the room over it
  expect(sides([pin('under', 0, 30), pin('urgent', 0, 0, { urgencyLevel: 'high' })])).toEqual([
    ['under', 'below'],
  ]);
  expect(sides([pin('silent', 0, 0, { labelWidthPx: 0 })])).toEqual([]);
});

it('shows no label beyond what is seen, or cut by its edge', () => {
  const seen = { left: 0, top: 0, right: 400, bottom: 300 };
  const pins = [pin('at the edge', 20, 100), pin('at the end', 200, 290), pin('beyond', 700, 100)];
  expect(sides(pins, { seen })).toEqual([['at the end', 'above']]);
});

it('shows no label under the controls', () => {
  const controls = { left: 340, top: 0, right: 400, bottom: 100 };
  const pins = [
    pin('beside them', 200, 60),
    pin('reaching under them', 310, 60),
    pin('below them', 310, 160),
  ];
  expect(sides(pins, { controls })).toEqual([
    ['below them', 'below'],
    ['beside them', 'below'],
  ]);
});
