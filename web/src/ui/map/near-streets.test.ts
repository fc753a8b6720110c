import { expect, it } from 'vitest';
import { makeSampleCity } from '../../../../scripts/sample-city.ts';
import { readMapTile, type TileName } from './map-tile.ts';
import { nearStreets } from './near-streets.ts';
import { openArchive } from './tile-archive.ts';

/** The tile of Berlin's Oranienplatz at zoom 14; a thousandth of its side is 1.5 m. */
const source = { z: 14, x: 8802, y: 5374, isCity: true };
const SIDE = 2 ** 14;
const at = (x: number, y: number) => ({
  longitude: ((source.x + x / 1000) / SIDE - 0.5) * 360,
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * (source.y + y / 1000)) / SIDE))) * 180) / Math.PI,
});
const street = (text: string, ...points: number[]): TileName => ({
  text,
  kind: 'road',
  rank: 6,
  fromZoom: 16,
  points: Float32Array.from(points, (each) => each / 1000),
  width: null,
});

/** A grid: streets from west to east every 80 units, avenues from north to south every 160. */
const NTH = [1, 2, 3, 4, 5];
const names = [
  ...NTH.map((nth) => street(`Street ${nth}`, 0, nth * 80, 1000, nth * 80)),
  ...NTH.map((nth) => street(`Avenue ${nth}`, nth * 160, 0, nth * 160, 1000)),
];
const tiles = [{ names, source }];

const cityBytes = makeSampleCity();
const sampleCity = openArchive({
  getKey: () => 'city',
  getBytes: async (offset: number, length: number) => ({
    data: new Uint8Array(cityBytes.slice(offset, offset + length)).buffer,
  }),
});
const mercatorY = (latitude: number): number =>
  0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

it.each(
  NTH.flatMap((nth) => [
    [170, nth * 80 + 5, `Street ${nth}`, 'Avenue 1'] as const,
    // nearer to the next street than to any avenue: the crossing one is named
    [390, nth * 80 - 12, `Street ${nth}`, 'Avenue 2'] as const,
    [325, nth * 80 + 30, 'Avenue 2', `Street ${nth}`] as const,
    [643, nth * 80 - 37, 'Avenue 4', `Street ${nth}`] as const,
  ]),
)('names the nearest street at %d, %d and the one that crosses it', (x, y, nearest, crossing) => {
  expect(nearStreets(at(x, y), tiles)).toEqual([nearest, crossing]);
});

/** Streets of the sample city lie this far apart, in degrees; numbers begin at its south-western corner. */
const CITY = { west: 13.37, south: 52.5, everyEast: 0.06 / 24, everyNorth: 0.04 / 24 };

it.each(
  Array.from({ length: 20 }, (_, nth) => {
    const [row, column] = [2 + ((nth * 7) % 20), 2 + ((nth * 11) % 20)];
    const isAlongRow = nth % 2 === 0;
    // a little off one street, a third of a block from the one that crosses it
    const [up, right] = isAlongRow ? [0.08 + 0.01 * (nth % 5), 0.33] : [0.33, -0.08 - 0.01 * (nth % 5)];
    const streets = [`Querweg ${row + 1}`, `Lindenstraße ${column + 1}`];
    return [row + up, column + right, isAlongRow ? streets : streets.toReversed()] as const;
  }),
)('names where a tap is in the archive of the sample city: %d, %d', async (up, right, expected) => {
  const point = {
    latitude: CITY.south + up * CITY.everyNorth,
    longitude: CITY.west + right * CITY.everyEast,
  };
  const [x, y] = [(point.longitude / 360 + 0.5) * SIDE, mercatorY(point.latitude) * SIDE].map(Math.floor);
  const archive = await sampleCity;
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [(x ?? 0) + dx, (y ?? 0) + dy] as const));
  const shown = await Promise.all(
    around.map(async ([tileX, tileY]) => {
      const bytes = await archive.read(14, tileX, tileY);
      return {
        names: bytes ? readMapTile(bytes).names : [],
        source: { z: 14, x: tileX, y: tileY, isCity: true },
      };
    }),
  );
  expect(nearStreets(point, shown)).toEqual(expected);
});

it('joins the parts of a street in several tiles, and names one that none crosses alone', () => {
  const parts = [
    { names: [street('Lane', 0, 500, 500, 500)], source },
    { names: [street('Lane', 500, 500, 1000, 500), street('Far Road', 900, 0, 900, 400)], source },
  ];
  expect(nearStreets(at(510, 510), parts)).toEqual(['Lane']);
});

it('names none where none is near, and none of the map of the world', () => {
  expect(nearStreets(at(900, 900), tiles)).toEqual([]);
  expect(nearStreets(at(170, 85), [{ names, source: { ...source, isCity: false } }])).toEqual([]);
  expect(nearStreets(at(170, 85), [])).toEqual([]);
});
