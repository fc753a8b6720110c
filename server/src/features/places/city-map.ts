import { open, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { Compression, type Header, PMTiles, SharedPromiseCache, TileType } from 'pmtiles';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { errorCode } from '#server/platform/startup-error.ts';

export type CityMap = {
  readonly file: string;
  /** Another one after the file has changed. */
  readonly version: string;
  readonly bounds: GeoBounds;
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

async function openCityMap(file: string, version: string): Promise<CityMap> {
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
    const header = await archive.getHeader();
    const problem = headerProblem(header, size);
    if (problem) throw new Error(problem);
    const { minLon: west, minLat: south, maxLon: east, maxLat: north } = header;
    const metadata = await archive.getMetadata();
    return { file, version, bounds: { north, south, east, west }, attribution: attributionOf(metadata) };
  } finally {
    await handle.close();
  }
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
