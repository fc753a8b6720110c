import { expect, test } from 'vitest';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD } from '#server/test/factories/feed-query.ts';
import { searchedFeed } from './feed.ts';
import { foundListings } from './search.ts';

const { ctx, person, listing } = await claimsFixture();

test('a search that finds nothing leaves out words that hide food, in feed and map alike, but no diet', async () => {
  const [donor, viewer] = [await person(), await person()];
  await listing(donor, { title: 'Jackfruit tagine' });
  await listing(donor, { title: 'Kohlrabi' });
  const search = async (q: string) => {
    const { listings, leftOut } = await searchedFeed(ctx, viewer, { ...ALL_FOOD, q });
    expect(await foundListings(ctx, viewer.userId, q)).toEqual(new Set(listings.map(({ id }) => id)));
    return { titles: listings.map(({ title }) => title), leftOut };
  };
  expect(await search('jackfruit xyzzyplugh')).toEqual({
    titles: ['Jackfruit tagine'],
    leftOut: ['xyzzyplugh'],
  });
  expect(await search('xyzzyplugh')).toEqual({ titles: [], leftOut: [] });
  // each word is there, but no food has both
  expect(await search('jackfruit kohlrabi')).toEqual({ titles: ['Jackfruit tagine'], leftOut: ['kohlrabi'] });
  // nor the two of these three that are there
  expect(await search('jackfruit kohlrabi xyzzyplugh')).toEqual({
    titles: ['Jackfruit tagine'],
    leftOut: ['kohlrabi', 'xyzzyplugh'],
  });
  for (const q of ['kohlrabi kosher', 'kohlrabi nut-free', 'kohlrabi without nuts', 'kohlrabi nussfrei'])
    expect(await search(q)).toEqual({ titles: [], leftOut: [] });
  expect(await search('free kohlrabi')).toEqual({ titles: ['Kohlrabi'], leftOut: ['free'] });
  await listing(donor, { title: 'Mangold', diets: ['vegan'] });
  expect((await search('kohlrabi vegan')).leftOut).toEqual(['kohlrabi']);
  expect(await search('jackfruit kohlrabi mangold')).toEqual({ titles: [], leftOut: [] });
  expect(await search('jackfruit tagine')).toEqual({ titles: ['Jackfruit tagine'], leftOut: [] });
});
