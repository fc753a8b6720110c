import { gunzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { archiveOf, pack, packTile } from '../../../../scripts/map-archive.ts';
import { makeSampleCity } from '../../../../scripts/sample-city.ts';
import { readMapTile } from './map-tile.ts';
import { openArchive } from './tile-archive.ts';

/** Serves ranges of an archive in memory. */
const sourceOf = (bytes: Uint8Array) => ({
  getKey: () => 'archive',
  getBytes: async (offset: number, length: number) => ({
    data: new Uint8Array(bytes.slice(offset, offset + length)).buffer,
  }),
});

const ABOUT = { minZoom: 0, maxZoom: 0, bounds: [-180, -85, 180, 85], metadata: {} } as const;
/** An archive with that one tile, for the whole world. */
const holding = (tile: Uint8Array) => archiveOf([[0, tile]], ABOUT);

async function readFirstTile(bytes: Uint8Array) {
  const tile = await (await openArchive(sourceOf(bytes))).read(0, 0, 0);
  return tile && readMapTile(tile);
}

/** A tile of one layer in which the same geometry stands again and again. */
const tileOf = (features: number, points: number) =>
  packTile(
    {
      roads: {
        features: Array.from({ length: features }, () => ({
          type: 2 as const,
          geometry: [
            Array.from({ length: points }, (_, index): [number, number] => [
              index % 4096,
              (index * 7) % 4096,
            ]),
          ],
          tags: { kind: 'minor_road' },
        })),
      },
    },
    4096,
  );

/** An archive whose root directory points to itself as its leaf. */
function circularArchive(): Uint8Array {
  const bytes = holding(tileOf(1, 2));
  const root = pack(Uint8Array.of(1, 0, 0, 25, 1));
  const looped = new Uint8Array(bytes.length + 64);
  looped.set(bytes.slice(0, 127));
  looped.set(root, 127);
  const header = new DataView(looped.buffer);
  for (const [at, value] of [
    [8, 127],
    [16, root.length],
    [40, 127],
    [48, root.length],
  ] as const)
    header.setBigUint64(at, BigInt(value), true);
  return looped;
}

/** A tile of a layer that says of itself that it has so many features, each empty: two bytes a feature. */
function emptyFeatures(count: number): Uint8Array {
  const name = new TextEncoder().encode('roads');
  const layer = Uint8Array.of(0x78, 2, 0x0a, name.length, ...name, 0x28, 0x80, 0x20);
  const length = layer.length + 2 * count;
  const varint = [
    (length & 127) | 128,
    ((length >> 7) & 127) | 128,
    ((length >> 14) & 127) | 128,
    length >> 21,
  ];
  const tile = new Uint8Array(1 + varint.length + length);
  tile.set([0x1a, ...varint]);
  tile.set(layer, 1 + varint.length);
  for (let at = 1 + varint.length + layer.length; at < tile.length; at += 2) tile[at] = 0x12;
  return pack(tile);
}

/** The archive with a number of its header replaced. */
function withHeader(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  new DataView(changed.buffer).setBigUint64(at, BigInt(value), true);
  return changed;
}

/** A vector tile that is cut in the middle of a feature. */
const cutTile = (): Uint8Array => pack(gunzipSync(tileOf(1000, 9)).slice(0, 7001));

describe('an archive of tiles', () => {
  it('gives the tiles of a city with their names', async () => {
    const archive = await openArchive(sourceOf(makeSampleCity()));
    const [river, park] = await Promise.all([archive.read(14, 8801, 5373), archive.read(14, 8802, 5372)]);
    const drawn = [river, park].flatMap((bytes) => bytes && Object.keys(readMapTile(bytes).shapes));
    expect(new Set(drawn)).toEqual(new Set(['land', 'park', 'water', 'building', 'street', 'avenue']));
    const names = [river, park].flatMap((bytes) => bytes && readMapTile(bytes).names.map(({ text }) => text));
    expect(names).toEqual(expect.arrayContaining(['Linde', 'Stadtpark', 'Lindenstraße 13', 'Südstadt']));
    expect(await archive.read(14, 4800, 6160)).toBeNull();
  });

  it('names streets along their lines and parks in their middle', async () => {
    const bytes = await (await openArchive(sourceOf(makeSampleCity()))).read(14, 8802, 5372);
    const { names } = readMapTile(bytes ?? new ArrayBuffer());
    const park = names.find(({ text }) => text === 'Stadtpark');
    expect(park).toMatchObject({ kind: 'park', points: { length: 2 } });
    expect(park?.width).toBeGreaterThan(0.1);
    expect(names.find(({ text }) => text === 'Querweg 17')?.points.length).toBe(4);
  });

  it('leaves out what a map of that zoom does not draw', async () => {
    const bytes = await (await openArchive(sourceOf(makeSampleCity()))).read(14, 8802, 5372);
    const { shapes, names } = readMapTile(bytes ?? new ArrayBuffer(), 12);
    expect(Object.keys(shapes).toSorted()).toEqual(['avenue', 'land', 'park']);
    expect(names.map(({ text }) => text)).toEqual(['Stadtpark']);
  });

  it.each([
    ['is cut off', holding(tileOf(1000, 9)).slice(0, -20)],
    ['is something else', new TextEncoder().encode('<!doctype html>'.repeat(40))],
    ['holds pictures', archiveOf([[0, tileOf(1, 2)]], { ...ABOUT, tileType: 2 })],
    ['unpacks to far more than a tile', holding(pack(new Uint8Array(4_100_000)))],
    ['has a tile of too many features', holding(tileOf(61_000, 2))],
    ['has a tile of too many points', holding(tileOf(100, 4100))],
    ['has a tile that is no vector tile', holding(pack(new TextEncoder().encode('<html></html>')))],
    ['refers to itself', circularArchive()],
    ['has a tile of a million features', holding(emptyFeatures(1_000_000))],
    ['says that its directory is as large as a disk', withHeader(holding(tileOf(1, 2)), 16, 2 ** 40)],
    ['says that its directory is nothing', withHeader(holding(tileOf(1, 2)), 16, 0)],
    ['says that its tiles lie beyond its end', withHeader(holding(tileOf(1, 2)), 56, 2 ** 40)],
    ['has a tile that is cut', holding(cutTile())],
    ['is empty', new Uint8Array()],
  ])('is refused if it %s', async (_, bytes) => {
    await expect(readFirstTile(bytes)).rejects.toThrow();
  });

  it('reads a dense tile', async () => {
    const tile = await readFirstTile(holding(tileOf(20_000, 4)));
    expect(tile?.shapes.street?.starts).toHaveLength(20_001);
  });
});
