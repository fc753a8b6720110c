import type { FeatureCollection, Geometry, Position } from 'geojson';
import * as mercator from './mercator.ts';

/**
 * The shipped map of Midtown Manhattan: the shoreline is from New York City's public-domain borough
 * boundaries, the street grid is computed from the plan of 1811. The file stands beside this module and is
 * fetched once per visit.
 */
export const SHORELINE_SOURCE = 'NYC Dept. of City Planning';

/** 1 an avenue or bridge, 2 a wide street, 3 a street. */
export type RoadClass = 1 | 2 | 3;

/** World coordinates: 0 to 1 from west to east and from north to south, in Web Mercator. */
export type WorldPoint = readonly [x: number, y: number];
export type WorldBox = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
};

export type Area = {
  readonly kind: 'land' | 'park';
  readonly name: string;
  readonly rings: readonly (readonly WorldPoint[])[];
  readonly box: WorldBox;
};
export type Road = {
  readonly name: string;
  readonly class: RoadClass;
  readonly line: readonly WorldPoint[];
  readonly box: WorldBox;
};
/** A name on the map: rank 1 a neighborhood, 2 a smaller one, 3 a river. */
export type PlaceName = { readonly name: string; readonly rank: 1 | 2 | 3; readonly at: WorldPoint };

export type Basemap = {
  /**
   * Inside it, everything that is not land is water. Outside it there is no data, and plain land is drawn.
   */
  readonly box: WorldBox;
  readonly areas: readonly Area[];
  readonly roads: readonly Road[];
  readonly places: readonly PlaceName[];
};

type Properties = { k: 'land' | 'park' | 'road' | 'place'; c?: RoadClass; n?: string; r?: 1 | 2 | 3 };

export type BasemapSource = FeatureCollection<Geometry, Properties>;

function boxOf(points: readonly WorldPoint[]): WorldBox {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY };
}

export function worldBoxesOverlap(a: WorldBox, b: WorldBox): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

const toWorld = ([longitude = 0, latitude = 0]: Position): WorldPoint =>
  mercator.toWorld({ latitude, longitude });

function ringsOf(geometry: Geometry): WorldPoint[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.map((ring) => ring.map(toWorld));
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat().map((ring) => ring.map(toWorld));
  return [];
}

/** Converts the map's GeoJSON to world coordinates. Features of unknown kinds are left out. */
export function readBasemap(source: BasemapSource): Basemap {
  const areas: Area[] = [];
  const roads: Road[] = [];
  const places: PlaceName[] = [];
  for (const { geometry, properties } of source.features) {
    const { k: kind, n: name = '' } = properties;
    if (kind === 'road' && geometry.type === 'LineString') {
      const line = geometry.coordinates.map(toWorld);
      roads.push({ name, class: properties.c ?? 3, line, box: boxOf(line) });
    } else if (kind === 'place' && geometry.type === 'Point') {
      places.push({ name, rank: properties.r ?? 2, at: toWorld(geometry.coordinates) });
    } else if (kind === 'land' || kind === 'park') {
      const rings = ringsOf(geometry);
      areas.push({ kind, name, rings, box: boxOf(rings.flat()) });
    }
  }
  // Widest last, so that crossing streets do not cut an avenue.
  roads.sort((a, b) => b.class - a.class);
  areas.sort((a, b) => Number(a.kind === 'park') - Number(b.kind === 'park'));
  const land = areas.filter((area) => area.kind === 'land').flatMap((area) => area.rings.flat());
  return { box: boxOf(land), areas, roads, places };
}

async function fetchBasemap(): Promise<Basemap> {
  const response = await fetch(new URL('./midtown.geojson', import.meta.url));
  if (!response.ok) throw new Error(`The basemap answered ${response.status}`);
  const source: BasemapSource = await response.json();
  return readBasemap(source);
}

let loading: Promise<Basemap> | undefined;

/** Fetches the basemap, once for all maps of the visit. Rejects if it fails; the next call retries. */
export function loadBasemap(): Promise<Basemap> {
  loading ??= fetchBasemap().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
