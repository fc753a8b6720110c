import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { LatLngTuple, Map as LeafletMap } from 'leaflet';

const WHOLE_TURN = 360;

/**
 * Where a point is on the map, in degrees: Leaflet draws the world again to both sides, and a longitude beyond ±180 is on
 * the next turn. Of all turns, the one nearest to the middle of the view.
 */
export function nearestTurn(
  map: Pick<LeafletMap, 'getCenter'>,
  { latitude, longitude }: GeoPoint,
): LatLngTuple {
  const turns = Math.round((map.getCenter().lng - longitude) / WHOLE_TURN);
  return [latitude, longitude + turns * WHOLE_TURN];
}
