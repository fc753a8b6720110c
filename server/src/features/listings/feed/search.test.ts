import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { compareInFeed, matchesFreshnessFilter } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CATEGORIES, FRESHNESS_FILTERS } from '@openlarder/domain/listings/listing-fields.ts';
import { lacksAllergens, suitsDiets } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { isWithinOneEdit } from '@openlarder/domain/listings/search/search-terms.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD, pagesOf } from '#server/test/factories/feed-query.ts';
import { sized } from '#server/test/long-run.ts';
import { withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { getListing } from '../listings.queries.ts';
import { feed, type FeedQuery } from './feed.ts';

const { ctx, clock, person, makeKnown, listing } = await claimsFixture();

const SEED = 20_261_122;

/** Forms of one word: each finds all others. */
const THINGS = [
  ['tomatoes', 'tomato'],
  ['loaf', 'loaves'],
  ['crème', 'creme', 'CRÈME'],
  ['brûlée', 'brulee'],
  ['berries', 'berry'],
  ['lasagne', 'Lasagne'],
  ['pumpkin', 'pumpkins'],
  ['yoghurt', 'yogurt'],
  ['spinach', 'SPINACH'],
  ['noodles', 'noodle'],
] as const;
const thing = fc.integer({ min: 0, max: THINGS.length - 1 });
const between = fc.constantFrom(' ', ', ', '/', ' — ', '. ', '\n', ' & ', '...');

const written = fc.record({
  titled: fc.array(thing, { minLength: 1, maxLength: 2 }),
  described: fc.array(thing, { maxLength: 2 }),
  between,
  category: fc.constantFrom(...CATEGORIES),
  diets: fc.uniqueArray(fc.constantFrom(...DIETS), { maxLength: 2 }),
  allergens: fc.option(fc.uniqueArray(fc.constantFrom(...ALLERGENS.slice(0, 4)), { maxLength: 2 })),
  north: fc.integer({ min: -10, max: 10 }),
  hours: fc.integer({ min: 1, max: 60 }),
  isOfBlocked: fc.integer({ min: 0, max: 4 }).map((fifth) => fifth === 0),
  fate: fc.constantFrom('offered', 'offered', 'offered', 'withdrawn', 'claimed'),
});

const blocked = await person();
await makeKnown(blocked);
/** So many that each giver has at most as many listings as a page shows of one giver. */
const donors = await Promise.all(Array.from({ length: 40 }, () => person()));
const viewer = await person();
const claimers = await Promise.all(Array.from({ length: 12 }, () => person()));

type Known = Listing & { readonly things: ReadonlySet<number>; readonly titled: ReadonlySet<number> };
/** Every listing the viewer may see, with its words. */
let visible: Known[] = [];

beforeAll(async () => {
  const startedAt = clock.at;
  const known: Known[] = [];
  for (const [index, each] of fc.sample(written, { numRuns: 80, seed: SEED }).entries()) {
    const donor: TestCaller = (each.isOfBlocked ? null : donors[index % donors.length]) ?? blocked;
    // each form is used both as text and as query
    const say = (things: readonly number[]): string =>
      things.map((nth) => THINGS[nth]?.[each.hours % 2] ?? '').join(each.between);
    clock.at = startedAt - each.hours * 250_000;
    const shared = await listing(donor, {
      title: say(each.titled),
      description: say(each.described),
      category: each.category,
      diets: each.diets,
      allergens: each.allergens,
      latitude: MIDTOWN.latitude + each.north / 100,
      bestByDate: new Date(startedAt + each.hours * 3_600_000).toISOString(),
      availableUntil: new Date(startedAt + 70 * 3_600_000).toISOString(),
    });
    clock.at = startedAt;
    if (each.fate === 'withdrawn') await withdrawListing(ctx, donor, shared.id);
    const claimer = claimers[known.length % claimers.length];
    const isClaimed = each.fate === 'claimed' && claimer && claimers.length * 2 > known.length;
    if (isClaimed) await claimListing(ctx, claimer, shared.id);
    if (each.fate === 'withdrawn' || isClaimed || donor === blocked) continue;
    const seen = await getListing(ctx, viewer, shared.id);
    known.push({
      ...seen,
      things: new Set([...each.titled, ...each.described]),
      titled: new Set(each.titled),
    });
  }
  await blockPerson(ctx, viewer, blocked.userId);
  visible = known.toSorted((a, b) => compareInFeed(a, b, clock.at));
});

const idsOf = (list: readonly Listing[]): string[] => list.map(({ id }) => id);

const question = fc.record({
  things: fc.array(thing, { maxLength: 2 }),
  form: fc.constantFrom(0, 1),
  category: fc.option(fc.constantFrom(...CATEGORIES), { freq: 4 }),
  diets: fc.uniqueArray(fc.constantFrom(...DIETS), { maxLength: 1 }),
  withoutAllergens: fc.uniqueArray(fc.constantFrom(...ALLERGENS.slice(0, 4)), { maxLength: 2 }),
  freshness: fc.constantFrom('all' as const, ...FRESHNESS_FILTERS),
  radiusKm: fc.option(fc.constantFrom(2, 8, 600)),
  limit: fc.constantFrom(3, 100),
});

describe('a search', () => {
  test('with any filters matches the reference model, in order, page by page', async () => {
    expect(visible.length).toBeGreaterThan(30);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { things, form, radiusKm, category, diets, withoutAllergens, freshness, limit } = asked;
        const expected = visible.filter(
          (each) =>
            things.every((nth) => each.things.has(nth)) &&
            (category === null || each.category === category) &&
            suitsDiets(each, diets) &&
            lacksAllergens(each, withoutAllergens) &&
            matchesFreshnessFilter(freshness, each, clock.at) &&
            (radiusKm === null ||
              distanceKm(MIDTOWN, { latitude: each.latitude ?? 0, longitude: each.longitude ?? 0 }) <=
                radiusKm),
        );
        const query: FeedQuery = {
          ...ALL_FOOD,
          q: things.map((nth) => THINGS[nth]?.[form] ?? '').join(' '),
          category,
          diets,
          withoutAllergens,
          freshness,
          limit,
          ...(radiusKm !== null && { near: MIDTOWN, radiusKm }),
        };
        const pages = await Array.fromAsync(pagesOf(ctx, viewer, query));
        for (const { total } of pages) expect(total).toBe(expected.length);
        const seen = pages.flatMap(({ listings }) => idsOf(listings));
        // what is found by the title comes first
        const isTitled = (each: Known): boolean => things.every((nth) => each.titled.has(nth));
        expect(seen).toEqual(
          idsOf([...expected.filter(isTitled), ...expected.filter((each) => !isTitled(each))]),
        );
        found += seen.length;
      }),
      { numRuns: 80, seed: SEED },
    );
    expect(found).toBeGreaterThan(100);
  });

  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'substitute', 'swap'),
    where: fc.nat({ max: 100 }),
    letter: fc.constantFrom('a', 'e', 'x', 'é', 'Q'),
  });

  test('tolerates one edit in words of four letters or more', async () => {
    await fc.assert(
      fc.asyncProperty(thing, fc.constantFrom(0, 1), edit, async (nth, form, { kind, where, letter }) => {
        const word = THINGS[nth]?.[form] ?? '';
        const letters = Array.from(word);
        const at = where % letters.length;
        if (kind === 'insert') letters.splice(at, 0, letter);
        if (kind === 'delete') letters.splice(at, 1);
        if (kind === 'substitute') letters.splice(at, 1, letter);
        if (kind === 'swap') letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed());
        const typed = letters.join('');
        fc.pre(letters.length >= 4);
        // only the exact word: its other forms may be further away
        const expected = visible.filter(({ title, description }) =>
          `${title} ${description}`.split(/[^\p{L}]+/u).includes(word),
        );
        const page = await feed(ctx, viewer, { ...ALL_FOOD, q: typed });
        expect(idsOf(page.listings)).toEqual(expect.arrayContaining(idsOf(expected)));
      }),
      { numRuns: sized(30, 80), seed: SEED },
    );
  });

  test('never finds words more than one edit away', async () => {
    const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
    const known = [...new Set(THINGS.flat().map(fold))];
    const typed = fc
      .tuple(fc.constantFrom(...known), fc.stringMatching(/^[a-z]{2,4}$/), fc.nat({ max: 8 }))
      .map(([word, put, at]) => word.slice(0, at) + put + word.slice(at))
      .filter((word) => known.every((each) => !isWithinOneEdit(word, each) && !each.startsWith(word)));
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        expect(idsOf((await feed(ctx, viewer, { ...ALL_FOOD, q })).listings)).toEqual([]);
      }),
      { numRuns: sized(25, 60), seed: SEED },
    );
  });

  test('matches the last word by prefix, the others whole', async () => {
    const pumpkins = await listing(donors[1] ?? viewer, { title: 'Pumpkin and polenta' });
    const find = async (q: string) => idsOf((await feed(ctx, viewer, { ...ALL_FOOD, q })).listings);
    expect(await find('pumpkin pol')).toEqual([pumpkins.id]);
    expect(await find('pol pumpkin')).toEqual([]);
    expect(await find('polen')).toEqual([pumpkins.id]);
    await withdrawListing(ctx, donors[1] ?? viewer, pumpkins.id);
    expect(await find('polenta')).toEqual([]);
  });

  test('ignores "food" and finds nothing for "!?"', async () => {
    expect((await feed(ctx, viewer, { ...ALL_FOOD, q: 'food' })).total).toBe(visible.length);
    expect(await feed(ctx, viewer, { ...ALL_FOOD, q: '!? 🍞' })).toEqual({
      listings: [],
      total: 0,
      critical: 0,
      expiringSoon: 0,
      far: 0,
      nextCursor: null,
    });
    expect((await feed(ctx, viewer, { ...ALL_FOOD, q: '' })).total).toBe(visible.length);
  });

  test('accepts arbitrary input', async () => {
    const signs = fc.constantFrom(
      "'",
      '"',
      '\\',
      '&',
      '|',
      '!',
      ':*',
      '<->',
      '(',
      ')',
      '%',
      '_',
      '#vegan',
      '🥖',
      '\t',
    );
    const typed = fc
      .array(fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('the', 'soup')), {
        maxLength: 12,
      })
      .map((parts) => parts.join(' ').replaceAll('\0', '').slice(0, 100))
      .filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const page = await feed(ctx, viewer, { ...ALL_FOOD, q });
        expect(page.listings.length).toBe(Math.min(100, page.total));
      }),
      { numRuns: sized(15, 100), seed: SEED },
    );
  });
});
