// Writes vector tiles into a PMTiles archive (version 3), byte for byte the same for the same features.
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { gzipSync } from 'fflate';
import type { Feature } from 'geojson';
import GeoJSONVT, { type LegacyTile } from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';

/** A feature in degrees; with a `minZoom` it is in tiles from that zoom on. */
export type MapFeature = Feature & { readonly minZoom?: number | undefined };

type About = {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** In degrees. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** 1: vector tiles. */
  readonly tileType?: number;
};

/** Readers fetch the header with the root directory as the first 16 KiB. */
const HEADER_BYTES = 127;
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 2048;
const GZIP = 2;
const MVT = 1;

/** Pure JavaScript: zlib's output differs between processors and versions. */
export const pack = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9, mtime: 0 });

type TileLayers = Record<string, LegacyTile>;

/** A vector tile of layers as geojson-vt makes them, compressed. */
export const packTile = (layers: TileLayers, extent: number): Uint8Array =>
  pack(fromGeojsonVt(layers, { version: 2, extent }));

/** The archive of some layers, of the tiles that touch its bounds; a tile is `extent` units wide. */
export function makeArchive({
  layers,
  extent = 4096,
  ...about
}: About & {
  readonly layers: Readonly<Record<string, readonly MapFeature[]>>;
  readonly extent?: number;
}): Uint8Array {
  const { minZoom, maxZoom, bounds } = about;
  const tiles = new Map<number, TileLayers>();
  for (const [name, all] of Object.entries(layers)) {
    const zoomOf = ({ minZoom: from = 0 }: MapFeature): number => from;
    for (const from of new Set(all.map(zoomOf))) {
      const features = all.filter((one) => zoomOf(one) === from);
      const index = new GeoJSONVT(
        { type: 'FeatureCollection', features },
        // at its own highest zoom it wouldn't simplify
        { maxZoom: maxZoom + 1, indexMaxZoom: maxZoom, indexMaxPoints: 0, extent, buffer: extent / 64 },
      );
      for (const { z, x, y } of index.tileCoords) {
        if (z < Math.max(from, minZoom) || !touches(bounds, z, x, y)) continue;
        const tile = index.getTile(z, x, y);
        if (!tile || tile.features.length === 0) continue;
        const id = zxyToTileId(z, x, y);
        const inTile = tiles.get(id) ?? {};
        tiles.set(id, inTile);
        inTile[name] = { features: [...(inTile[name]?.features ?? []), ...tile.features] };
      }
    }
  }
  const inOrder = [...tiles].toSorted(([a], [b]) => a - b);
  return archiveOf(
    inOrder.map(([id, inTile]) => [id, packTile(inTile, extent)]),
    about,
  );
}

/** Whether a tile holds a part of bounds. */
function touches([west, south, east, north]: About['bounds'], z: number, x: number, y: number): boolean {
  const tiles = 2 ** z;
  const column = (longitude: number) => Math.floor((longitude / 360 + 0.5) * tiles);
  const row = (latitude: number) => {
    const sin = Math.sin((latitude * Math.PI) / 180);
    return Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * tiles);
  };
  return x >= column(west) && x <= column(east) && y >= row(north) && y <= row(south);
}

type Entry = { readonly id: number; readonly offset: number; readonly length: number; run: number };

/** An archive of compressed tiles by id, in order of their ids. */
export function archiveOf(
  tiles: readonly (readonly [id: number, bytes: Uint8Array])[],
  { minZoom, maxZoom, bounds, metadata, tileType = MVT }: About,
): Uint8Array {
  const offsets = new Map<string, number>();
  const contents: Uint8Array[] = [];
  const entries: Entry[] = [];
  let tileBytes = 0;
  for (const [id, bytes] of tiles) {
    const content = new TextDecoder('latin1').decode(bytes);
    let offset = offsets.get(content);
    if (offset === undefined) {
      offset = tileBytes;
      offsets.set(content, offset);
      contents.push(bytes);
      tileBytes += bytes.length;
    }
    const last = entries.at(-1);
    if (last?.offset === offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, offset, length: bytes.length, run: 1 });
  }
  let root = pack(directory(entries));
  const leaves: Uint8Array[] = [];
  let leafBytes = 0;
  if (root.length > MAX_ROOT_BYTES) {
    const pointers: Entry[] = [];
    for (let start = 0; start < entries.length; start += LEAF_ENTRIES) {
      const inLeaf = entries.slice(start, start + LEAF_ENTRIES);
      const leaf = pack(directory(inLeaf));
      pointers.push({ id: inLeaf[0]?.id ?? 0, offset: leafBytes, length: leaf.length, run: 0 });
      leaves.push(leaf);
      leafBytes += leaf.length;
    }
    root = pack(directory(pointers));
  }
  const about = pack(new TextEncoder().encode(JSON.stringify(metadata)));
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(header.buffer));
  header.setUint8(7, 3);
  let at = HEADER_BYTES;
  for (const [index, length] of [root.length, about.length, leafBytes, tileBytes].entries()) {
    header.setBigUint64(8 + index * 16, BigInt(at), true);
    header.setBigUint64(16 + index * 16, BigInt(length), true);
    at += length;
  }
  for (const [index, count] of [tiles.length, entries.length, contents.length].entries())
    header.setBigUint64(72 + index * 8, BigInt(count), true);
  for (const [index, value] of [1, GZIP, GZIP, tileType, minZoom, maxZoom].entries())
    header.setUint8(96 + index, value);
  const [west, south, east, north] = bounds;
  for (const [index, degrees] of bounds.entries()) header.setInt32(102 + index * 4, degrees * 1e7, true);
  header.setUint8(118, minZoom);
  header.setInt32(119, ((west + east) / 2) * 1e7, true);
  header.setInt32(123, ((south + north) / 2) * 1e7, true);
  return joined([new Uint8Array(header.buffer), root, about, ...leaves, ...contents]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A directory, as varints: the number of entries, then each column. */
function directory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  write(entries.length);
  entries.forEach(({ id }, index) => write(id - (entries[index - 1]?.id ?? 0)));
  for (const { run } of entries) write(run);
  for (const { length } of entries) write(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    write(before && before.offset + before.length === offset ? 0 : offset + 1);
  });
  return Uint8Array.from(bytes);
}
