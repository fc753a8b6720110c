import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';

/*
 * What an attacker can infer from public points: they know the grid, the rule about homes near an anchor, and the
 * errors of devices. Homes are in a town of a few kilometers, flat enough for meters to the east and north of its
 * center.
 */

type Meters = { readonly x: number; readonly y: number };
/** The distribution of a device's error in meters, by steps of a raster. */
type Scatter = {
  readonly stepM: number;
  readonly offsets: readonly (Meters & { readonly weight: number })[];
};

const METERS_PER_DEGREE = 111_195.08;
/** The largest likely distance of a home from the mean of its public points, in meters. */
const REACH_M = 1500;

/** Devices that err by up to `radiusM`, evenly in distance. */
export function scatterWithin(radiusM: number, stepM: number): Scatter {
  const weight = (awayM: number) => (awayM > radiusM ? 0 : 1 / Math.max(awayM, stepM / 2));
  return scatter(radiusM, stepM, weight);
}

/** Devices whose fixes have this standard deviation along each axis. */
export const scatterOf = (sigmaM: number, stepM: number): Scatter =>
  scatter(3 * sigmaM, stepM, (awayM) => Math.exp(-(awayM ** 2) / (2 * sigmaM ** 2)));

function scatter(radiusM: number, stepM: number, weightAt: (awayM: number) => number): Scatter {
  const steps = Math.ceil(radiusM / stepM);
  const axis = Array.from({ length: 2 * steps + 1 }, (_, nth) => (nth - steps) * stepM);
  const offsets = axis
    .flatMap((x) => axis.map((y) => ({ x, y, weight: weightAt(Math.hypot(x, y)) })))
    .filter(({ weight }) => weight > 0);
  const total = offsets.reduce((sum, { weight }) => sum + weight, 0);
  return { stepM, offsets: offsets.map((offset) => ({ ...offset, weight: offset.weight / total })) };
}

/** The estimates of a home from the public points that its people show, one per account and place. */
export type Estimates = Readonly<Record<'mean' | 'intersection' | 'likelihood', GeoPoint>>;

/** An attacker on a town of `townRadiusM` around `center`, who knows `cellM` and how devices scatter. */
export function makeHomeAttack(
  center: GeoPoint,
  townRadiusM: number,
  cellM: number,
  { stepM, offsets }: Scatter,
) {
  const perLongitude = METERS_PER_DEGREE * Math.cos((center.latitude * Math.PI) / 180);
  const toMeters = ({ latitude, longitude }: GeoPoint): Meters => ({
    x: (longitude - center.longitude) * perLongitude,
    y: (latitude - center.latitude) * METERS_PER_DEGREE,
  });
  const toPoint = ({ x, y }: Meters): GeoPoint => ({
    latitude: center.latitude + y / METERS_PER_DEGREE,
    longitude: center.longitude + x / perLongitude,
  });
  const names = new Map<string, number>();
  const nameOf = ({ latitude, longitude }: GeoPoint): number => {
    const key = `${latitude},${longitude}`;
    const name = names.get(key) ?? names.size;
    names.set(key, name);
    return name;
  };
  // the public point of a home at each place of a raster, row by row
  const half = Math.ceil((townRadiusM + 2 * REACH_M) / stepM);
  const side = 2 * half + 1;
  const shown = Int32Array.from({ length: side * side }, (_, nth) =>
    nameOf(
      publicPointOf(
        toPoint({ x: ((nth % side) - half) * stepM, y: (Math.floor(nth / side) - half) * stepM }),
        cellM,
      ),
    ),
  );
  const steps = offsets.map(({ x, y, weight }) => ({ by: x / stepM + (y / stepM) * side, weight }));
  const reach = Math.floor(REACH_M / stepM);

  /** The slot of each seen point, from 1 on; 0 for others. Plain numbers: each estimate looks at every place around. */
  const slots = new Uint8Array(names.size);

  /** The logarithm of the chance that accounts at this place of the raster show the points in `slots`, so often each. */
  const logChance = (nth: number, counts: readonly number[]): number => {
    const chances = new Float64Array(counts.length + 1);
    for (const { by, weight } of steps) {
      const slot = slots[shown[nth + by] ?? -1] ?? 0;
      chances[slot] = (chances[slot] ?? 0) + weight;
    }
    return counts.reduce((log, count, at) => log + count * Math.log(chances[at + 1] ?? 0), 0);
  };

  return (points: readonly GeoPoint[]): Estimates => {
    const seen = new Map<number, number>();
    for (const point of points) seen.set(nameOf(point), (seen.get(nameOf(point)) ?? 0) + 1);
    const counts = [...seen.values()];
    let slot = 0;
    for (const name of seen.keys()) slots[name] = ++slot;
    const mean = weightedMean(points.map((point) => ({ ...toMeters(point), weight: 1 })));
    const [column, row] = [Math.round(mean.x / stepM) + half, Math.round(mean.y / stepM) + half];
    const possible: (Meters & { readonly log: number })[] = [];
    for (let y = row - reach; y <= row + reach; y++)
      for (let x = column - reach; x <= column + reach; x++) {
        const log = logChance(y * side + x, counts);
        if (log > Number.NEGATIVE_INFINITY)
          possible.push({ x: (x - half) * stepM, y: (y - half) * stepM, log });
      }
    for (const name of seen.keys()) slots[name] = 0;
    const best = Math.max(...possible.map(({ log }) => log));
    const within = (weightOf: (log: number) => number): GeoPoint =>
      toPoint(
        possible.length === 0
          ? mean
          : weightedMean(possible.map(({ x, y, log }) => ({ x, y, weight: weightOf(log) }))),
      );
    return {
      mean: toPoint(mean),
      intersection: within(() => 1),
      likelihood: within((log) => Math.exp(log - best)),
    };
  };
}

function weightedMean(points: readonly (Meters & { readonly weight: number })[]): Meters {
  let [x, y, total] = [0, 0, 0];
  for (const point of points) {
    x += point.x * point.weight;
    y += point.y * point.weight;
    total += point.weight;
  }
  return { x: x / total, y: y / total };
}

/** Devices of a household: fixes within `radiusM` of home, evenly in distance. */
export const fixWithin = (home: GeoPoint, radiusM: number, random: () => number): GeoPoint =>
  pointAt(home, random() * radiusM, random() * 2 * Math.PI);

/** A fix with this standard deviation along each axis (Box–Muller). */
export const fixAround = (home: GeoPoint, sigmaM: number, random: () => number): GeoPoint =>
  pointAt(home, sigmaM * Math.sqrt(-2 * Math.log(1 - random())), random() * 2 * Math.PI);
