import { boundsContain, type GeoBounds, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CATEGORIES, type Category, URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import { boundsOfCluster } from '@openlarder/domain/map/cluster-grid.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestsOnMap } from '#server/features/emergency/requests/request-queries.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import {
  ask,
  MIDTOWN,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import { mapIndex } from './map.service.ts';

const fixture = await emergencyFixture();
const stranger = await fixture.person('Iris');
const neighbor = await fixture.donor(MIDTOWN, 'Omar');
const WORLD = { north: 90, south: -90, east: 180, west: -180 };
const HOUSEHOLDS = 16;
const QUESTIONS = sized(60, 1000);
const SEED = 20_260_507;

type Query = Readonly<Record<string, string | number | readonly string[]>>;
const searchOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, given]) =>
      (Array.isArray(given) ? given : [given]).map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();

async function look(query: Query, who: TestCaller = stranger) {
  const answer = await ask(fixture.http, who, 'GET', `/api/map/cluster?${searchOf(query)}`);
  const clusters = answer.status === 200 ? (answer.body as MapCluster[]) : [];
  return { ...answer, clusters, total: Number(answer.headers['x-total-count']) };
}

const DIETS_TOLD: Listing['diets'][] = [[], ['vegan'], ['vegetarian']];
const ALLERGENS_TOLD: Listing['allergens'][] = [null, [], ['peanuts'], ['milk', 'tree_nuts'], ['milk']];

type Shared = {
  readonly id: string;
  readonly category: Category;
  readonly exact: GeoPoint;
  readonly seen: Listing;
};
const shared: Shared[] = [];
const placeOf = ({ latitude, longitude }: Listing): GeoPoint => {
  if (latitude === null || longitude === null) throw new Error('a listing without a place');
  return { latitude, longitude };
};

const inHours = (hours: number): string => new Date(fixture.clock.at + hours * 3_600_000).toISOString();

/** Each at its own home, also near the poles and the antimeridian. */
beforeAll(async () => {
  const ends = [
    { latitude: -17, longitude: 179.999 },
    { latitude: -17, longitude: -179.999 },
    { latitude: 89.999, longitude: 20 },
    { latitude: -89.999, longitude: -150 },
  ];
  const nearBy = Array.from({ length: HOUSEHOLDS }, (_, nth) => pointAt(MIDTOWN, nth * 450, nth));
  for (const [nth, exact] of [...ends, ...nearBy].entries()) {
    const category = CATEGORIES[nth % CATEGORIES.length] ?? 'other';
    const bestByDate = inHours([1, 5, 20, 90][nth % 4]!);
    const { id } = await fixture.listing(await fixture.person(), {
      ...exact,
      title: nth % 2 === 0 ? 'Lentil soup' : 'Rye bread',
      category,
      bestByDate,
      ...(nth % 4 === 3 && { availableFrom: inHours(20), availableUntil: inHours(28) }),
      diets: DIETS_TOLD[nth % DIETS_TOLD.length] ?? [],
      allergens: ALLERGENS_TOLD[nth % ALLERGENS_TOLD.length] ?? null,
    });
    shared.push({ id, category, exact, seen: await getListing(fixture.ctx, stranger, id) });
  }
});

type Asked = { readonly id: string; readonly exact: GeoPoint };

/** Requests of other people, at homes between those with food. */
async function askAround(): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let nth = 0; nth < HOUSEHOLDS; nth++) {
    const exact = pointAt(MIDTOWN, nth * 450 + 200, nth + 2);
    const preferredCategories = nth % 3 === 0 ? [] : [CATEGORIES[nth % CATEGORIES.length] ?? 'other'];
    const { id } = await fixture.ask(await fixture.person('Ruth', 'Abara'), {
      ...exact,
      preferredCategories,
      urgencyLevel: nth % 2 === 0 ? 'high' : 'emergency',
    });
    asked.push({ id, exact });
  }
  return asked;
}

const inside = (bounds: typeof WORLD): string[] =>
  shared
    .filter(({ seen }) => boundsContain(bounds, placeOf(seen)))
    .map(({ id }) => id)
    .toSorted();
const idsOf = (clusters: readonly MapCluster[]): string[] =>
  clusters.flatMap(({ items }) => items.map(({ id }) => id)).toSorted();

