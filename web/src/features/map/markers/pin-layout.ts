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
  /** All that it stands for, its own first. */
  readonly ids: readonly string[];
  /** Null where there is no room for its label. */
  readonly labelSide: LabelSide | null;
};

const SIDES: readonly LabelSide[] = ['below', 'above'];
const STEP_PX = 8;
/** How far a pin may stand from its point: less than one with a number is wide, so that it still says where that is. */
const MAX_STEPS = 3;
/** The mark of the person's own place, with its ring. */
export const OWN_PLACE_RADIUS_PX = 9;
const DIRECTIONS = Array.from({ length: 12 }, (_, nth) => (nth * Math.PI) / 6);

const rankOf = ({ urgencyLevel }: Pick<Pin, 'urgencyLevel'>): number => URGENCY_LEVELS.indexOf(urgencyLevel);
/** What is most urgent lies on top. Added to how far down a pin stands, in pixels. */
export const liftOf = (pin: Pick<Pin, 'urgencyLevel'>): number => rankOf(pin) * 1000;
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
  const isUrgent = rankOf({ urgencyLevel }) >= URGENCY_LEVELS.indexOf('high');
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

const spotsAround = ({ x, y }: Spot): Spot[] => [
  { x, y },
  ...Array.from({ length: MAX_STEPS }, (_, step) => (step + 1) * STEP_PX).flatMap((far) =>
    DIRECTIONS.map((angle) => ({ x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) })),
  ),
];

type Layout = { readonly seen?: Box | null; readonly controls?: Box | null; readonly here?: Spot | null };

/** Farther from a pin's point, nothing touches it. */
const REACH_PX = 2 * (Math.SQRT2 * NOTCH_AWAY_PX.many + NOTCH_RADIUS_PX) + STEP_PX * MAX_STEPS;

type Placed = { readonly pin: Pin; readonly at: LaidOutPin; readonly circles: readonly Circle[] };

/** The pins that have room, the most urgent first, then the largest; and each other one with the nearest of them. */
function place(pins: readonly Pin[], idsOf: (pin: Pin) => readonly string[], here: Spot | null) {
  const own = here ? [{ ...here, radius: OWN_PLACE_RADIUS_PX }] : [];
  const placed: Placed[] = [];
  const without: { readonly pin: Pin; readonly joins: Pin }[] = [];
  for (const pin of pins.toSorted(byImportance)) {
    const size = markerSize(pin.count);
    const near = placed.filter(({ at }) => Math.hypot(at.x - pin.x, at.y - pin.y) < REACH_PX);
    const taken = near.flatMap(({ circles }) => circles);
    const spots = spotsAround(pin);
    const isFree = (spot: Spot, among: readonly Circle[]): boolean =>
      !circlesOf(spot, size, pin).some((circle) => among.some((other) => touch(circle, other)));
    const spot =
      spots.find((one) => isFree(one, [...taken, ...own])) ??
      // the mark of the person's own place lies on the edge of a pin that is larger than it can move
      spots.findLast((one) => isFree(one, taken));
    if (spot) {
      const at = { ...spot, size, labelSide: null, ids: idsOf(pin) };
      placed.push({ pin, at, circles: circlesOf(spot, size, pin) });
      continue;
    }
    const [nearest] = near.toSorted(
      (a, b) => Math.hypot(a.at.x - pin.x, a.at.y - pin.y) - Math.hypot(b.at.x - pin.x, b.at.y - pin.y),
    );
    if (nearest) without.push({ pin, joins: nearest.pin });
  }
  return { placed, without };
}

/**
 * Where each pin stands, by id. What has no room joins the nearest that has, until all numbers stand clear; such a pin says
 * nothing else. Labels go to pins in the order given, where they touch nothing and are within what is `seen`, but not under
 * its `controls`. `here` is the person's own place, which stays free.
 */
export function layOutPins(
  pins: readonly Pin[],
  { seen = null, controls = null, here = null }: Layout = {},
): Map<string, LaidOutPin> {
  const ids = new Map<string, readonly string[]>();
  const idsOf = ({ id }: Pin): readonly string[] => ids.get(id) ?? [id];
  let round = place(pins, idsOf, here);
  while (round.without.length > 0) {
    const counts = new Map(round.placed.map(({ pin }) => [pin.id, pin.count]));
    for (const { pin, joins } of round.without) {
      ids.set(joins.id, [...idsOf(joins), ...idsOf(pin)]);
      counts.set(joins.id, (counts.get(joins.id) ?? 0) + pin.count);
    }
    const joined = round.placed.map(({ pin }) => ({ ...pin, count: counts.get(pin.id) ?? pin.count }));
    round = place(joined, idsOf, here);
  }
  const placed = new Map(round.placed.map(({ pin, at }) => [pin.id, at]));
  const circles = round.placed.flatMap((one) =>
    one.circles.map((circle, nth) => ({ ...circle, nth, id: one.pin.id })),
  );
  const own = here ? [{ ...here, radius: OWN_PLACE_RADIUS_PX, nth: 0, id: '' }] : [];
  const labels: Box[] = controls ? [controls] : [];
  for (const { id, labelWidthPx } of pins) {
    const pin = placed.get(id);
    if (!pin || pin.ids.length > 1 || labelWidthPx === 0) continue;
    for (const labelSide of SIDES) {
      const box = labelBox(pin, pin.size, labelWidthPx, labelSide);
      if (labels.some((other) => overlap(box, other))) continue;
      if ([...circles, ...own].some((circle) => (circle.id !== id || circle.nth > 0) && covers(box, circle)))
        continue;
      if (seen && !isWithin(box, seen)) continue;
      labels.push(box);
      placed.set(id, { ...pin, labelSide });
      break;
    }
  }
  return placed;
}
