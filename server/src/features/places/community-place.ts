import {
  boundsAround,
  type GeoBounds,
  type GeoPoint,
  middleOf,
  unionOfBounds,
} from '@openlarder/domain/kernel/geo.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { listedTimeZone } from '#server/platform/settings/region.ts';
import { cityMap } from './city-map.ts';
import { namesInFile } from './place-names.ts';

import timeZones from '#server/platform/settings/time-zones.json' with { type: 'json' };

/** How far a map of the community reaches from its center, in meters. */
const REACH_M = 3000;
/** Around the city of a time zone, where the community may be anywhere. */
const CITY_REACH_M = 25_000;

/** Where the community is, and the part of the map around it. */
export type CommunityPlace = { readonly center: GeoPoint; readonly bounds: GeoBounds };

/**
 * The place that the operator has set; without one the middle of the named areas, then of the city's map, then the city
 * that the time zone is named after.
 */
export async function communityPlace(ctx: AppContext): Promise<CommunityPlace> {
  const { settings } = ctx;
  const given = settings.placesFile ? boundsOf(namesInFile(ctx)) : (await cityMap(ctx))?.bounds;
  const center = settings.place ?? (given ? middleOf(given) : null);
  return center ? { center, bounds: boundsAround(center, REACH_M) } : placeOfTimeZone(settings.timeZone);
}

const boundsOf = (points: readonly GeoPoint[]): GeoBounds | null =>
  unionOfBounds(
    points.map(({ latitude, longitude }) => ({
      north: latitude,
      south: latitude,
      west: longitude,
      east: longitude,
    })),
  );

const PLACES: Readonly<Record<string, number[]>> = timeZones.places;
/** A zone without a city, such as UTC, is a view of the world. */
const ANYWHERE: CommunityPlace = {
  center: { latitude: 20, longitude: 0 },
  bounds: { north: 60, south: -40, east: 60, west: -60 },
};

/** The city of a time zone, by whichever of its names. */
export function placeOfTimeZone(timeZone: string): CommunityPlace {
  const [latitude, longitude] = PLACES[listedTimeZone(timeZone)] ?? [];
  if (latitude === undefined || longitude === undefined) return ANYWHERE;
  const center = { latitude, longitude };
  return { center, bounds: boundsAround(center, CITY_REACH_M) };
}