describe('bounds', () => {
  test.each([
    ['across the antimeridian', { north: -16, south: -18, west: 179, east: -179 }, 2],
    // a public point may lie across it from its home
    ['that end at it', { north: -16, south: -18, west: 179, east: 180 }, null],
    ['around the rest of the Earth', { north: -16, south: -18, west: -179, east: 179 }, 0],
    ['at the north pole', { north: 90, south: 89.9, west: -180, east: 180 }, 1],
    ['at the south pole', { north: -89.9, south: -90, west: -180, east: 180 }, 1],
    ['of the whole Earth', WORLD, HOUSEHOLDS + 4],
    ['without a height', { ...WORLD, north: 10, south: 10 }, 0],
    ['without a width', { ...WORLD, west: 10, east: 10 }, 0],
  ])('%s contain the items in them', async (_where, bounds, count) => {
    // households are farther apart than the radius, so each is its own cluster
    const { status, clusters, total } = await look({ ...bounds, radius: 100 });
    expect(status).toBe(200);
    expect([idsOf(clusters), total]).toEqual([inside(bounds), count ?? inside(bounds).length]);
  });

  test('include a household exactly on an edge', async () => {
    const { seen } = shared[6] ?? {};
    if (!seen) throw new Error('nobody');
    const [{ latitude, longitude }] = (await look({ ...WORLD, radius: 100 })).clusters.filter(({ items }) =>
      items.some(({ id }) => id === seen.id),
    ) as [MapCluster];
    const point = { north: latitude, south: latitude, east: longitude, west: longitude };
    expect(idsOf((await look({ ...point, radius: 100 })).clusters)).toEqual([seen.id]);
  });

  test('of a cluster’s area return exactly its members in the feed', async () => {
    const { clusters } = await look({ ...WORLD, radius: 5000 });
    expect(clusters.some(({ count }) => count > 1)).toBe(true);
    for (const { id, items } of clusters) {
      const area = boundsOfCluster(id);
      if (!area) throw new Error('no area');
      const text = [area.north, area.south, area.east, area.west].join(',');
      const feed = await ask(fixture.http, stranger, 'GET', `/api/food-listings?area=${text}`);
      expect((feed.body as Listing[]).map((one) => one.id).toSorted()).toEqual(
        items.map((item) => item.id).toSorted(),
      );
      expect(feed.headers['x-total-count']).toBe(String(items.length));
    }
  });
});

describe('invalid queries', () => {
  const RANGE = 'Radius is between 100 and 5000 meters';
  test.each([
    ['inverted bounds', { north: 40, south: 41 }, 422, { south: 'South is below north' }],
    ['a pole too far', { south: -90.1 }, 422, { south: 'Latitude is a number from -90 to 90' }],
    ['beyond the antimeridian', { east: 180.1 }, 422, { east: 'Longitude is a number from -180 to 180' }],
    ['a radius below 100', { radius: 99 }, 422, { radius: RANGE }],
    ['a radius above 5000', { radius: 5001 }, 422, { radius: RANGE }],
    ['a radius without end', { radius: 'Infinity' }, 400, { radius: RANGE }],
    ['a radius that is no number', { radius: 'NaN' }, 400, { radius: RANGE }],
    ['two radii', { radius: ['100', '200'] }, 400, { radius: RANGE }],
    ['one of two categories unknown', { categories: ['other', 'gold'] }, 422, expect.anything()],
    ['one of two urgencies unknown', { urgencyLevels: ['low', 'never'] }, 422, expect.anything()],
  ])('%s is refused with a sentence', async (_what, query, status, fields) => {
    const refused = await look({ ...WORLD, ...query });
    expect(refused).toMatchObject({ status, body: { fields } });
  });

  test.each([
    ['here', 'An area is written as north,south,east,west'],
    ['40,41,2,1', 'South is below north'],
  ])('the feed of the area %j is refused with a sentence', async (area, sentence) => {
    const refused = await ask(fixture.http, stranger, 'GET', `/api/food-listings?area=${area}`);
    expect(refused).toMatchObject({ status: 422, body: { fields: { area: sentence } } });
  });
});

test('duplicate filters count once; several filters match any of them', async () => {
  for (const categories of [['bakery_items'], ['bakery_items', 'bakery_items', 'other'], [...CATEGORIES]]) {
    const { clusters } = await look({ ...WORLD, radius: 100, categories });
    const expected = shared.filter(({ category }) => categories.includes(category)).map(({ id }) => id);
    expect(idsOf(clusters)).toEqual(expected.toSorted());
  }
  const all = await Promise.all(
    URGENCY_LEVELS.map(async (level) => look({ ...WORLD, urgencyLevels: level })),
  );
  expect(all.reduce((sum, { total }) => sum + total, 0)).toBe(shared.length);
});

