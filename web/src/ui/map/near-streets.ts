import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ShownTile } from './basemap-layer.ts';
import { metersPerPixel } from './map-scale.ts';

/** The nearest street is named within this distance, its crossing with another within the other. */
const STREET_WITHIN_M = 80;
const CROSSING_WITHIN_M = 250;
/** Lines that come this near to each other cross: where tiles are cut, they end a little apart. */
const CROSSES_WITHIN_M = 12;

type Line = readonly (readonly [x: number, y: number])[];

/** The nearest named street and the one that crosses it nearest to the point; none where no street is near. */
export function nearStreets(
  point: GeoPoint,
  tiles: readonly Pick<ShownTile, 'names' | 'source'>[],
): string[] {
  const [x, y] = mercator(point);
  const streets = new Map<string, Line[]>();
  for (const { names, source } of tiles) {
    if (!source.isCity) continue;
    const side = 256 * metersPerPixel(point, source.z);
    const [left, top] = [x * 2 ** source.z - source.x, y * 2 ** source.z - source.y];
    for (const { text, kind, points } of names) {
      if (kind !== 'road' || points.length < 4) continue;
      // meters from the point
      const line = Array.from(
        { length: points.length / 2 },
        (_, at) => [((points[2 * at] ?? 0) - left) * side, ((points[2 * at + 1] ?? 0) - top) * side] as const,
      );
      streets.set(text, [...(streets.get(text) ?? []), line]);
    }
  }
  const byDistance = [...streets]
    .map(([text, lines]) => ({ text, lines, meters: distanceTo([0, 0], lines) }))
    .filter(({ meters }) => meters <= CROSSING_WITHIN_M)
    .toSorted((a, b) => a.meters - b.meters);
  const [nearest, ...others] = byDistance;
  if (!nearest || nearest.meters > STREET_WITHIN_M) return [];
  const crossings = others.flatMap(({ text, lines }) => {
    const meters = crossingOf(lines, nearest.lines);
    return meters <= CROSSING_WITHIN_M ? [{ text, meters }] : [];
  });
  const [crossing] = crossings.toSorted((a, b) => a.meters - b.meters);
  return crossing ? [nearest.text, crossing.text] : [nearest.text];
}

/** How far from the origin two streets meet; Infinity where they do not. */
function crossingOf(one: readonly Line[], other: readonly Line[]): number {
  const meetings = [
    [one, other],
    [other, one],
  ] as const;
  return Math.min(
    ...meetings.flatMap(([lines, beside]) =>
      lines.flat().flatMap((at) => (distanceTo(at, beside) <= CROSSES_WITHIN_M ? [Math.hypot(...at)] : [])),
    ),
    ...intersections(one, other).map((at) => Math.hypot(...at)),
  );
}

function intersections(one: readonly Line[], other: readonly Line[]): (readonly [number, number])[] {
  return segmentsOf(one).flatMap(([[ax, ay], [bx, by]]) =>
    segmentsOf(other).flatMap(([[cx, cy], [dx, dy]]) => {
      const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      if (area === 0) return [];
      const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area;
      const across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area;
      return along >= 0 && along <= 1 && across >= 0 && across <= 1
        ? [[ax + along * (bx - ax), ay + along * (by - ay)] as const]
        : [];
    }),
  );
}

const segmentsOf = (lines: readonly Line[]) =>
  lines.flatMap((line) =>
    line.slice(1).flatMap((end, at) => {
      const start = line[at];
      return start ? [[start, end] as const] : [];
    }),
  );

function distanceTo([px, py]: readonly [number, number], lines: readonly Line[]): number {
  return Math.min(
    ...segmentsOf(lines).map(([[ax, ay], [bx, by]]) => {
      const [dx, dy] = [bx - ax, by - ay];
      const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(ax + along * dx - px, ay + along * dy - py);
    }),
  );
}

/** The point on the map of the whole world: 0 to 1 from west to east and from north to south. */
function mercator({ latitude, longitude }: GeoPoint): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
