import { boundsAround, boundsContain, distanceKm, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import {
  compareInFeed,
  freshnessLevel,
  hoursLeft,
  feedEndMs,
  matchesFreshnessFilter,
} from '@openlarder/domain/listings/freshness.ts';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CATEGORIES, FRESHNESS_FILTERS, VISIT_TIMES } from '@openlarder/domain/listings/listing-fields.ts';
import { overlaps, visitSpan } from '@openlarder/domain/listings/search/visit-time.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { claimsFixture, MIDTOWN } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD, pagesOf } from '#server/test/factories/feed-query.ts';
import { withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { getListing, listingsOfPerson } from '../listings.queries.ts';
import { createListing } from '../share/create-listing.ts';
import { feed, type FeedQuery } from './feed.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

/** So many that each giver has at most as many listings as a page shows of one giver. */
const donors = await Promise.all(Array.from({ length: 45 }, () => person()));
const viewer = await person();
const WORLD: GeoBounds = { north: 90, south: -90, east: 180, west: -180 };
const SEED = 20_260_505;

/** Hours; values near the freshness boundaries are as frequent as all others. */
const hours = fc.oneof(
  fc.constantFrom(1, 2, 2.5, 6, 24, 48),
  fc.integer({ min: 1, max: 400 }).map((quarters) => quarters / 4),
);
const sample = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  sharedHoursAgo: fc.constantFrom(0, 1, 2, 2.1, 30),
  bestByHours: fc.oneof(hours, fc.constant(-3)),
  expiryHours: fc.option(hours),
  untilHours: hours,
  fromHours: fc.constantFrom(-40, 0.5, 4, 20),
  place: fc.option(
    fc.record({ north: fc.integer({ min: -40, max: 40 }), east: fc.integer({ min: -40, max: 40 }) }),
  ),
});

/** Reference model: every offered listing, regardless of viewer. */
let offered: Listing[] = [];

beforeAll(async () => {
  const now = clock.at;
  const iso = (hoursFromNow: number): string => new Date(now + hoursFromNow * HOUR_MS).toISOString();
  for (const [nth, each] of fc.sample(sample, { numRuns: 90, seed: SEED }).entries()) {
    clock.at = now - each.sharedHoursAgo * HOUR_MS;
    const body: CreateListing = {
      ...fixture.placelessBody(),
      areaLabel: 'Chelsea',
      category: each.category,
      bestByDate: iso(each.bestByHours),
      expiryDate: each.expiryHours === null ? null : iso(each.expiryHours),
      availableFrom: iso(Math.min(each.fromHours, each.untilHours - 0.1)),
      availableUntil: iso(each.untilHours),
      ...(each.place && {
        latitude: MIDTOWN.latitude + each.place.north / 200,
        longitude: MIDTOWN.longitude + each.place.east / 200,
      }),
    };
    await createListing(ctx, donors[nth % donors.length] ?? viewer, body);
  }
  clock.at = now;
  // listings that are no longer offered must never appear
  const gone = await listing(donors[0] ?? viewer, { availableUntil: iso(0.1), availableFrom: iso(-1) });
  clock.forward(10 * MINUTE_MS);
  const withdrawn = await listing(donors[1] ?? viewer);
  await withdrawListing(ctx, donors[1] ?? viewer, withdrawn.id);
  const claimed = await listing(donors[2] ?? viewer);
  await claimListing(fixture.ctx, viewer, claimed.id);
  const own = await Promise.all(donors.map((donor) => listingsOfPerson(ctx, donor, donor.userId)));
  const hidden = new Set([gone.id, withdrawn.id, claimed.id]);
  const all = own.flat().filter(({ id }) => !hidden.has(id));
  const asSeen = await Promise.all(all.map(({ id }) => getListing(ctx, viewer, id)));
  offered = asSeen.toSorted((a, b) => compareInFeed(a, b, clock.at));
});

const idsOf = (list: readonly Listing[]): string[] => list.map(({ id }) => id);

