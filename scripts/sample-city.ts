// A city for tests, in the Protomaps basemap schema at the zooms that extracts of that project have.
import type { Geometry, Position } from 'geojson';
import { makeArchive, type MapFeature } from './map-archive.ts';

const SAMPLE_CITY = { latitude: 52.52, longitude: 13.4 };
const HALF_HEIGHT = 0.02;
const HALF_WIDTH = 0.03;

type Properties = Readonly<Record<string, unknown>>;
const featureOf = (geometry: Geometry, properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry,
});
const point = (coordinates: Position, properties: Properties) =>
  featureOf({ type: 'Point', coordinates }, properties);
const line = (coordinates: Position[], properties: Properties) =>
  featureOf({ type: 'LineString', coordinates }, properties);
const polygon = (coordinates: Position[][], properties: Properties) =>
  featureOf({ type: 'Polygon', coordinates }, properties);

/** The archive of a grid of `streets` in each direction with a house at every crossing, a river, a park and two names. */
export function makeSampleCity({ streets = 24, minZoom = 8 } = {}): Uint8Array {
  const { latitude, longitude } = SAMPLE_CITY;
  const [west, east] = [longitude - HALF_WIDTH, longitude + HALF_WIDTH];
  const [south, north] = [latitude - HALF_HEIGHT, latitude + HALF_HEIGHT];
  const along = Array.from({ length: streets + 1 }, (_, index) => index / streets);
  const x = (share: number) => west + share * (east - west);
  const y = (share: number) => south + share * (north - south);
  const box = (from: readonly [number, number], to: readonly [number, number]) => [
    [
      [x(from[0]), y(from[1])],
      [x(to[0]), y(from[1])],
      [x(to[0]), y(to[1])],
      [x(from[0]), y(to[1])],
      [x(from[0]), y(from[1])],
    ],
  ];
  const kindAt = (index: number) =>
    index % 8 === 0
      ? { kind: 'major_road', kind_detail: 'primary' }
      : { kind: 'minor_road', kind_detail: 'residential' };
  const house = 0.5 / streets;
  return makeArchive({
    layers: {
      earth: [polygon(box([-1, -1], [2, 2]), { kind: 'earth' })],
      water: [
        polygon(box([-1, 0.44], [2, 0.5]), { kind: 'river' }),
        point([x(0.3), y(0.47)], { kind: 'river', name: 'Linde' }),
      ],
      landuse: [polygon(box([0.55, 0.6], [0.8, 0.85]), { kind: 'park', name: 'Stadtpark' })],
      buildings: along.flatMap((right) =>
        along.map((up) =>
          polygon(box([right + house * 0.4, up + house * 0.4], [right + house, up + house]), {
            kind: 'building',
          }),
        ),
      ),
      roads: along.flatMap((share, index) => [
        line(
          along.map((right) => [x(right), y(share)]),
          { ...kindAt(index), name: `Querweg ${index + 1}` },
        ),
        line(
          along.map((up) => [x(share), y(up)]),
          { ...kindAt(index), name: `Lindenstraße ${index + 1}` },
        ),
      ]),
      places: [
        point([x(0.5), y(0.3)], { kind: 'neighbourhood', kind_detail: 'suburb', name: 'Südstadt' }),
        point([x(0.35), y(0.75)], { kind: 'neighbourhood', kind_detail: 'suburb', name: 'Nordstadt' }),
      ],
    },
    minZoom,
    maxZoom: 14,
    bounds: [west, south, east, north],
    metadata: {
      name: 'Sample city',
      attribution:
        '<a href="https://github.com/protomaps/basemaps">Protomaps</a> &copy; <a href="https://openstreetmap.org">OpenStreetMap</a>',
    },
  });
}
