import { URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import {
  MARKER_RADIUS_PX,
  type MarkerSize,
  markerSize,
  NOTCH_AWAY_PX,
  NOTCH_RADIUS_PX,
} from './MarkerShape.tsx';
import { PIN_LABEL_HEIGHT_PX } from './pin-labels.ts';

/* Where the pins of a map stand, so that none covers another's number. All in pixels of the map at its zoom. */

type Spot = { readonly x: number; readonly y: number };
export type Circle = Spot & { readonly radius: number };
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export type Pin = Spot &
  Pick<MapCluster, 'id' | 'count' | 'urgencyLevel'> & {
    /** 0 if it says nothing. */
    readonly labelWidthPx: number;
  };
export type LabelSide = 'below' | 'above';
export type LaidOutPin = Spot & {
  readonly size: MarkerSize;
  /** Null where there is no room for its label. */
  readonly labelSide: LabelSide | null;
};

const SIDES: readonly LabelSide[] = ['below', 'above'];
const STEP_PX = 8;
/** How far a pin may stand from its point: less than one with a number is wide, so that it still says where that is. */
const MAX_STEPS = 3;
/** A dot finds room beside the largest pin that lies on its point. */
const MAX_STEPS_OF_DOT = 5;
const DIRECTIONS = Array.from({ length: 12 }, (_, nth) => (nth * Math.PI) / 6);

const rankOf = ({ urgencyLevel }: Pick<Pin, 'urgencyLevel'>): number => URGENCY_LEVELS.indexOf(urgencyLevel);
/** What is most urgent lies on top, and dots lie under all else. Added to how far down a pin stands, in pixels. */
export const liftOf = (size: MarkerSize, pin: Pick<Pin, 'urgencyLevel'>): number =>
  (size === 'dot' ? -3 : rankOf(pin)) * 1000;
const byImportance = (a: Pin, b: Pin): number =>
  rankOf(b) - rankOf(a) || b.count - a.count || (a.id < b.id ? -1 : 1);

/** What a pin covers: its shape, and the sign of what is urgent. */
export function circlesOf(
  { x, y }: Spot,
  size: MarkerSize,
  { urgencyLevel }: Pick<Pin, 'urgencyLevel'>,
): Circle[] {
  const shape = { x, y, radius: MARKER_RADIUS_PX[size] };
  const away = NOTCH_AWAY_PX[size];
  const isUrgent = size !== 'dot' && rankOf({ urgencyLevel }) >= URGENCY_LEVELS.indexOf('high');
  return isUrgent ? [shape, { x: x + away, y: y - away, radius: NOTCH_RADIUS_PX }] : [shape];
}

/** The box of a pin's label, under or over its shape. */
export function labelBox({ x, y }: Spot, size: MarkerSize, widthPx: number, side: LabelSide): Box {
  const away = MARKER_RADIUS_PX[size] - 2;
  const top = side === 'below' ? y + away : y - away - PIN_LABEL_HEIGHT_PX;
  return { left: x - widthPx / 2, right: x + widthPx / 2, top, bottom: top + PIN_LABEL_HEIGHT_PX };
}

/** All that a pin covers as circles, relative to its point; its label as a row of them. */
export function obstaclesOf(
  pin: Pick<LaidOutPin & Pin, 'size' | 'labelSide' | 'labelWidthPx' | 'urgencyLevel'>,
): Circle[] {
  const { size, labelSide, labelWidthPx } = pin;
  const circles = circlesOf({ x: 0, y: 0 }, size, pin);
  if (!labelSide) return circles;
  const { left, right, top, bottom } = labelBox({ x: 0, y: 0 }, size, labelWidthPx, labelSide);
  const radius = (bottom - top) / 2;
  const [first, last] = [left + radius, Math.max(left, right - radius)];
  return circles.concat(
    [0, 0.25, 0.5, 0.75, 1].map((share) => ({ x: first + share * (last - first), y: top + radius, radius })),
  );
}

const touch = (a: Circle, b: Circle): boolean => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius;
/** Whether a box touches a circle. */
export const covers = ({ left, right, top, bottom }: Box, { x, y, radius }: Circle): boolean =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < radius;
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

const spotsAround = ({ x, y }: Spot, steps: number): Spot[] => [
  { x, y },
  ...Array.from({ length: steps }, (_, step) => (step + 1) * STEP_PX).flatMap((far) =>
    DIRECTIONS.map((angle) => ({ x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) })),
  ),
];

/** The spot nearest to a pin's point where it touches none of `taken`: whole, else as a dot; null if there is none. */
function freeSpot(
  pin: Pin,
  taken: readonly Circle[],
): { spot: Spot; size: MarkerSize; circles: Circle[] } | null {
  const tries = [
    [markerSize(pin.count), MAX_STEPS],
    ['dot', MAX_STEPS_OF_DOT],
  ] as const;
  for (const [size, steps] of tries)
    for (const spot of spotsAround(pin, steps)) {
      const circles = circlesOf(spot, size, pin);
      if (!circles.some((circle) => taken.some((other) => touch(circle, other))))
        return { spot, size, circles };
    }
  return null;
}

type Layout = { readonly seen?: Box | null; readonly controls?: Box | null; readonly here?: Spot | null };

/** Farther from a pin's point, nothing touches it. */
const REACH_PX = 2 * MARKER_RADIUS_PX.many + STEP_PX * MAX_STEPS_OF_DOT;

/**
 * Where each pin stands, by id. The most urgent have their place first, then the largest; what has no room there is a dot,
 * and where even that has none it lies under the others. Labels go to pins in the order given, where they touch nothing and
 * are within what is `seen`, but not under its `controls`. `here` is the person's own place, which stays free.
 */
export function layOutPins(
  pins: readonly Pin[],
  { seen = null, controls = null, here = null }: Layout = {},
): Map<string, LaidOutPin> {
  const taken: Circle[] = here ? [{ ...here, radius: MARKER_RADIUS_PX.dot }] : [];
  const placed = new Map<string, LaidOutPin>();
  const shapes = new Map<string, Circle>();
  for (const pin of pins.toSorted(byImportance)) {
    const near = taken.filter(({ x, y }) => Math.hypot(x - pin.x, y - pin.y) < REACH_PX);
    const found = freeSpot(pin, near);
    placed.set(pin.id, {
      ...(found?.spot ?? { x: pin.x, y: pin.y }),
      size: found?.size ?? 'dot',
      labelSide: null,
    });
    taken.push(...(found?.circles ?? []));
    if (found?.circles[0]) shapes.set(pin.id, found.circles[0]);
  }
  const labels: Box[] = controls ? [controls] : [];
  for (const { id, labelWidthPx } of pins) {
    const pin = placed.get(id);
    if (!pin || pin.size === 'dot' || labelWidthPx === 0) continue;
    for (const labelSide of SIDES) {
      const box = labelBox(pin, pin.size, labelWidthPx, labelSide);
      if (labels.some((other) => overlap(box, other))) continue;
      if (taken.some((circle) => circle !== shapes.get(id) && covers(box, circle))) continue;
      if (seen && !isWithin(box, seen)) continue;
      labels.push(box);
      placed.set(id, { ...pin, labelSide });
      break;
    }
  }
  return placed;
}
