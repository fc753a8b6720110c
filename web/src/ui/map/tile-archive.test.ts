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

  it.each([
    ['is cut off', holding(tileOf(1000, 9)).slice(0, -20)],
    ['is something else', new TextEncoder().encode('<!doctype html>'.repeat(40))],
    ['holds pictures', archiveOf([[0, tileOf(1, 2)]], { ...ABOUT, tileType: 2 })],
    ['unpacks to far more than a tile', holding(pack(new Uint8Array(4_100_000)))],
    ['has a tile of too many features', holding(tileOf(61_000, 2))],
    ['has a tile of too many points', holding(tileOf(100, 4100))],
    ['has a tile that is no vector tile', holding(pack(new TextEncoder().encode('<html></html>')))],
    ['refers to itself', circularArchive()],
  ])('is refused if it %s', async (_, bytes) => {
    await expect(readFirstTile(bytes)).rejects.toThrow();
  });

  it('reads a dense tile', async () => {
    const tile = await readFirstTile(holding(tileOf(20_000, 4)));
    expect(tile?.shapes.street?.starts).toHaveLength(20_001);
  });
});
