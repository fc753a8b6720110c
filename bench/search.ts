// Growth of the feed and its search: among few listings, among the same with a long past, and among a hundred
// times as many posted ones. Times are of the statements alone, in one process, in turns. See
// README.md. Arguments: --million for a million rows instead of a hundred thousand; --explain for the plans.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { searchTerms } from '../domain/src/listings/search/search-terms.ts';
import { SEARCH_VOCABULARIES } from '../domain/src/listings/search/search-vocabulary.ts';
import type { Db } from '../server/src/db/database.ts';
import { type FeedPageQuery, selectFeed } from '../server/src/features/listings/feed/feed.store.ts';
import { selectQueryWords } from '../server/src/features/listings/feed/search.store.ts';
import { blockedPeople } from '../server/src/features/moderation/moderation.store.ts';
import { openDatabase } from '../server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { median } from './median.ts';
import { type ListingsDatabase, makeListingsDatabase } from './listings-database.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 8;
const POSTED = 10_000;
const NEAR_KM = 8;

type Asked = { readonly name: string; readonly q?: string; readonly change?: Partial<FeedPageQuery> };
type Place = { readonly name: string; readonly database: ListingsDatabase; readonly db: Db };

const nearby = (database: ListingsDatabase): Partial<FeedPageQuery> => ({
  within: { centre: database.centre, radiusKm: NEAR_KM },
});
const QUESTIONS: readonly (Asked & { readonly isNear: boolean })[] = [
  { name: 'the feed', isNear: false },
  { name: 'one category', isNear: false, change: { category: 'dairy_eggs' } },
  { name: 'fresh', isNear: false, change: { freshness: 'fresh' } },
  { name: 'search "soup"', isNear: false, q: 'soup' },
  { name: 'search "bread"', isNear: false, q: 'bread' },
  { name: 'search "vegan lasagn"', isNear: false, q: 'vegan lasagn' },
  { name: 'search "b"', isNear: false, q: 'b' },
  { name: 'search "tomatos creem"', isNear: false, q: 'tomatos creem' },
  { name: `the feed within ${NEAR_KM} km`, isNear: true },
  { name: `one category within ${NEAR_KM} km`, isNear: true, change: { category: 'dairy_eggs' } },
  { name: `search "soup" within ${NEAR_KM} km`, isNear: true, q: 'soup' },
  { name: `search "bread" within ${NEAR_KM} km`, isNear: true, q: 'bread' },
  { name: `search "b" within ${NEAR_KM} km`, isNear: true, q: 'b' },
];

async function ask(
  { database, db }: Place,
  { q, change, isNear }: (typeof QUESTIONS)[number],
): Promise<number> {
  const startedMs = performance.now();
  const now = new Date();
  const terms = q ? searchTerms(await selectQueryWords(db, q), SEARCH_VOCABULARIES.en) : [];
  await selectFeed(db, {
    now,
    asOf: now,
    within: null,
    area: null,
    donorId: null,
    category: null,
    diets: [],
    withoutAllergens: [],
    terms: terms ?? [],
    freshness: 'all',
    order: 'urgency',
    hiddenPeople: blockedPeople(database.viewerId),
    after: null,
    limit: 24,
    ...(isNear && nearby(database)),
    ...change,
  });
  return performance.now() - startedMs;
}

async function compare(places: readonly Place[]): Promise<void> {
  console.log(`\np50 of ${ROUNDS} rounds in ms, and how many times the first\n`);
  for (const question of QUESTIONS) {
    const times = new Map(places.map((place) => [place, [] as number[]]));
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
      for (const place of round % 2 === 0 ? places : places.toReversed()) {
        const tookMs = await ask(place, question);
        if (round >= 0) times.get(place)?.push(tookMs);
      }
    const p50s = places.map((place) => median(times.get(place) ?? []));
    const [first = 1] = p50s;
    const told = p50s.map((ms, nth) => `${ms.toFixed(2)}${nth > 0 ? ` (${(ms / first).toFixed(2)}×)` : ''}`);
    console.log(`${question.name.padEnd(34)} ${told.map((each) => each.padStart(18)).join('')}`);
  }
}

const { million } = parseArgs({ options: { million: { type: 'boolean', default: false } } }).values;
const many = million ? 1_000_000 : 100_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const postgres = await startEmbeddedPostgres(folder, { log: () => {} });
const databases: ListingsDatabase[] = [];
try {
  const wanted = [
    { name: 'few', posted: POSTED, past: 0 },
    { name: 'long_past', posted: POSTED, past: many - POSTED },
    { name: 'many', posted: many, past: 0 },
  ];
  const places: Place[] = [];
  for (const { name, posted, past } of wanted) {
    const database = await makeListingsDatabase(postgres.connection, name, posted, past);
    databases.push(database);
    places.push({ name, database, db: openDatabase(database.pool) });
    console.log(`${name}: ${posted} posted, ${past} past (filled in ${database.seconds.toFixed(0)} s)`);
  }
  await compare(places);
} finally {
  for (const { pool } of databases) await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
