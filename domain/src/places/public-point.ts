import { distanceM, type GeoPoint, pointAt } from '../kernel/geo.ts';

/** A coordinate this close to a place the person already has is the same place: devices are imprecise. */
export const SAME_PLACE_M = 300;
/**
 * A coordinate this close to a business's own point means the business: browsers send back what they
 * received.
 */
export const SAME_BUSINESS_M = 1;
/** New homes a person may add per year: each has a public point, and many of them would reveal one home. */
export const MAX_NEW_HOMES_PER_YEAR = 30;
/** Distance of a home's public point from the home. */
export const MIN_DISPLACEMENT_M = 250;
export const MAX_DISPLACEMENT_M = 400;

/** Maximum distance of two fixes of one home that can share a public point. */
const FIXES_APART_M = 100;

/** Whether `publicPoint` is a valid public point for a home at `exact`. */
export function isPlausiblePublicPoint(publicPoint: GeoPoint, exact: GeoPoint): boolean {
  const awayM = distanceM(publicPoint, exact);
  return awayM >= MIN_DISPLACEMENT_M - FIXES_APART_M && awayM <= MAX_DISPLACEMENT_M + FIXES_APART_M;
}

/**
 * The public point of a home: uniformly distributed in the ring 250–400 m around it. `draw` holds two numbers
 * in [0, 1) that depend on a secret; who knows them can compute the home.
 */
export function displacedPoint(exact: GeoPoint, draw: readonly [number, number]): GeoPoint {
  const [forDistance, forBearing] = draw;
  const inner = MIN_DISPLACEMENT_M ** 2;
  const outer = MAX_DISPLACEMENT_M ** 2;
  return pointAt(exact, Math.sqrt(inner + forDistance * (outer - inner)), forBearing * 2 * Math.PI);
}
