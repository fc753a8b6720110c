import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** What a tile may cost to read; a dense one of a city has a fifth of it. */
const MAX_FEATURES = 60_000;
const MAX_POINTS = 400_000;
const MAX_READ_MS = 2000;
const MAX_NAME_LENGTH = 60;

/** How features are painted, in this order. */
export const PAINTS = [
  'land',
  'park',
  'stream',
  'water',
  'building',
  'path',
  'rail',
  'street',
  'road',
  'avenue',
  'highway',
  'region',
  'country',
] as const;
export type Paint = (typeof PAINTS)[number];

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

/** The lines of a feature, in units of the tile. */
function linesOf(feature: VectorTileFeature, extent: number): Float32Array[] {
  return feature
    .loadGeometry()
    .map((line) => Float32Array.from(line.flatMap(({ x, y }) => [x / extent, y / extent])));
}

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

function boxOf(points: Float32Array): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return [minX, minY, maxX, maxY];
}

/** Where a name stands: a point, the middle of an area, or along the longest line. */
function namePlace(type: number, lines: readonly Float32Array[]): Pick<TileName, 'points' | 'width'> | null {
  const [first] = lines;
  if (!first) return null;
  if (type === 1) return { points: first.slice(0, 2), width: null };
  if (type === 2)
    return { points: lines.reduce((best, line) => (line.length > best.length ? line : best)), width: null };
  const [minX, minY, maxX, maxY] = boxOf(first);
  return { points: Float32Array.of((minX + maxX) / 2, (minY + maxY) / 2), width: maxX - minX };
}

function shapeOf(lines: readonly Float32Array[]): Shape {
  const points = new Float32Array(lines.reduce((sum, line) => sum + line.length, 0));
  const starts = [0];
  const boxes = new Float32Array(lines.length * 4);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    points.set(line, at);
    at += line.length;
    starts.push(at);
    boxes.set(boxOf(line), index * 4);
  }
  return { points, starts, boxes };
}

/**
 * Reads a vector tile. Throws if it is damaged or needs more than a browser should give; layers and kinds of features
 * that are not drawn are left out.
 */
export function readMapTile(bytes: ArrayBuffer): MapTile {
  const startedMs = performance.now();
  const lines: Partial<Record<Paint, Float32Array[]>> = {};
  const names: TileName[] = [];
  let [features, points] = [0, 0];
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    if (!(name in PAINT_OF) && !NAMED.has(name)) continue;
    if (!(layer.extent > 0)) throw new Error('A tile has no extent');
    features += layer.length;
    if (features > MAX_FEATURES) throw new Error('A tile has too many features');
    for (let index = 0; index < layer.length; index += 1) {
      if (performance.now() - startedMs > MAX_READ_MS) throw new Error('A tile takes too long to read');
      const feature = layer.feature(index);
      const { properties, type } = feature;
      const isPoint = type === 1;
      const paint = isPoint ? null : (PAINT_OF[name]?.(properties, type === 2) ?? null);
      const text = nameOf(properties);
      const style = text ? nameStyle(name, properties) : null;
      if (!paint && !style) continue;
      const its = linesOf(feature, layer.extent);
      points += its.reduce((sum, line) => sum + line.length / 2, 0);
      if (points > MAX_POINTS) throw new Error('A tile has too many points');
      if (paint) (lines[paint] ??= []).push(...its);
      const place = style && namePlace(type, its);
      if (place) names.push({ text, ...style, ...place });
    }
  }
  const shapes = Object.fromEntries(
    PAINTS.flatMap((paint) => (lines[paint] ? [[paint, shapeOf(lines[paint])]] : [])),
  );
  return { shapes, names };
}
