import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** What a tile may cost to read; a dense one of a city has a fifth of it. */
const MAX_FEATURES = 60_000;
const MAX_POINTS = 400_000;
const MAX_READ_MS = 2000;
const MAX_NAME_LENGTH = 60;

/** How features are painted, in this order, and from which zoom of the map on: below it, roads would blur to gray. */
export const FROM_ZOOM = {
  land: 0,
  park: 0,
  stream: 13,
  water: 0,
  building: 15,
  path: 15,
  rail: 12,
  street: 13,
  road: 12,
  avenue: 10,
  highway: 8,
  region: 6,
  country: 0,
} as const;
export type Paint = keyof typeof FROM_ZOOM;
export const PAINTS = Object.keys(FROM_ZOOM).filter((key): key is Paint => key in FROM_ZOOM);

/** Lines or rings, in units of the tile: 0 to 1 from west to east and from north to south. */
export type Shape = {
  /** x and y of all points. */
  readonly points: Float32Array;
  /** The index in `points` at which each line starts, and the length of `points`. */
  readonly starts: readonly number[];
  /** Of each line: least x, least y, greatest x, greatest y. */
  readonly boxes: Float32Array;
};

export type LabelKind = 'country' | 'town' | 'place' | 'road' | 'water' | 'park';
export type TileName = {
  readonly text: string;
  readonly kind: LabelKind;
  /** Lower numbers are placed first. */
  readonly rank: number;
  /** The lowest zoom of the map at which it is shown. */
  readonly fromZoom: number;
  /** x and y of one point or of a line, in units of the tile. */
  readonly points: Float32Array;
  /** How wide what it names is, in units of the tile; it is left out if it doesn't fit. */
  readonly width: number | null;
};

export type MapTile = {
  readonly shapes: Readonly<Partial<Record<Paint, Shape>>>;
  readonly names: readonly TileName[];
};

type Properties = Readonly<Record<string, unknown>>;

const GREEN = new Set(
  (
    'park garden grass grassland meadow forest wood golf_course cemetery nature_reserve national_park ' +
    'protected_area recreation_ground playground pitch village_green allotments zoo scrub'
  ).split(' '),
);

function roadPaint({ kind, kind_detail: detail }: Properties): Paint | null {
  switch (kind) {
    case 'highway':
      return 'highway';
    case 'major_road':
    case 'medium_road':
      return detail === 'trunk' || detail === 'primary' ? 'avenue' : 'road';
    case 'minor_road':
      return detail === 'service' ? 'path' : 'street';
    case 'path':
      return 'path';
    case 'rail':
      return 'rail';
    default:
      return null;
  }
}

/** The layers and attributes of the Protomaps basemap schema, as far as they are drawn. */
const PAINT_OF: Readonly<Record<string, (properties: Properties, isLine: boolean) => Paint | null>> = {
  earth: (_, isLine) => (isLine ? null : 'land'),
  landuse: ({ kind }, isLine) => (!isLine && GREEN.has(String(kind)) ? 'park' : null),
  water: (_, isLine) => (isLine ? 'stream' : 'water'),
  buildings: (_, isLine) => (isLine ? null : 'building'),
  roads: (properties, isLine) => (isLine ? roadPaint(properties) : null),
  boundaries: ({ kind }) => (kind === 'country' ? 'country' : kind === 'region' ? 'region' : null),
};

/** Layers of which only names are shown. */
const NAMED = new Set(['places', 'pois']);

type NameStyle = Pick<TileName, 'kind' | 'rank' | 'fromZoom'>;

/** The more people a town has the earlier it is placed: 0.3 for ten million, 0.7 for a thousand. */
const townRank = ({ population, capital }: Properties): number =>
  1 - Math.log10(Math.max(1, Number(population) || 1)) / 10 - (capital ? 0.1 : 0);

const ROAD_NAMES: Readonly<Partial<Record<Paint, { rank: number; fromZoom: number }>>> = {
  highway: { rank: 3.5, fromZoom: 13 },
  avenue: { rank: 4, fromZoom: 14 },
  road: { rank: 5, fromZoom: 14 },
  street: { rank: 6, fromZoom: 16 },
  path: { rank: 7, fromZoom: 17 },
};

