import { distanceM, type GeoPoint, pointAt } from '../kernel/geo.ts';

/** A coordinate this near a place a person already has is the same place, whatever the device made of it. */
export const SAME_PLACE_M = 300;
/** A coordinate this near a business's own point means the business: a browser gives back what it was given. */
export const SAME_DOOR_M = 1;
/** How many new homes a person may name in any year: each has a public point, and many would outline one home. */
export const MAX_NEW_HOMES_A_YEAR = 30;
/** How far the public point of a home lies from the home. */
export const MIN_DISPLACEMENT_M = 250;
export const MAX_DISPLACEMENT_M = 400;

/** How far two fixes of one home may lie apart, and the point drawn from the one still stand for the other. */
const FIXES_APART_M = 100;

/** Whether `publicPoint` may stand for a home at `exact`, as well as one that would be drawn now. */
export function mayStandFor(publicPoint: GeoPoint, exact: GeoPoint): boolean {
  const awayM = distanceM(publicPoint, exact);
  return awayM >= MIN_DISPLACEMENT_M - FIXES_APART_M && awayM <= MAX_DISPLACEMENT_M + FIXES_APART_M;
}

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