describe('the feed', () => {
  test('returns everything in the order of compareInFeed, with both counts', async () => {
    const page = await feed(ctx, viewer, ALL_FOOD);
    expect(offered.length).toBeGreaterThan(60);
    expect(idsOf(page.listings)).toEqual(idsOf(offered));
    expect(page.total).toBe(offered.length);
    const critical = offered.filter((each) => {
      const left = Date.parse(each.expiryDate ?? each.bestByDate) - clock.at;
      return left > 0 && left <= 2 * HOUR_MS;
    });
    expect(critical.length).toBeGreaterThan(0);
    expect(page.critical).toBe(critical.length);
  });

  test.each([1, 7, 20])('in pages of %i is the same, without duplicates or gaps', async (limit) => {
    const startedAt = clock.at;
    const seen: Listing[] = [];
    for await (const { listings } of pagesOf(ctx, viewer, { ...ALL_FOOD, limit })) {
      seen.push(...listings);
      // time passes while a person scrolls; listings that ended since keep their position
      if (limit === 7) clock.forward(1);
    }
    clock.at = startedAt;
    expect(idsOf(seen)).toEqual(idsOf(offered));
  });

  test.each([100, 7])('with the newest first, in pages of %i, has everything once', async (limit) => {
    const newestFirst = offered.toSorted(
      (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1),
    );
    const pages = await Array.fromAsync(pagesOf(ctx, viewer, { ...ALL_FOOD, order: 'newest', limit }));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([offered.length]));
    expect(pages.flatMap(({ listings }) => idsOf(listings))).toEqual(idsOf(newestFirst));
  });

  test.each([100, 7])('with the nearest first, in pages of %i, has everything once', async (limit) => {
    for (const near of [MIDTOWN, { latitude: 40.6, longitude: -74.3 }]) {
      const whole = await feed(ctx, viewer, { ...ALL_FOOD, near, reach: 'near' });
      const nearest = { ...ALL_FOOD, near, reach: 'near' as const, order: 'nearest' as const, limit };
      const pages = await Array.fromAsync(pagesOf(ctx, viewer, nearest));
      const seen = pages.flatMap(({ listings }) => listings);
      const [placed, placeless] = [
        (one: Listing) => one.distanceKm !== null,
        (one: Listing) => one.distanceKm === null,
      ];
      expect(idsOf(seen).toSorted()).toEqual(idsOf(whole.listings).toSorted());
      const byEnd = whole.listings.filter(placeless).toSorted((a, b) => feedEndMs(a) - feedEndMs(b));
      expect(idsOf(seen.filter(placeless))).toEqual(idsOf(byEnd));
      expect(seen.findIndex(placeless)).toBe(seen.filter(placed).length);
      // on the map of the index a few kilometers north are a little longer
      for (const [nth, one] of seen.filter(placed).entries())
        expect((one.distanceKm ?? 0) * 1.01 + 0.05).toBeGreaterThanOrEqual(seen[nth - 1]?.distanceKm ?? 0);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.total]));
    }
  });

  test('with the nearest first is by urgency for someone without a place', async () => {
    const page = await feed(ctx, viewer, { ...ALL_FOOD, order: 'nearest' });
    expect(idsOf(page.listings)).toEqual(idsOf(offered));
  });

  test('counts what Expiring Soon would show', async () => {
    const page = await feed(ctx, viewer, { ...ALL_FOOD, limit: 1 });
    const soon = offered.filter((each) => matchesFreshnessFilter('expiring-soon', each, clock.at));
    expect(soon.length).toBeGreaterThan(page.critical);
    expect(page.expiringSoon).toBe(soon.length);
  });

  test.each(CATEGORIES)('counts the same of category %s', async (category) => {
    const ofCategory = offered.filter((each) => each.category === category);
    // within a circle the matches are counted in another way
    for (const place of [{}, { near: MIDTOWN, radiusKm: 200 }]) {
      const found = ofCategory.filter(({ latitude }) => !('near' in place) || latitude !== null);
      const page = await feed(ctx, viewer, { ...ALL_FOOD, ...place, category, limit: 1 });
      const soon = found.filter((each) => matchesFreshnessFilter('expiring-soon', each, clock.at));
      const critical = found.filter(
        (each) => freshnessLevel(hoursLeft(feedEndMs(each), clock.at)) === 'critical',
      ).length;
      expect(page).toMatchObject({ total: found.length, critical, expiringSoon: soon.length });
    }
  });

  test('neither misses nor repeats unchanged listings while others change between two pages', async () => {
    const donor = donors[3] ?? viewer;
    const passing: Listing[] = [];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await feed(ctx, viewer, { ...ALL_FOOD, limit: 5, cursor });
      seen.push(...idsOf(page.listings));
      cursor = page.nextCursor;
      const last = page.listings.at(-1);
      if (!last) continue;
      // next to the end of this page, where the next one begins
      const times = { bestByDate: last.bestByDate, expiryDate: last.expiryDate };
      passing.push(await listing(donor, { ...times, dateKind: 'best_before' }).catch(() => last));
      const gone = passing.at(-2);
      if (gone?.donorId === donor.userId && !offered.some(({ id }) => id === gone.id))
        await withdrawListing(ctx, donor, gone.id);
    } while (cursor);
    const stayed = new Set(idsOf(offered));
    expect(seen.filter((id) => stayed.has(id))).toEqual(idsOf(offered));
    expect(new Set(seen).size).toBe(seen.length);
    for (const { id } of passing) if (!stayed.has(id)) await withdrawListing(ctx, donor, id);
  });

  test.each(FRESHNESS_FILTERS)('filtered by %s matches matchesFreshnessFilter', async (freshness) => {
    const page = await feed(ctx, viewer, { ...ALL_FOOD, freshness });
    const expected = offered.filter((each) => matchesFreshnessFilter(freshness, each, clock.at));
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(page.listings)).toEqual(idsOf(expected));
    expect(page.total).toBe(expected.length);
  });

  test.each(VISIT_TIMES)('for someone who comes %s, overlaps those hours, also in a search', async (when) => {
    const span = visitSpan(when, clock.at, ctx.settings.timeZone);
    const isOpen = ({ availableFrom, availableUntil, expiryDate }: Listing) =>
      overlaps(
        {
          fromMs: Date.parse(availableFrom),
          untilMs: Math.min(Date.parse(availableUntil), Date.parse(expiryDate ?? availableUntil)),
        },
        span,
      );
    const expected = offered.filter(isOpen);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(offered.length);
    for (const asked of [
      ALL_FOOD,
      { ...ALL_FOOD, q: 'food' },
      { ...ALL_FOOD, freshness: 'fresh' as const },
    ]) {
      const some =
        asked.freshness === 'fresh'
          ? expected.filter((each) => matchesFreshnessFilter('fresh', each, clock.at))
          : expected;
      const page = await feed(ctx, viewer, { ...asked, when });
      expect(idsOf(page.listings)).toEqual(idsOf(some));
      expect(page.total).toBe(some.length);
    }
    const category = 'bakery_items';
    const page = await feed(ctx, viewer, { ...ALL_FOOD, category, when, limit: 1 });
    expect(page.total).toBe(expected.filter((each) => each.category === category).length);
  });

  test.each([0.3, 2, 8, 15, 20_000])('within %d km uses the public point only', async (radiusKm) => {
    const page = await feed(ctx, viewer, { ...ALL_FOOD, near: MIDTOWN, radiusKm });
    const expected = offered.filter(
      ({ latitude, longitude }) =>
        latitude !== null && longitude !== null && distanceKm(MIDTOWN, { latitude, longitude }) <= radiusKm,
    );
    expect(idsOf(page.listings)).toEqual(idsOf(expected));
    for (const { latitude, longitude, distanceKm: told } of page.listings)
      expect(told).toBeCloseTo(
        distanceKm(MIDTOWN, { latitude: latitude ?? 0, longitude: longitude ?? 0 }),
        9,
      );
  });

  test('near keeps food within reach and what has no place, far has the rest, and an area is not limited', async () => {
    const reachKm = 8;
    const near = { ...ctx, settings: { ...ctx.settings, reachKm } };
    const inReach = ({ latitude, longitude }: Listing): boolean =>
      latitude === null || longitude === null || distanceKm(MIDTOWN, { latitude, longitude }) <= reachKm;
    const [within, beyond] = [offered.filter(inReach), offered.filter((each) => !inReach(each))];
    expect(Math.min(within.length, beyond.length)).toBeGreaterThan(10);
    const ask = (query: Partial<FeedQuery>) => feed(near, viewer, { ...ALL_FOOD, near: MIDTOWN, ...query });
    expect(idsOf((await ask({ reach: 'near' })).listings)).toEqual(idsOf(within));
    expect(idsOf((await ask({ reach: 'far' })).listings)).toEqual(idsOf(beyond));
    expect(idsOf((await ask({ reach: 'near', area: WORLD })).listings)).toEqual(
      idsOf(offered.filter(({ latitude }) => latitude !== null)),
    );
    // without a place of one's own either
    expect((await ask({ reach: 'near', near: null })).total).toBe(offered.length);
    const berlin = await ask({ reach: 'near', near: { latitude: 52.5, longitude: 13.4 } });
    const placed = offered.filter(({ latitude }) => latitude !== null);
    expect([berlin.total, berlin.far]).toEqual([offered.length - placed.length, placed.length]);
  });

  test('in an area uses the public point only, edges included, with both counts and pages', async () => {
    const [one, other] = offered.filter(({ latitude }) => latitude !== null);
    if (!one || !other) throw new Error('nothing has a place');
    // its edges run through two listings
    const [latitudes, longitudes] = [
      [one.latitude ?? 0, other.latitude ?? 0],
      [one.longitude ?? 0, other.longitude ?? 0],
    ];
    const through: GeoBounds = {
      north: Math.max(...latitudes),
      south: Math.min(...latitudes),
      east: Math.max(...longitudes),
      west: Math.min(...longitudes),
    };
    const around = boundsAround(MIDTOWN, 6000);
    const inside = (area: GeoBounds): Listing[] =>
      offered.filter(
        ({ latitude, longitude }) =>
          latitude !== null && longitude !== null && boundsContain(area, { latitude, longitude }),
      );
    expect(idsOf(inside(through))).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(inside(around).length).toBeGreaterThan(5);
    expect(inside(around).length).toBeLessThan(inside(WORLD).length);
    const point = { north: one.latitude ?? 0, south: one.latitude ?? 0, east: one.longitude ?? 0 };
    for (const area of [through, around, WORLD, { ...point, west: point.east }]) {
      const expected = inside(area);
      const page = await feed(ctx, viewer, { ...ALL_FOOD, area });
      expect(idsOf(page.listings)).toEqual(idsOf(expected));
      expect(page.total).toBe(expected.length);
      expect(page.critical).toBe(
        expected.filter((each) => {
          const left = Date.parse(each.expiryDate ?? each.bestByDate) - clock.at;
          return left > 0 && left <= 2 * HOUR_MS;
        }).length,
      );
      const parts = await Array.fromAsync(pagesOf(ctx, viewer, { ...ALL_FOOD, area, limit: 3 }));
      expect(parts.flatMap(({ listings }) => idsOf(listings))).toEqual(idsOf(expected));
    }
    expect((await feed(ctx, viewer, { ...ALL_FOOD, area: { ...around, north: 0, south: 0 } })).total).toBe(0);
  });

  test('in an area combines with the other filters; `near` alone only sets the origin of distances', async () => {
    const area = boundsAround(MIDTOWN, 15_000);
    const asked = { ...ALL_FOOD, area, near: MIDTOWN };
    const all = await feed(ctx, viewer, { ...ALL_FOOD, area });
    const measured = await feed(ctx, viewer, asked);
    expect(idsOf(measured.listings)).toEqual(idsOf(all.listings));
    const kmOf = ({ distanceKm: km }: Listing): number => km ?? Number.NaN;
    expect(Math.max(...measured.listings.map(kmOf))).toBeGreaterThan(8);
    const near = await feed(ctx, viewer, { ...asked, radiusKm: 8 });
    expect(idsOf(near.listings)).toEqual(idsOf(measured.listings.filter((each) => kmOf(each) <= 8)));
    const [category] = CATEGORIES;
    const filtered = await feed(ctx, viewer, { ...ALL_FOOD, area, category, freshness: 'fresh' });
    expect(idsOf(filtered.listings)).toEqual(
      idsOf(
        all.listings.filter(
          (each) => each.category === category && matchesFreshnessFilter('fresh', each, clock.at),
        ),
      ),
    );
  });

  test('includes the viewer’s own listings; the exact point does not affect the radius', async () => {
    const [donor] = donors;
    if (!donor) throw new Error('no donor');
    const query = { ...ALL_FOOD, near: MIDTOWN, radiusKm: 8 };
    const [asDonor, asViewer] = [await feed(ctx, donor, query), await feed(ctx, viewer, query)];
    expect(idsOf(asDonor.listings)).toEqual(idsOf(asViewer.listings));
    expect(asDonor.listings.some(({ donorId }) => donorId === donor.userId)).toBe(true);
  });

  const encoded = (cursor: unknown): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');
  // as far as a Date goes, where no day ends
  const NEVER = [[8.64e15, false, false, false, 0, 0, crypto.randomUUID()], null];
  test.each(['', 'x', 'W10', encoded([1, true, false, 0, 0, 'no id']), encoded(NEVER)])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(feed(ctx, viewer, { ...ALL_FOOD, when: 'tomorrow', cursor })).rejects.toMatchObject({
        status: 422,
        fields: { cursor: '@page-gone' },
      });
    },
  );
});

test('finds near food across the antimeridian', async () => {
  const donor = await person();
  const taveuni = { latitude: -16.8, longitude: 179.99 };
  const shared = await listing(donor, taveuni);
  const page = await feed(ctx, viewer, {
    ...ALL_FOOD,
    near: { latitude: -16.8, longitude: -179.99 },
    radiusKm: 6,
  });
  expect(idsOf(page.listings)).toEqual([shared.id]);
  const across = { north: -16, south: -18, west: 179, east: -179 };
  for (const [area, found] of [
    [across, [shared.id]],
    [{ ...across, west: 100, east: -100 }, [shared.id]],
    [{ ...across, west: -179.9, east: 179.9 }, []],
    [{ ...across, west: -179.5, east: -179 }, []],
  ] as const)
    expect(idsOf((await feed(ctx, viewer, { ...ALL_FOOD, area })).listings)).toEqual(found);
  await withdrawListing(ctx, donor, shared.id);
});
