import { indexedWords } from '@openlarder/domain/kernel/search-words.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { compareInFeed } from '@openlarder/domain/listings/freshness.ts';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { ask, claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD, pagesOf } from '#server/test/factories/feed-query.ts';
import { sized } from '#server/test/long-run.ts';
import { listingsOfPerson } from '../listings.queries.ts';
import { feed, type FeedQuery } from './feed.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, pool } = fixture;

const everything: FeedQuery = { ...ALL_FOOD, isArranged: true, limit: 24 };
const viewer = await person();
const ids = (page: { readonly listings: readonly Listing[] }) => page.listings.map(({ id }) => id);
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

/** Shares so many, of which each ends `everyHours` after the one before. */
async function shareMany(
  giver: TestCaller,
  count: number,
  firstHours: number,
  changes: Partial<CreateListing> = {},
): Promise<string[]> {
  const shared: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const bestByDate = inHours(firstHours + nth / 100);
    shared.push((await fixture.listing(giver, { bestByDate, ...changes })).id);
  }
  return shared;
}

const allPages = (query: FeedQuery) => Array.fromAsync(pagesOf(ctx, viewer, query));

/** Copies a listing this many times: for floods beyond today's limits. */
async function copyListing(
  id: string,
  count: number,
  changes: { readonly title?: string; readonly endsAt?: Date; readonly hasPlace?: boolean } = {},
): Promise<void> {
  await pool.query(
    `insert into food_listing (id, donor_id, title, description, title_words, words, category, estimated_servings, servings_left,
       available_from, available_until, best_by_date, urgency_level, public_point, area_label, created_at, updated_at)
     select gen_random_uuid(), donor_id, coalesce($3, title), description,
       coalesce($6, title_words), coalesce($6, words), category, estimated_servings, servings_left,
       available_from, available_until, coalesce($4, best_by_date), urgency_level, case when $5 then public_point end, area_label,
       created_at - nth * interval '1 ms', updated_at
     from food_listing cross join generate_series(1, $2) as nth where id = $1`,
    [
      id,
      count,
      changes.title ?? null,
      changes.endsAt ?? null,
      changes.hasPlace ?? true,
      changes.title ? indexedWords(changes.title) : null,
    ],
  );
}

describe('a restaurant shares twelve items on its first evening', () => {
  const others: string[] = [];
  let restaurant = viewer;
  beforeAll(async () => {
    restaurant = await person('Green', 'Bakery');
    await shareMany(restaurant, 12, 5, { title: 'Green rolls' });
    for (let nth = 0; nth < 30; nth++) others.push(...(await shareMany(await person(), 1, 10 + nth)));
  });

  test('a page shows three of them, and at the third how many more there are', async () => {
    const page = await feed(ctx, viewer, everything);
    expect(page.listings).toHaveLength(24);
    const cards = page.listings.filter(({ donorId }) => donorId === restaurant.userId);
    expect(cards.map(({ moreFromGiver }) => moreFromGiver)).toEqual([0, 0, 9]);
    expect(ids(page).slice(3)).toEqual(others.slice(0, 21));
    expect(page.total).toBe(42);
  });

  test('the rest follows on the next page, without repeats; their own list has all of it', async () => {
    const pages = await allPages(everything);
    const seen = pages.flatMap(ids);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => others.includes(id))).toEqual(others);
    const all = await listingsOfPerson(ctx, viewer, restaurant.userId);
    expect(all).toHaveLength(12);
  });

  test.each([
    ['near a place', { near: MIDTOWN, radiusKm: 20 }],
    ['in an area', { area: { north: 41, south: 40, east: -73, west: -75 } }],
    ['of a category', { category: 'prepared_meals' as const }],
    ['with the newest first', { order: 'newest' as const }],
    ['with the nearest first', { near: MIDTOWN, reach: 'near' as const, order: 'nearest' as const }],
  ])('%s alike', async (_, filter) => {
    const [page] = await allPages({ ...everything, ...filter });
    const cards = page?.listings.filter(({ donorId }) => donorId === restaurant.userId);
    expect(cards?.map(({ moreFromGiver }) => moreFromGiver)).toEqual([0, 0, 9]);
    expect(page?.listings).toHaveLength(24);
  });
});

