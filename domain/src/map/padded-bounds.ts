import { boundsAround, type GeoBounds, unionOfBounds } from '../kernel/geo.ts';

/** Changes outside of them do not affect the clusters whose center is within `bounds`. */
export function padBounds(bounds: GeoBounds, radiusM: number): GeoBounds {
  const { north, south, east, west } = bounds;
  const corners = [north, south].flatMap((latitude) =>
    [east, west].map((longitude) => boundsAround({ latitude, longitude }, radiusM)),
  );
  return unionOfBounds([bounds, ...corners]) ?? bounds;
}
