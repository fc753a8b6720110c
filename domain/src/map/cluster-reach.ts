import { boundsAround, type GeoBounds, unionOfBounds } from '../kernel/geo.ts';

/**
 * Where everything lies that is gathered in clusters whose centre the bounds hold: as far as the radius, in metres,
 * beyond them. What changes elsewhere changes none of these clusters.
 */
export function reachOf(bounds: GeoBounds, radiusM: number): GeoBounds {
  const { north, south, east, west } = bounds;
  const corners = [north, south].flatMap((latitude) =>
    [east, west].map((longitude) => boundsAround({ latitude, longitude }, radiusM)),
  );
  return unionOfBounds([bounds, ...corners]) ?? bounds;
}
