import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { FOLDING_VERSION } from '@openlarder/domain/kernel/search-words.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { ask, claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD } from '#server/test/factories/feed-query.ts';
import { feed as readFeed } from './feed.ts';
import { deleteUnusedSearchWords, renewSearchWords } from './search.ts';
import { changeListing } from '../share/change-listing.ts';
import { withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { deleteUnusedWords, renewWords, setSearchLanguage } from './search.store.ts';

const { ctx, http, clock, db, pool, person, listing } = await claimsFixture();
const donor = await person();
const viewer = await person();

async function found(q: string): Promise<string[]> {
  const page = await readFeed(ctx, viewer, { ...ALL_FOOD, q });
  return page.listings.map(({ id }) => id);
}

async function isKnown(word: string): Promise<boolean> {
  const { rows } = await pool.query(
    'select from search_word where word = $1 union all select from search_lexeme where lexeme = $1',
    [word],
  );
  expect([0, 2]).toContain(rows.length);
  return rows.length > 0;
}

beforeEach(async () => {
  await setSearchLanguage(db, 'en');
  await renewSearchWords(ctx);
});

test('the search table holds exactly the offered listings', async () => {
  const soup = await listing(donor, { title: 'Parsnip soup', estimatedServings: 2 });
  expect(await found('parsnip')).toEqual([soup.id]);
  const claim = await claims.claimListing(ctx, viewer, soup.id);
  expect(await found('parsnip')).toEqual([]);
  await handovers.releaseHandover(ctx, viewer, claim.handover.id);
  expect(await found('parsnip')).toEqual([soup.id]);
  await changeListing(ctx, donor, soup.id, { title: 'Turnip soup' });
  expect(await found('parsnip')).toEqual([]);
  expect(await found('turnip')).toEqual([soup.id]);
  await withdrawListing(ctx, donor, soup.id);
  expect(await found('turnip')).toEqual([]);
  const { rows } = await pool.query(`
    select from food_listing full join offered_listing on listing_id = id
    where (status = 'posted') is distinct from (listing_id is not null)`);
  expect(rows).toEqual([]);
});

test('unused words are deleted after two days, used ones never', async () => {
  const gone = await listing(donor, { title: 'Kohlrabi' });
  const kept = await listing(donor, {
    title: 'Celeriac',
    bestByDate: new Date(clock.at + 9 * DAY_MS).toISOString(),
    availableUntil: new Date(clock.at + 9 * DAY_MS).toISOString(),
  });
  await withdrawListing(ctx, donor, gone.id);
  await deleteUnusedSearchWords(ctx);
  expect(await isKnown('kohlrabi')).toBe(true);
  clock.forward(4 * DAY_MS);
  await deleteUnusedSearchWords(ctx);
  expect(await isKnown('kohlrabi')).toBe(false);
  expect(await isKnown('celeriac')).toBe(true);
  expect(await found('celeriak')).toEqual([kept.id]);
  // and added again with a new listing
  const again = await listing(donor, { title: 'Kohlrabi' });
  expect(await found('kohlrbai')).toEqual([again.id]);
});

test('a beginning finds all words and stems that begin so, be they few or many, in titles first', async () => {
  const few = await listing(donor, { title: 'Rye', description: 'With a xanthan gravy' });
  const titled = await listing(donor, { title: 'Xanthans' });
  expect(await found('xanth')).toEqual([titled.id, few.id]);
  // of the word only its stem begins so
  expect(await found('xanthan gravi')).toEqual([few.id]);
  const many = await listing(donor, {
    title: Array.from('abcdefghijklmno', (end) => `Quoxi${end}`).join(' '),
  });
  expect(await found('quox')).toEqual([many.id]);
  expect(await found('quoxio')).toEqual([many.id]);
  expect(await found('quoxix')).not.toContain(few.id);
});

test('deletes any number of words in bounded batches', async () => {
  const { rows } = await pool.query(`
    insert into search_word (word, shorter, parts, used_on)
    select 'gone' || nth, '{}', '{}', '2020-01-01' from generate_series(1, 2500) as nth returning word`);
  await listing(donor, { title: 'Zwieback' });
  await pool.query("update search_word set used_on = '2020-01-01' where word = 'zwieback'");
  await deleteUnusedSearchWords(ctx);
  expect(await isKnown('zwieback')).toBe(true);
  const left = await pool.query('select from search_word where word = any($1)', [
    rows.map(({ word }) => word),
  ]);
  expect(left.rowCount).toBe(0);
  await pool.query(`
    insert into search_word (word, shorter, parts, used_on)
    select word, '{}', '{}', '2020-01-01' from unnest(array['aaaa', 'aaab', 'aaac']) as word`);
  await pool.query(`
    insert into search_lexeme (lexeme, used_on)
    select word, '2020-01-01' from unnest(array['aaaa', 'aaab', 'aaac']) as word`);
  expect(await deleteUnusedWords(db, 'lexemes', clock.now(), '', 2)).toBe('aaab');
  expect(await deleteUnusedWords(db, 'words', clock.now(), '', 2)).toBe('aaab');
  expect([await isKnown('aaab'), await isKnown('aaac')]).toEqual([false, true]);
});

test('a search lists matches in titles first, then in the order of the feed, page by page', async () => {
  const inHours = (hours: number): string => new Date(clock.at + hours * 3_600_000).toISOString();
  // of several people: a page has three cards of one giver
  const shared: { id: string; donor: typeof donor }[] = [];
  const share = async (title: string, description: string, hours: number) => {
    const giver = await person();
    const { id } = await listing(giver, {
      title,
      description,
      bestByDate: inHours(hours),
      availableUntil: inHours(hours),
      diets: title === 'Chickpea curry' ? ['vegan'] : [],
    });
    shared.push({ id, donor: giver });
    return id;
  };
  // "carry" is one letter from "curry"
  const pasta = await share('Pasta, rice and flour', 'Please bring something to carry them in.', 2);
  const stew = await share('A stew', 'Tastes like a curry.', 3);
  const later = await share('Curried lentils', 'A pot of curry', 30);
  const curry = await share('Chickpea curry', 'Mild.', 20);
  const order = [curry, later, pasta, stew];
  const pages = async (q: string, limit: number): Promise<string[]> => {
    const ids: string[] = [];
    let path: string | undefined = `/api/food-listings?q=${encodeURIComponent(q)}&limit=${limit}`;
    while (path) {
      const answer = await ask(http, viewer, 'GET', path);
      ids.push(...(answer.body as { id: string }[]).map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    }
    return ids;
  };
  for (const limit of [1, 2, 3, 24]) expect([limit, await pages('curry', limit)]).toEqual([limit, order]);
  expect((await pages('cury', 24))[0]).toBe(curry);
  // the diet is its own word, the dish is in the title
  expect(await pages('vegan curry', 24)).toEqual([curry]);
  for (const { id, donor: giver } of shared) await withdrawListing(ctx, giver, id);
});

test('a word that names a category finds its food as well as a title does, what ends sooner first', async () => {
  const baked = (title: string, hours: number) => {
    const end = new Date(clock.at + hours * 3_600_000).toISOString();
    return listing(donor, {
      title,
      description: '',
      category: 'bakery_items',
      bestByDate: end,
      availableUntil: end,
    });
  };
  const later = await baked('Banana bread', 40);
  const sooner = await baked('Bagels', 4);
  expect(await found('bread')).toEqual([sooner.id, later.id]);
  for (const { id } of [sooner, later]) await withdrawListing(ctx, donor, id);
});

test.each([
  ['pt', 'portuguese_stem'],
  ['pt-BR', 'portuguese_stem'],
  ['zh-Hant', 'simple'],
  ['nb', 'norwegian_stem'],
  ['tlh', 'simple'],
])('words in %s are stemmed by %s', async (language, dictionary) => {
  await setSearchLanguage(db, language);
  expect((await pool.query('select dictionary from search_language')).rows).toEqual([{ dictionary }]);
});

test('changing the community’s language while it runs stems the words of existing listings again', async () => {
  const { language } = ctx.settings;
  onTestFinished(() => void Object.assign(ctx.settings, { language }));
  const cakes = await listing(donor, { title: 'Kuchen aus allen Häusern' });
  expect(await found('haus kuchen')).toEqual([]);
  Object.assign(ctx.settings, { language: 'de' });
  await renewSearchWords(ctx);
  expect(await found('haus kuchen')).toEqual([cakes.id]);
  await withdrawListing(ctx, donor, cakes.id);
});

test('other rules of folding make the words of listings again in steps, also of claimed ones', async () => {
  const shared: string[] = [];
  for (let nth = 0; nth < 5; nth++)
    shared.push((await listing(donor, { title: 'Crème', estimatedServings: 2 })).id);
  const claim = await claims.claimListing(ctx, viewer, shared[0] ?? '');
  // as older rules may have made them
  await pool.query("update food_listing set words = '{cr}', title_words = '{cr}' where id = any($1)", [
    shared,
  ]);
  await renewSearchWords(ctx);
  expect(await found('creme')).toEqual([]);
  await setSearchLanguage(db, 'en', FOLDING_VERSION + 1);
  const counts: number[] = [];
  while (await inTransaction(ctx, (tx) => renewWords(tx.db, 2))) counts.push((await found('creme')).length);
  expect([counts[0] !== 4, counts.at(-1)]).toEqual([true, 4]);
  await handovers.releaseHandover(ctx, viewer, claim.handover.id);
  expect((await found('creme')).toSorted()).toEqual(shared.toSorted());
  for (const id of shared) await withdrawListing(ctx, donor, id);
});

test.each([
  ['新鲜蔬菜和面包', ['蔬菜', '新鲜 面包', '菜', '包'], ['菜蔬', '鲜面']],
  ['김치찌개 나눔', ['찌개', '김치'], ['치김']],
  ['ข้าวผัดไก่', ['ข้าว', 'ไก่'], ['ขาว']],
  ['Vollkornbrot', ['brot', 'Vollkorn'], ['rot']],
  ['كيس من الأرز', ['ارز', 'أرز'], ['رز']],
  ['חַלָּה לשבת', ['חלה', 'שבת'], ['לה']],
  ['ЩИ со СМЕТАНОЙ', ['щи', 'сметаной'], ['ета']],
])('%s is found by its parts as people type them', async (title, typed, others) => {
  const shared = await listing(donor, { title, description: '' });
  for (const q of typed) expect([q, await found(q)]).toEqual([q, [shared.id]]);
  for (const q of others) expect([q, await found(q)]).toEqual([q, []]);
  await withdrawListing(ctx, donor, shared.id);
});

test('a search knows the words of the reader’s language beside the community’s', async () => {
  const rolls = await listing(donor, { title: 'Sourdough', description: '', category: 'bakery_items' });
  expect(await found('panadería')).toEqual([]);
  await pool.query("update person set language = 'es' where id = $1", [viewer.userId]);
  for (const q of ['panadería', 'bakery', 'comida de panadería'])
    expect([q, await found(q)]).toEqual([q, [rolls.id]]);
  await pool.query('update person set language = null where id = $1', [viewer.userId]);
  await withdrawListing(ctx, donor, rolls.id);
});

test('the endpoint searches, returns the counts and refuses invalid queries with a message', async () => {
  const curry = await listing(donor, { title: 'Crème curry', diets: ['vegan', 'halal'], allergens: ['soy'] });
  const of = async (query: string) => ask(http, viewer, 'GET', `/api/food-listings?${query}`);
  const answer = await of('q=creme%20cury&diets=vegan&diets=halal&withoutAllergens=milk');
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'x-total-count': '1', 'x-critical-count': '0' });
  expect(answer.body).toMatchObject([{ id: curry.id }]);
  expect((await of('q=curry&withoutAllergens=soy')).body).toEqual([]);
  expect((await of(`q=${'a'.repeat(101)}`)).body).toMatchObject({
    fields: { q: 'Please keep this to 100 characters' },
  });
  expect((await of('diets=raw')).status).toBe(422);
  expect((await of('needs=vegan')).status).toBe(422);
});

test('the endpoint also leaves out what the caller has saved that they avoid, if asked to', async () => {
  const toast = await listing(donor, { title: 'Pumpkin toast', diets: ['vegan'], allergens: ['soy'] });
  const pumpkins = async (query: string) =>
    (await ask(http, viewer, 'GET', `/api/food-listings?q=pumpkin&${query}`)).body;
  await pool.query(`update person set diets = '{vegan}', allergens = '{milk}' where id = $1`, [
    viewer.userId,
  ]);
  expect(await pumpkins('needs=saved')).toMatchObject([{ id: toast.id }]);
  expect(await pumpkins('needs=saved&diets=halal')).toEqual([]);
  await pool.query(`update person set allergens = '{soy}' where id = $1`, [viewer.userId]);
  expect(await pumpkins('needs=saved')).toEqual([]);
  expect(await pumpkins('')).toMatchObject([{ id: toast.id }]);
  await pool.query(`update person set diets = '{}', allergens = '{}' where id = $1`, [viewer.userId]);
  await withdrawListing(ctx, donor, toast.id);
});