/**
 * What each page must keep, against the feed's whole order: no repeats, three of a giver, exact counts, all reachable.
 */
function expectFolded(
  pages: readonly { readonly listings: readonly Listing[] }[],
  whole: readonly Listing[],
) {
  const position = new Map(whole.map(({ id }, nth) => [id, nth]));
  const seen = pages.flatMap(ids);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.map((id) => position.get(id) ?? -1)).toEqual(
    seen.map((id) => position.get(id) ?? -1).toSorted((a, b) => a - b),
  );
  const reachable = new Set(seen);
  for (const { listings: cards } of pages) {
    const cardsOf = Map.groupBy(cards, ({ donorId }) => donorId);
    for (const [giverId, ofGiver] of cardsOf) {
      expect(ofGiver.length).toBeLessThanOrEqual(3);
      const third = ofGiver[2];
      const later = third
        ? whole.filter(
            ({ id, donorId }) =>
              donorId === giverId && (position.get(id) ?? -1) > (position.get(third.id) ?? -1),
          )
        : [];
      expect(ofGiver.map(({ moreFromGiver }) => moreFromGiver)).toEqual(
        [0, 0, later.length].slice(0, ofGiver.length),
      );
      for (const { id } of later) reachable.add(id);
    }
  }
  expect(reachable).toEqual(new Set(whole.map(({ id }) => id)));
}

test('random food of random givers: nothing twice, three of a giver in a page, and the counts add up', async () => {
  clock.forward(40 * DAY_MS);
  const givers = await Promise.all(Array.from({ length: 5 }, () => person()));
  const shapes = fc.sample(
    fc.record({
      // one giver shares more than half of it
      giver: fc.integer({ min: 0, max: 9 }).map((nth) => Math.max(0, nth - 5)),
      // few different ends, some of them past, so that the order of equal ones counts too
      hours: fc.integer({ min: -2, max: 7 }),
      hasPlace: fc.boolean(),
      title: fc.constantFrom('Rolls', 'Soup'),
    }),
    60,
  );
  const seeds: string[] = [];
  for (const giver of givers) seeds.push(...(await shareMany(giver, 1, 5, { title: 'Rolls' })));
  for (const { giver, hours, title, hasPlace } of shapes)
    await copyListing(seeds[giver] ?? '', 1, {
      title,
      hasPlace,
      endsAt: new Date(clock.at + hours * HOUR_MS),
    });
  const filters: Partial<FeedQuery>[] = [
    {},
    { q: 'rolls' },
    { near: MIDTOWN, radiusKm: 20 },
    { freshness: 'urgent' },
    { area: { north: 41, south: 40, east: -73, west: -75 }, q: 'soup' },
  ];
  for (const filter of filters) {
    const own = await Promise.all(
      givers.map(({ userId }) => allPages({ ...everything, ...filter, donorId: userId, limit: 7 })),
    );
    const whole = own
      .flat()
      .flatMap((page) => page.listings)
      .toSorted((a, b) => compareInFeed(a, b, clock.at));
    for (const limit of sized([1, 4, 24], [1, 3, 4, 10, 24, 100])) {
      const pages = await allPages({ ...everything, ...filter, limit });
      expect(pages[0]?.total).toBe(whole.length);
      expectFolded(pages, whole);
    }
  }
});

test("only one giver's food is shown whole, and only as far as the other filters and blocks let it", async () => {
  clock.forward(40 * DAY_MS);
  const giver = await person();
  const shared = await shareMany(giver, 8, 5, { title: 'Rolls' });
  await shareMany(await person(), 1, 5);
  const query = { ...everything, donorId: giver.userId, limit: 5 };
  const pages = await allPages(query);
  expect(pages.map(ids)).toEqual([shared.slice(0, 5), shared.slice(5)]);
  expect(pages[0]?.total).toBe(8);
  expect(pages.flatMap((page) => page.listings.map(({ moreFromGiver }) => moreFromGiver))).toEqual(
    Array(8).fill(0),
  );
  const asked = await ask(fixture.http, giver, 'GET', `/api/food-listings?donorId=${giver.userId}`);
  expect(asked.body).toMatchObject(shared.map((id) => ({ id, moreFromGiver: 0 })));
  expect((await feed(ctx, viewer, { ...query, q: 'soup' })).listings).toEqual([]);
  const away = { area: { north: 11, south: 10, east: 11, west: 10 } };
  expect((await feed(ctx, viewer, { ...query, ...away })).listings).toEqual([]);
  await blockPerson(ctx, viewer, giver.userId);
  expect((await feed(ctx, viewer, query)).total).toBe(0);
});

