// The map's clusters against Supercluster, in one process and in turns: an answer for a phone's map, one change,
// and memory, with points distributed like a real city. See README.md. Argument: --million for a million points as
// well.
import { parseArgs } from 'node:util';
import Supercluster from 'supercluster';
import type { GeoBounds } from '../domain/src/kernel/geo.ts';
import { CATEGORIES, URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapPoint } from '../domain/src/map/cluster-cell.ts';
import { makeClusterIndex } from '../domain/src/map/cluster-index.ts';
import { median } from './median.ts';
import { makeSeededRandom } from './seeded-random.ts';

const ROUNDS = 400;
const WARM_UP_ROUNDS = 60;
const CHANGES = 2000;
const CENTER = { latitude: 40.758, longitude: -73.985 };
const METERS_PER_DEGREE = 111_195;
const METERS_PER_LONGITUDE = METERS_PER_DEGREE * Math.cos((CENTER.latitude * Math.PI) / 180);
/** A phone's map in pixels, and Supercluster's default radius of 40 pixels in tiles of 512. */
const VIEW = { width: 360, height: 520 };

/** Half in a dense center, four in ten in towns around it, the rest anywhere between. */
function makeCity(count: number): MapPoint[] {
  const random = makeSeededRandom(5);
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const towns = Array.from({ length: 25 }, () => ({
    east: (random() - 0.5) * 80_000,
    north: (random() - 0.5) * 80_000,
  }));
  const place = (): { east: number; north: number } => {
    const which = random();
    if (which < 0.5) return { east: bell() * 3000, north: bell() * 5000 };
    const town = towns[Math.floor(random() * towns.length)];
    if (which < 0.9 && town) return { east: town.east + bell() * 1200, north: town.north + bell() * 1200 };
    return { east: (random() - 0.5) * 100_000, north: (random() - 0.5) * 100_000 };
  };
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  return Array.from({ length: count }, (_, nth): MapPoint => {
    const { east, north } = place();
    return {
      id: `point-${nth}`,
      kind: random() < 0.9 ? 'available' : 'needed',
      latitude: CENTER.latitude + north / METERS_PER_DEGREE,
      longitude: CENTER.longitude + east / METERS_PER_LONGITUDE,
      categories: [pick(CATEGORIES)],
      urgencyLevel: pick(URGENCY_LEVELS),
      ownerId: `owner-${nth % 5000}`,
      createdAtMs: nth,
    };
  });
}

type Loaded = Parameters<Supercluster<{ id: string }>['load']>[0];

const featureOf = (point: MapPoint): Loaded[number] => ({
  type: 'Feature',
  properties: { id: point.id },
  geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
});

function timeMs(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The bounds of a phone's map at a zoom, in the dense center. */
function viewAt(zoom: number, random: () => number): GeoBounds {
  const metersPerPixel = (METERS_PER_LONGITUDE * 360) / (512 * 2 ** zoom);
  const middle = {
    latitude: CENTER.latitude + ((random() - 0.5) * 6000) / METERS_PER_DEGREE,
    longitude: CENTER.longitude + ((random() - 0.5) * 6000) / METERS_PER_LONGITUDE,
  };
  const [halfHeight, halfWidth] = [
    (VIEW.height / 2) * (metersPerPixel / METERS_PER_DEGREE),
    (VIEW.width / 2) * (metersPerPixel / METERS_PER_LONGITUDE),
  ];
  return {
    north: middle.latitude + halfHeight,
    south: middle.latitude - halfHeight,
    east: middle.longitude + halfWidth,
    west: middle.longitude - halfWidth,
  };
}

const heapMb = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

function compare(count: number): void {
  const city = makeCity(count);
  const features = city.map(featureOf);
  const before = heapMb();
  const index = makeClusterIndex();
  const buildMs = timeMs(() => index.putAll(city));
  const ours = heapMb() - before;
  const other = new Supercluster<{ id: string }>({ radius: 40, extent: 512, maxZoom: 16 });
  const loadMs = timeMs(() => other.load(features));
  const theirs = heapMb() - before - ours;
  console.log(`\n${count.toLocaleString('en')} points`);
  const bytes = (mb: number): string => `${Math.round((mb * 2 ** 20) / count)} bytes a point`;
  console.log(
    `  memory              ours ${bytes(ours)}, Supercluster ${bytes(theirs)} (both without the points)`,
  );
  console.log(`  from nothing        ours ${buildMs.toFixed(0)} ms, Supercluster ${loadMs.toFixed(0)} ms`);

  // A zoom equals a radius if both give as many clusters on the same map: about 40 pixels to 0.45 of the
  // radius.
  for (const radiusM of [100, 350, 1000, 5000]) {
    const zoom = Math.round(Math.log2((METERS_PER_LONGITUDE * 360 * 40) / (512 * 0.45 * radiusM)));
    const random = makeSeededRandom(7);
    const [oursMs, theirsMs]: [number[], number[]] = [[], []];
    let [found, foundThere] = [0, 0];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const bounds = viewAt(zoom, random);
      const took = timeMs(() => (found += index.clustersIn(bounds, { radiusM }).length));
      const tookThere = timeMs(
        () =>
          (foundThere += other.getClusters(
            [bounds.west, bounds.south, bounds.east, bounds.north],
            zoom,
          ).length),
      );
      if (round < 0) continue;
      oursMs.push(took);
      theirsMs.push(tookThere);
    }
    const ratio = median(oursMs) / median(theirsMs);
    const each = (total: number): string => (total / (ROUNDS + WARM_UP_ROUNDS)).toFixed(0);
    console.log(
      `  answer at ${String(radiusM).padStart(4)} m    ${ratio.toFixed(2)} of Supercluster's at zoom ${zoom} (${median(oursMs).toFixed(3)} ms for ${each(found)} clusters, ${median(theirsMs).toFixed(3)} ms for ${each(foundThere)})`,
    );
  }

  const changesMs: number[] = [];
  const random = makeSeededRandom(11);
  for (let nth = 0; nth < CHANGES; nth++) {
    const point = city[Math.floor(random() * city.length)];
    if (!point) continue;
    const moved = { ...point, latitude: point.latitude + (random() - 0.5) / 1000 };
    changesMs.push(timeMs(() => index.put(moved)));
  }
  const reloadMs = median(Array.from({ length: 3 }, () => timeMs(() => other.load(features))));
  console.log(
    `  one change          ${Math.round(reloadMs / median(changesMs)).toLocaleString('en')} times cheaper than a reload (${(median(changesMs) * 1000).toFixed(1)} µs, ${reloadMs.toFixed(0)} ms)`,
  );
}

const { values } = parseArgs({ options: { million: { type: 'boolean', default: false } }, strict: false });
compare(100_000);
if (values.million) compare(1_000_000);
