import { open, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { PbfReader } from 'pbf';
import { Compression, type Header, PMTiles, SharedPromiseCache, TileType } from 'pmtiles';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { errorCode } from '#server/platform/startup-error.ts';

export type CityMap = {
  readonly file: string;
  /** Another one after the file has changed. */
  readonly version: string;
  readonly bounds: GeoBounds;
  readonly maxZoom: number;
  /** Plain text. */
  readonly attribution: string;
};

/** Where browsers read it, by ranges. */
export const cityMapPath = ({ version }: Pick<CityMap, 'version'>): string => `/map/city-${version}.pmtiles`;

/** The largest part of an archive that is unpacked. */
const MAX_BYTES = 4_000_000;
const MAX_ATTRIBUTION_LENGTH = 200;

/** The archive of vector tiles that `MAP_FILE` names, opened again when it has changed; null if none can be used. */
export async function cityMap(ctx: AppContext): Promise<CityMap | null> {
  const file = ctx.settings.mapFile;
  if (file === null) return null;
  const opened = openedMap(ctx);
  const version = await versionOf(file);
  if (opened.version !== version) {
    opened.version = version;
    opened.map = openCityMap(file, version).catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      ctx.log.warn({ file, problem }, 'MAP_FILE is not a map: the map of the world is shown');
      return null;
    });
  }
  return opened.map;
}

const openedMap = perApp(() => ({
  version: '',
  map: Promise.resolve<CityMap | null>(null),
}));

async function versionOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(file);
    return `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
  } catch (error) {
    return `none-${errorCode(error)}`;
  }
}

async function withArchive<Found>(
  file: string,
  use: (archive: PMTiles, size: number) => Promise<Found>,
): Promise<Found> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const archive = new PMTiles(
      {
        getKey: () => file,
        async getBytes(offset, length) {
          const data = new ArrayBuffer(Math.min(length, MAX_BYTES));
          const { bytesRead } = await handle.read(new Uint8Array(data), 0, data.byteLength, offset);
          return { data: data.slice(0, bytesRead) };
        },
      },
      new SharedPromiseCache(10, undefined, unpack),
      unpack,
    );
    return await use(archive, size);
  } finally {
    await handle.close();
  }
}

const openCityMap = (file: string, version: string): Promise<CityMap> =>
  withArchive(file, async (archive, size) => {
    const header = await archive.getHeader();
    const problem = headerProblem(header, size);
    if (problem) throw new Error(problem);
    const { minLon: west, minLat: south, maxLon: east, maxLat: north, maxZoom } = header;
    const metadata = await archive.getMetadata();
    const bounds = { north, south, east, west };
    return { file, version, bounds, maxZoom, attribution: attributionOf(metadata) };
  });

/** What a community's names are read from: more tiles, or larger ones, would take too long. */
const MAX_TILES = 1000;
const MAX_NAMES = 20_000;
const MOST_DETAILED = 14;
/** Names of land in the layer `places` of the Protomaps basemap schema, but for regions and countries. */
const AREA_KINDS: ReadonlySet<unknown> = new Set(['neighbourhood', 'macrohood', 'locality']);

/** The names of neighborhoods and towns on the map within `around`. A tile that cannot be read has none. */
export function cityPlaceNames(city: CityMap, around: GeoBounds): Promise<readonly AreaName[]> {
  return withArchive(city.file, async (archive) => {
    const names = new Map<string, AreaName>();
    for (const [z, x, y] of tilesWithin(intersectionOf(city.bounds, around), city.maxZoom)) {
      const tile = await archive.getZxy(z, x, y).catch(() => undefined);
      if (!tile) continue;
      for (const name of placesOfTile(tile.data, x, y, z)) {
        // a name is in each tile that its label reaches
        const { latitude, longitude } = name;
        names.set(`${name.name} ${latitude.toFixed(3)} ${longitude.toFixed(3)}`, name);
      }
      if (names.size > MAX_NAMES) break;
    }
    return [...names.values()];
  });
}

function* placesOfTile(data: ArrayBuffer, x: number, y: number, z: number): Generator<AreaName> {
  const layer = new VectorTile(new PbfReader(data)).layers['places'];
  if (!layer) return;
  for (let nth = 0; nth < Math.min(layer.length, MAX_NAMES); nth++) {
    const feature = layer.feature(nth);
    const { name, kind } = feature.properties;
    const [[at] = []] = feature.loadGeometry();
    if (!at || typeof name !== 'string' || !AREA_KINDS.has(kind)) continue;
    if (name.length === 0 || name.length > MAX_NAME_LENGTH) continue;
    yield { name, ...pointOfTile(x + at.x / layer.extent, y + at.y / layer.extent, z) };
  }
}

const pointOfTile = (x: number, y: number, z: number): GeoPoint => ({
  longitude: (x / 2 ** z) * 360 - 180,
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI,
});

/** One box of both; across the antimeridian, the second. */
function intersectionOf(city: GeoBounds, around: GeoBounds): GeoBounds {
  const [south, north] = [Math.max(city.south, around.south), Math.min(city.north, around.north)];
  if (around.west > around.east || city.west > city.east) return { ...around, south, north };
  return { south, north, west: Math.max(city.west, around.west), east: Math.min(city.east, around.east) };
}

/** The tiles of the most detailed zoom that has few enough of them. */
function tilesWithin({ north, south, west, east }: GeoBounds, maxZoom: number): [number, number, number][] {
  for (let z = Math.min(maxZoom, MOST_DETAILED); z >= 0; z--) {
    const side = 2 ** z;
    const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * side);
    const row = (latitude: number) => {
      const angle = (Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180;
      return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * side);
    };
    const columns = column(east) - column(west) + 1 + (west > east ? side : 0);
    const rows = row(south) - row(north) + 1;
    if (columns < 1 || rows < 1) return [];
    if (columns * rows <= MAX_TILES)
      return Array.from({ length: columns * rows }, (_, nth) => [
        z,
        (column(west) + (nth % columns)) % side,
        row(north) + Math.floor(nth / columns),
      ]);
  }
  return [];
}

function headerProblem(header: Header, size: number): string | null {
  if (header.tileType !== TileType.Mvt) return 'it holds no vector tiles (MVT)';
  const packings = [header.tileCompression, header.internalCompression];
  if (packings.some((one) => one !== Compression.None && one !== Compression.Gzip))
    return 'its tiles are not compressed by gzip';
  const end = header.tileDataOffset + (header.tileDataLength ?? 0);
  return end > size ? `it is cut off: ${size} of ${end} bytes` : null;
}

async function unpack(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression !== Compression.Gzip) return bytes;
  return new Uint8Array(gunzipSync(bytes, { maxOutputLength: MAX_BYTES })).buffer;
}

/** The credit that an archive asks for, without its links. */
function attributionOf(metadata: unknown): string {
  const given = typeof metadata === 'object' && metadata && 'attribution' in metadata && metadata.attribution;
  if (typeof given !== 'string') return '';
  return given
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_ATTRIBUTION_LENGTH);
}