test('a page that is not arranged has all listings of a giver, in order', async () => {
  clock.forward(40 * DAY_MS);
  const mine = await shareMany(await person(), 5, 3);
  const [other = ''] = await shareMany(await person(), 1, 90);
  const pages = await allPages({ ...everything, isArranged: false, limit: 4 });
  expect(pages.map(({ listings: shown }) => shown.length)).toEqual([4, 2]);
  expect(pages.flatMap(ids)).toEqual([...mine, other]);
});

test('a flood of 1,500 listings by ten people leaves room for other people', async () => {
  clock.forward(40 * DAY_MS);
  for (let nth = 0; nth < 10; nth++) {
    const [id = ''] = await shareMany(await person('Flo', 'Od'), 1, 3 + nth / 10);
    await copyListing(id, 149);
  }
  const [honest = ''] = await shareMany(await person('Hanna', 'Est'), 1, 7);
  const pages = await allPages({ ...everything, limit: 40 });
  expect(pages.findIndex((page) => ids(page).includes(honest))).toBe(0);
  const [page] = pages;
  expect(page?.listings).toHaveLength(31);
  expect(page?.total).toBe(1000);
  const seen = pages.flatMap(ids);
  expect(new Set(seen).size).toBe(seen.length);
});

describe('new givers together', () => {
  const isOf = (givers: readonly TestCaller[]) => (listing: Listing) =>
    givers.some(({ userId }) => userId === listing.donorId);

  test('take a third of a page at most where food of others fills the rest, and follow on later pages', async () => {
    clock.forward(40 * DAY_MS);
    const members = await Promise.all(Array.from({ length: 12 }, () => person()));
    clock.forward(DAY_MS);
    const newcomers = await Promise.all(Array.from({ length: 8 }, () => person()));
    const ofNew: string[] = [];
    for (const newcomer of newcomers) ofNew.push(...(await shareMany(newcomer, 3, 2)));
    const ofMembers: string[] = [];
    for (const member of members) ofMembers.push(...(await shareMany(member, 3, 6)));
    for (const order of ['urgency', 'newest'] as const)
      for (const limit of sized([7, 24], [3, 7, 12, 24])) {
        const pages = await allPages({ ...everything, order, limit });
        const seen = pages.flatMap(ids);
        expect(new Set(seen).size).toBe(seen.length);
        expect(new Set(seen)).toEqual(new Set([...ofNew, ...ofMembers]));
        let left = ofMembers.length;
        for (const { listings } of pages) {
          const shownOfNew = listings.filter(isOf(newcomers)).length;
          expect(shownOfNew).toBeLessThanOrEqual(Math.max(Math.floor(limit / 3), limit - left));
          left -= listings.length - shownOfNew;
        }
      }
  });

  test('show the food of others on the first page, however many they are', async () => {
    clock.forward(40 * DAY_MS);
    const members = await Promise.all(Array.from({ length: 4 }, () => person()));
    const ofMembers: string[] = [];
    clock.forward(DAY_MS);
    for (let nth = 0; nth < 10; nth++) {
      const [id = ''] = await shareMany(await person('Flo', 'Od'), 1, 3 + nth / 10);
      await copyListing(id, 149);
    }
    for (const member of members) ofMembers.push(...(await shareMany(member, 4, 9)).slice(0, 3));
    const pages = await allPages({ ...everything, limit: 18 });
    expect(
      pages[0]?.listings
        .filter(isOf(members))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ofMembers.toSorted());
    expect(new Set(pages.flatMap(ids)).size).toBe(pages.flatMap(ids).length);
  });
});
