import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { claimsFixture, MIDTOWN } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD } from '#server/test/factories/feed-query.ts';
import { withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { feed, type FeedQuery } from './feed.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, pool } = fixture;
const everything: FeedQuery = { ...ALL_FOOD, limit: 24 };
const viewer = await person();
const giver = await person();
const pattern = await fixture.listing(giver, { title: 'Kefir', category: 'dairy_eggs', ...MIDTOWN });
await withdrawListing(ctx, giver, pattern.id);

/** So many listings that end after so many hours and milliseconds, from now on; the third part has no place. */
async function share(count: number, hours: number, ms = 0): Promise<void> {
  await pool.query(
    `insert into food_listing (id, donor_id, title, description, title_words, words, category, estimated_servings, servings_left,
       available_from, available_until, best_by_date, urgency_level, public_point, area_label, created_at, updated_at)
     select gen_random_uuid(), donor_id, title, description, title_words, words, category, estimated_servings, servings_left,
       available_from, $3::timestamptz + interval '1 day', $3, urgency_level,
       case when nth % 3 > 0 then public_point end, area_label, created_at - nth * interval '1 ms', updated_at
     from food_listing cross join generate_series(1, $2) as nth where id = $1`,
    [pattern.id, count, new Date(clock.at + hours * HOUR_MS + ms)],
  );
}

const KINDS: readonly (readonly [string, Partial<FeedQuery>])[] = [
  ['all food', {}],
  ['a category', { category: 'dairy_eggs' }],
  ['a search', { q: 'kefir' }],
  ['the beginning of a word', { q: 'kef', order: 'newest' }],
  ['a search among what one giver offers', { q: 'kefir', category: 'dairy_eggs', donorId: giver.userId }],
];

test('counts and first pages of all food, a category and a search are exact at each hour’s edge, and up to a thousand', async () => {
  const counts = async (change: Partial<FeedQuery>) => {
    const { total, critical, expiringSoon } = await feed(ctx, viewer, { ...everything, ...change });
    return [total, critical, expiringSoon];
  };
  const firstPage = async (q: string | null) => {
    const { listings } = await feed(ctx, viewer, { ...everything, q, limit: 100 });
    return listings.map(({ id }) => id);
  };
  const added: [string, () => Promise<void>, number[]][] = [
    ['none', async () => {}, [0, 0, 0]],
    ['past its time', async () => share(3, 0), [3, 0, 0]],
    ['at the end of two hours', async () => share(9, 2), [12, 9, 9]],
    ['a moment later', async () => share(11, 2, 1), [23, 9, 20]],
    ['at the end of six', async () => share(13, 6), [36, 9, 33]],
    ['a moment later', async () => share(15, 6, 1), [51, 9, 48]],
    ['at the end of a day', async () => share(17, 24), [68, 9, 65]],
    ['a moment later', async () => share(19, 24, 1), [87, 9, 65]],
    ['beyond a thousand', async () => share(950, 50), [1000, 9, 65]],
    ['also today', async () => share(940, 9), [1000, 9, 1000]],
    ['also now', async () => share(990, 1), [1000, 999, 1000]],
    ['in all three', async () => share(30, 1.5), [1000, 1000, 1000]],
  ];
  for (const [what, add, expected] of added) {
    await add();
    for (const [kind, change] of KINDS)
      expect([what, kind, await counts(change)]).toEqual([what, kind, expected]);
    expect([what, await firstPage('kefir')]).toEqual([what, await firstPage(null)]);
  }
});
