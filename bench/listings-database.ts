// Databases full of listings, loaded by SQL: the given number of posted ones, spread over an area that grows
// with them, among the given number of past ones.
import { indexedWords } from '../domain/src/kernel/search-words.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openPool } from '../server/src/platform/postgres/database.ts';

/** Posted listings per square kilometer. */
const DENSITY = 4;
const KM_PER_DEGREE = 111.2;
const CENTER = { latitude: 40.758, longitude: -73.985 };
const PEOPLE = 2000;
/** Number of different texts, each with its words computed once. */
const TEXTS = 20_000;

const FOODS = `'{bread,loaf,rolls,soup,stew,curry,apples,pears,tomatoes,carrots,potatoes,onions,lettuce,spinach,rice,
  pasta,lentils,beans,chickpeas,flour,oats,yogurt,cheese,milk,eggs,butter,lasagne,pizza,sandwiches,muffins,
  croissants,cake,cookies,berries,bananas,oranges,juice,salad,hummus,tofu}'::text[]`;
const CATEGORIES = `'{fruits_vegetables,prepared_meals,bakery_items,pantry_staples,dairy_eggs,other}'::text[]`;
const DIETS = `'{vegetarian,vegan,halal,kosher}'::text[]`;

type Connection = Parameters<typeof openPool>[0];

export type ListingsDatabase = {
  readonly pool: ReturnType<typeof openPool>;
  readonly center: { readonly latitude: number; readonly longitude: number };
  readonly viewerId: string;
  /** Time taken to fill. */
  readonly seconds: number;
};

/** Creates the database `name` in the cluster at `connection`, migrated and filled. */
export async function makeListingsDatabase(
  connection: Connection,
  name: string,
  posted: number,
  past: number,
): Promise<ListingsDatabase> {
  const startedMs = performance.now();
  const unhurried = { statement_timeout: 0, query_timeout: 0, max: 1 };
  const admin = openPool({ ...connection, ...unhurried });
  await admin.query(`create database ${name}`);
  await admin.end();
  const pool = openPool({ ...connection, database: name, ...unhurried });
  await migrate(pool);
  const sideKm = Math.sqrt(posted / DENSITY);
  await pool.query('select setseed(0.42)');
  await pool.query(`
    insert into person (id, email, name, first_name, last_name, user_type, created_at, updated_at)
    select gen_random_uuid(), 'person-' || nth || '@example.org', 'Ada Okafor', 'Ada', 'Okafor', 'donor', now(), now()
    from generate_series(1, ${PEOPLE}) as nth`);
  await pool.query(`create unlogged table donor as select id, row_number() over () as nth from person`);
  await pool.query('create unique index on donor (nth)');
  // Four thousand words besides the foods, some in every tenth text and most of them rare.
  await pool.query(`
    create unlogged table text_of as
    select nth,
      initcap(foods[1 + floor(random() * 40)::int]) || ' and ' || foods[1 + floor(random() * 40)::int] as title,
      (select string_agg(translate(substr(md5(floor(4000 * random() ^ 3)::text), 1, 7),
          '0123456789', 'ghijklmnop'), ' ')
        from generate_series(1, 18 + nth * 0)) as description,
      (${CATEGORIES})[1 + floor(random() * 6)::int] as category,
      case when random() < 0.3 then array[(${DIETS})[1 + floor(random() * 4)::int]] else '{}' end as diets,
      '{}'::text[] as title_words, '{}'::text[] as words, ''::tsvector as lexemes
    from generate_series(1, ${TEXTS}) as nth, (select ${FOODS} as foods)`);
  const { rows: texts } = await pool.query<{ nth: number; title: string; description: string }>(
    'select nth, title, description from text_of',
  );
  await pool.query(
    `update text_of set title_words = string_to_array(given.title_words, ' '),
      words = string_to_array(given.words, ' ')
    from unnest($1::int[], $2::text[], $3::text[]) as given(nth, title_words, words) where text_of.nth = given.nth`,
    [
      texts.map(({ nth }) => nth),
      texts.map(({ title }) => indexedWords(title).join(' ')),
      texts.map(({ title, description }) => indexedWords(`${title} ${description}`).join(' ')),
    ],
  );
  await pool.query(`
    update text_of set lexemes = array_to_tsvector(search_lexemes('english_stem', words)
      || ('#' || category) || array(select '#' || diet from unnest(diets) as diet)
      || array(select '^' || word from unnest(search_lexemes('english_stem', title_words)) as word))`);
  await pool.query('create unique index on text_of (nth)');
  await pool.query('alter table food_listing disable trigger offer_new');
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('food_listing'::regclass, 'offered_listing'::regclass) and not indisunique`);
  for (const index of indexes) await pool.query(`drop index ${index.name}`);
  await pool.query(`
    insert into food_listing (id, donor_id, title, description, title_words, words, category, status, estimated_servings, servings_left,
      available_from, available_until, best_by_date, expiry_date, urgency_level, public_point, area_label,
      diets, created_at, updated_at)
    select gen_random_uuid(), donor.id, title, description, title_words, words, category,
      case when is_posted then 'posted' else 'completed' end, 4, case when is_posted then 4 else 0 end,
      made_at, at + interval '1 hour', at, null, 'low',
      point(${CENTER.longitude} + east / (${KM_PER_DEGREE} * cosd(${CENTER.latitude})),
        ${CENTER.latitude} + north / ${KM_PER_DEGREE}),
      'Midtown', diets, made_at, made_at
    from (
      select floor(random() * ${PEOPLE})::int + 1 as donor, floor(random() * ${TEXTS})::int + 1 as said,
        (random() - 0.5) * ${sideKm} as east, (random() - 0.5) * ${sideKm} as north,
        is_posted, date_trunc('second', now()) +
          case when is_posted then random() * interval '72 hours' - interval '20 minutes'
            else random() * interval '-300 days' end as at,
        date_trunc('second', now()) - random() * interval '2 days' as made_at
      -- what is posted lies among what was, as it would
      from (select random() < ${posted / (posted + past)} as is_posted
        from generate_series(1, ${posted + past})) as each
    ) as drawn
    join donor on donor.nth = drawn.donor join text_of on text_of.nth = drawn.said
    -- rows lie on disk in the order in which they were made
    order by made_at`);
  await pool.query('alter table food_listing enable trigger offer_new');
  await pool.query(`
    insert into offered_listing
    select listing.id, donor_id, '{}', public_point, feed_end_at, available_from, offered_until, created_at, lexemes
    from food_listing as listing join text_of using (title, description)
    where status = 'posted' order by created_at`);
  await pool.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query(`
    insert into search_word (word, shorter, parts, used_on)
    select word, search_shorter(word), search_parts(word), current_date
    from (select distinct unnest(words) as word from text_of) as used
    where length(word) between 4 and 40`);
  await pool.query(`
    insert into search_lexeme (lexeme, used_on)
    select distinct lexeme, current_date from text_of, unnest(tsvector_to_array(lexemes)) as lexeme
    where lexeme !~ '^[#^]'`);
  await pool.query('drop table text_of, donor');
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ id: string }>('select id from person order by email limit 1');
  return {
    pool,
    center: CENTER,
    viewerId: rows[0]?.id ?? '',
    seconds: (performance.now() - startedMs) / 1000,
  };
}
