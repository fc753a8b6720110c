import { boundsAround, type GeoBounds, unionOfBounds } from '../kernel/geo.ts';

/**
 * Bounds that contain every member of the clusters whose center is within `bounds`: padded by the radius, in
 * meters. Changes outside of them do not affect these clusters.
 */
export function padBounds(bounds: GeoBounds, radiusM: number): GeoBounds {
  const { north, south, east, west } = bounds;
  const corners = [north, south].flatMap((latitude) =>
    [east, west].map((longitude) => boundsAround({ latitude, longitude }, radiusM)),
  );
  return unionOfBounds([bounds, ...corners]) ?? bounds;
}