function nameStyle(layer: string, properties: Properties): NameStyle | null {
  const { kind, kind_detail: detail } = properties;
  switch (layer) {
    case 'places':
      if (kind === 'country') return { kind: 'country', rank: 0.35, fromZoom: 0 };
      if (kind === 'locality')
        return { kind: 'town', rank: townRank(properties), fromZoom: Number(properties['min_zoom']) || 0 };
      if (kind === 'neighbourhood' || kind === 'macrohood')
        return detail === 'neighbourhood'
          ? { kind: 'place', rank: 2, fromZoom: 14 }
          : { kind: 'place', rank: 1, fromZoom: 12 };
      return null;
    case 'water':
      return { kind: 'water', rank: 3, fromZoom: 12 };
    case 'landuse':
      return GREEN.has(String(kind)) ? { kind: 'park', rank: 2.5, fromZoom: 12 } : null;
    case 'pois':
      return kind === 'park' || kind === 'garden' ? { kind: 'park', rank: 2.6, fromZoom: 15 } : null;
    case 'roads': {
      const paint = roadPaint(properties);
      const style = paint && ROAD_NAMES[paint];
      return style ? { kind: 'road', ...style } : null;
    }
    default:
      return null;
  }
}

function nameOf({ name }: Properties): string {
  if (typeof name !== 'string') return '';
  const text = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return text.length > MAX_NAME_LENGTH ? '' : text;
}

type Lines = ReturnType<VectorTileFeature['loadGeometry']>;
type Draft = Readonly<Record<'points' | 'starts' | 'boxes', number[]>>;

function addLines({ points, starts, boxes }: Draft, lines: Lines, extent: number): void {
  for (const line of lines) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y } of line) {
      points.push(x / extent, y / extent);
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
    }
    starts.push(points.length);
    boxes.push(minX / extent, minY / extent, maxX / extent, maxY / extent);
  }
}

/** Where a name stands: a point, the middle of an area, or along the longest line. */
function namePlace(type: number, lines: Lines, extent: number): Pick<TileName, 'points' | 'width'> | null {
  const line = type === 2 ? lines.toSorted((a, b) => b.length - a.length)[0] : lines[0];
  if (!line) return null;
  const [points, boxes]: [number[], number[]] = [[], []];
  addLines({ points, starts: [], boxes }, [line], extent);
  if (type !== 3) return { points: Float32Array.from(type === 1 ? points.slice(0, 2) : points), width: null };
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = boxes;
  return { points: Float32Array.of((minX + maxX) / 2, (minY + maxY) / 2), width: maxX - minX };
}

/**
 * Reads a vector tile for a map of that zoom or less. Throws if it is damaged or needs more than a browser should give;
 * what is not drawn there is left out before its geometry is read.
 */
export function readMapTile(bytes: ArrayBuffer, mostZoom = Infinity): MapTile {
  const startedMs = performance.now();
  const drafts: Partial<Record<Paint, Draft>> = {};
  const names: TileName[] = [];
  let [features, points] = [0, 0];
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    const paintOf = PAINT_OF[name];
    if (!paintOf && !NAMED.has(name)) continue;
    if (name === 'buildings' && mostZoom < FROM_ZOOM.building) continue;
    if (!(layer.extent > 0)) throw new Error('A tile has no extent');
    features += layer.length;
    if (features > MAX_FEATURES) throw new Error('A tile has too many features');
    for (let index = 0; index < layer.length; index += 1) {
      if (performance.now() - startedMs > MAX_READ_MS) throw new Error('A tile takes too long to read');
      const feature = layer.feature(index);
      const { properties, type } = feature;
      const any = type === 1 ? null : (paintOf?.(properties, type === 2) ?? null);
      const paint = any && FROM_ZOOM[any] <= mostZoom ? any : null;
      const text = nameOf(properties);
      const named = text ? nameStyle(name, properties) : null;
      const style = named && named.fromZoom <= mostZoom ? named : null;
      if (!paint && !style) continue;
      const lines = feature.loadGeometry();
      points += lines.reduce((sum, line) => sum + line.length, 0);
      if (points > MAX_POINTS) throw new Error('A tile has too many points');
      if (paint) addLines((drafts[paint] ??= { points: [], starts: [0], boxes: [] }), lines, layer.extent);
      const place = style && namePlace(type, lines, layer.extent);
      if (place) names.push({ text, ...style, ...place });
    }
  }
  const shapes: Partial<Record<Paint, Shape>> = {};
  for (const paint of PAINTS) {
    const draft = drafts[paint];
    if (!draft) continue;
    const { starts } = draft;
    shapes[paint] = {
      points: Float32Array.from(draft.points),
      starts,
      boxes: Float32Array.from(draft.boxes),
    };
  }
  return { shapes, names };
}
