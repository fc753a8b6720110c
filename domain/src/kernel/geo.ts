/** A place on Earth in degrees (WGS 84). */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };

/** Degrees; `west` greater than `east` crosses the antimeridian. */
export type GeoBounds = {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
};

/** Mean Earth radius (IUGG), in meters. */
export const EARTH_RADIUS_M = 6_371_008.8;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Great-circle distance in meters (haversine). */
export function distanceM(a: GeoPoint, b: GeoPoint): number {
  const dLat = toRadians(b.latitude - a.latitude);
  const dLng = toRadians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Great-circle distance in kilometers. */
export const distanceKm = (a: GeoPoint, b: GeoPoint): number => distanceM(a, b) / 1000;

/** The point `meters` away from `from` along `bearingRadians` (0 is north, clockwise). */
export function pointAt(from: GeoPoint, meters: number, bearingRadians: number): GeoPoint {
  const angle = meters / EARTH_RADIUS_M;
  const lat = toRadians(from.latitude);
  const toLat = Math.asin(
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearingRadians),
  );
  const toLng =
    toRadians(from.longitude) +
    Math.atan2(
      Math.sin(bearingRadians) * Math.sin(angle) * Math.cos(lat),
      Math.cos(angle) - Math.sin(lat) * Math.sin(toLat),
    );
  return { latitude: toDegrees(toLat), longitude: ((toDegrees(toLng) + 540) % 360) - 180 };
}

/** The smallest latitude/longitude box that holds every point within `radiusM` of `center`. */
export function boundsAround(center: GeoPoint, radiusM: number): GeoBounds {
  const dLat = toDegrees(radiusM / EARTH_RADIUS_M);
  const north = Math.min(90, center.latitude + dLat);
  const south = Math.max(-90, center.latitude - dLat);
  if (north === 90 || south === -90) return { north, south, west: -180, east: 180 };
  const ratio = Math.sin(radiusM / EARTH_RADIUS_M) / Math.cos(toRadians(center.latitude));
  if (ratio >= 1) return { north, south, west: -180, east: 180 };
  const dLng = toDegrees(Math.asin(ratio));
  if (dLng >= 180) return { north, south, west: -180, east: 180 };
  const wrap = (lng: number): number => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);
  return { north, south, west: wrap(center.longitude - dLng), east: wrap(center.longitude + dLng) };
}

/** Whether the bounds contain the point, edges included. */
export function boundsContain(bounds: GeoBounds, point: GeoPoint): boolean {
  if (point.latitude > bounds.north || point.latitude < bounds.south) return false;
  return bounds.west <= bounds.east
    ? point.longitude >= bounds.west && point.longitude <= bounds.east
    : point.longitude >= bounds.west || point.longitude <= bounds.east;
}

const WHOLE_TURN = 360;
/** Degrees from the meridian `from` eastwards to `longitude`, from 0 to less than 360. */
const eastOf = (from: number, longitude: number): number =>
  (((longitude - from) % WHOLE_TURN) + WHOLE_TURN) % WHOLE_TURN;
const widthOf = ({ west, east }: GeoBounds): number =>
  west <= east ? east - west : east - west + WHOLE_TURN;

export const middleOf = (bounds: GeoBounds): GeoPoint => ({
  latitude: (bounds.north + bounds.south) / 2,
  longitude: ((bounds.west + widthOf(bounds) / 2 + 540) % WHOLE_TURN) - 180,
});

/** The smallest bounds that contain all given ones, across the antimeridian if that is shorter; null for none. */
export function unionOfBounds(all: readonly GeoBounds[]): GeoBounds | null {
  const [first] = all;
  if (!first || all.length === 1) return first ?? null;
  const north = Math.max(...all.map((bounds) => bounds.north));
  const south = Math.min(...all.map((bounds) => bounds.south));
  let [west, east, narrowest] = [-180, 180, WHOLE_TURN];
  for (const start of all) {
    let [end, width] = [start.east, 0];
    for (const bounds of all) {
      const reach = eastOf(start.west, bounds.west) + widthOf(bounds);
      if (reach >= width) [end, width] = [bounds.east, reach];
    }
    if (width < narrowest) [west, east, narrowest] = [start.west, end, width];
  }
  if (narrowest === WHOLE_TURN) return { north, south, west, east };
  // the antimeridian is both -180 and 180: a bound on it includes both
  return { north, south, west: west === -180 ? 180 : west, east: east === 180 ? -180 : east };
}