test.each<Query>([
  { category: 'bakery_items' },
  { diets: 'vegetarian' },
  { diets: 'vegan' },
  { withoutAllergens: ['peanuts', 'tree_nuts'] },
  { withoutAllergens: 'milk', freshness: 'urgent' },
  { freshness: 'expiring-soon' },
  { freshness: 'fresh' },
  { when: 'now' },
  { when: 'tonight' },
  { when: 'tomorrow' },
  { within: '3' },
  { within: '3', diets: 'vegetarian', withoutAllergens: 'milk' },
  { q: 'soup' },
  { q: 'soups', diets: 'vegan' },
  { q: 'soup nobodyhas' },
  { q: 'nobodyhas' },
  { giver: 'first' },
])(
  'the map has the food of the feed under %j, and marks what says nothing of allergens',
  async ({ within, giver, ...rest }) => {
    const food: Query = { ...rest, ...(giver !== undefined && { donorId: shared[0]?.seen.donorId ?? '' }) };
    const near = within === undefined ? {} : { radiusKm: within };
    const feed = await ask(
      fixture.http,
      neighbor,
      'GET',
      `/api/food-listings?${searchOf({ ...food, ...near })}`,
    );
    const listed = feed.body as Listing[];
    const { clusters, total } = await look(
      { ...WORLD, radius: 100, ...food, ...(within === undefined ? {} : { withinKm: within }) },
      neighbor,
    );
    expect([idsOf(clusters), total]).toEqual([listed.map(({ id }) => id).toSorted(), listed.length]);
    const toldOf = new Map(listed.map(({ id, allergens }) => [id, allergens]));
    for (const { id, allergens } of clusters.flatMap(({ items }) => items))
      expect(allergens).toEqual(toldOf.get(id));
  },
);

test(`no filter, radius or bounds of ${QUESTIONS} reveal more than the public points and, for requests, the urgency and the area`, async () => {
  const asked = await askAround();
  // no live hub follows the event log here
  mapIndex(fixture.ctx).missed();
  const publicPoints = new Map(shared.map(({ id, seen }) => [id, placeOf(seen)]));
  const onMap = await requestsOnMap(fixture.ctx, { ids: asked.map(({ id }) => id) });
  const keyOf = (bounds: readonly GeoBounds[]): string =>
    bounds.map(({ north, south, east, west }) => [north, south, east, west].join()).join(' ');
  const markOf = new Map(onMap.map(({ area, point }) => [keyOf(area?.bounds ?? []), point]));
  const homes = [...shared, ...asked].map(({ exact }) => exact);
  const question = fc.record({
    center: fc.constantFrom(...homes, ...markOf.values()),
    meters: fc.integer({ min: 1, max: 3000 }),
    radius: fc.constantFrom(100, 100, 100, 700, 5000),
    categories: fc.subarray([...CATEGORIES], { maxLength: 1 }),
    urgencyLevels: fc.subarray([...URGENCY_LEVELS], { maxLength: 1 }),
  });
  let [alone, needed] = [0, 0];

  for (const { center, meters, ...filter } of fc.sample(question, { numRuns: QUESTIONS, seed: SEED })) {
    // bounds tightly around a person's exact home
    const high = pointAt(center, meters, 0).latitude;
    const low = pointAt(center, meters, Math.PI).latitude;
    const bounds = {
      north: Math.max(high, low),
      south: Math.min(high, low),
      east: pointAt(center, meters, Math.PI / 2).longitude,
      west: pointAt(center, meters, -Math.PI / 2).longitude,
    };
    const { status, clusters, body } = await look({ ...bounds, ...filter });
    expect(status).toBe(200);
    for (const cluster of clusters) {
      const marks = cluster.areas.flatMap((area) =>
        Array.from({ length: area.count }, () => markOf.get(keyOf(area.bounds)) ?? MIDTOWN),
      );
      const points = [...cluster.items.map(({ id }) => publicPoints.get(id) ?? MIDTOWN), ...marks];
      const mean = (of: (point: GeoPoint) => number): number =>
        points.reduce((sum, point) => sum + of(point), 0) / points.length;
      expect(cluster.latitude).toBeCloseTo(
        mean(({ latitude }) => latitude),
        6,
      );
      expect(cluster.longitude).toBeCloseTo(
        mean(({ longitude }) => longitude),
        6,
      );
      if (cluster.count === 1) alone++;
      needed += marks.length;
      for (const { id } of cluster.items) expect(asked.map((request) => request.id)).not.toContain(id);
    }
    const told = JSON.stringify(body);
    for (const exact of homes) {
      const [latitude = '', longitude = ''] = [exact.latitude, exact.longitude].map((at) => at.toFixed(6));
      expect(told.includes(latitude) && told.includes(longitude)).toBe(false);
    }
    for (const secret of [SECRET_ADDRESS, SECRET_INSTRUCTIONS, REQUESTER_ADDRESS, 'tonight', 'Ruth', 'oven'])
      expect(told).not.toContain(secret);
  }
  expect(needed).toBeGreaterThan(QUESTIONS / 10);
  expect(alone).toBeGreaterThan(QUESTIONS / 10);
}, 60_000);
