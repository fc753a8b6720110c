import { type GeoPoint, pointAt } from '../kernel/geo.ts';

/** A coordinate this near a place a person already has is the same place, whatever the device made of it. */
export const SAME_PLACE_M = 300;
/** How far the public point of a home lies from the home. */
export const MIN_DISPLACEMENT_M = 250;
export const MAX_DISPLACEMENT_M = 400;

/**
 * The public point of a home: somewhere in the ring 250–400 m around it, every part of the ring equally likely.
 * `draw` holds two numbers in [0, 1) that depend on a secret; whoever knew them could walk back to the door.
 */
export function displacedPoint(exact: GeoPoint, draw: readonly [number, number]): GeoPoint {
  const [forDistance, forBearing] = draw;
  const inner = MIN_DISPLACEMENT_M ** 2;
  const outer = MAX_DISPLACEMENT_M ** 2;
  return pointAt(exact, Math.sqrt(inner + forDistance * (outer - inner)), forBearing * 2 * Math.PI);
}
