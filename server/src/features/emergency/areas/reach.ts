import { distanceToAreaKm, wholeKmToArea } from '@openlarder/domain/emergency/request-areas.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { RequestRow } from '../requests/requests.store.ts';

/** Where a request is for somebody with a place. */
export type Reach = {
  /** Whole kilometers to the nearest edge of its area, 0 inside; null for a request of the community as a whole. */
  readonly shownKm: number | null;
  /** The exact distance; 0 for a request of the community as a whole. */
  readonly km: number;
};

/** The reach of a request to a place; null if it does not reach it, or there is none. */
export function reachOf(
  { area, radius_km }: Pick<RequestRow, 'area' | 'radius_km'>,
  place: GeoPoint | null | undefined,
): Reach | null {
  if (!place) return null;
  if (!area) return { shownKm: null, km: 0 };
  const km = distanceToAreaKm(place, area.bounds);
  return km <= radius_km ? { shownKm: wholeKmToArea(place, area.bounds), km } : null;
}
