// Growth of the feed and its search: among few listings, among the same with a long past, and among a hundred
// times as many posted ones. Times are of the statements alone, in one process, in turns, and beside them the
// processor time of PostgreSQL, which other load changes less. See README.md. Arguments: --million for a million rows
// instead of a hundred thousand.
import { readFileSync } from 'node:fs';
import { searchTerms } from '../domain/src/listings/search/search-terms.ts';
import { type FeedPageQuery, selectFeed } from '../server/src/features/listings/feed/feed.store.ts';
import { selectQueryWords } from '../server/src/features/listings/feed/search.store.ts';
import { blockedPeople } from '../server/src/features/moderation/blocks/block-conditions.ts';
import type { ListingsDatabase } from './listings-database.ts';
import { median } from './median.ts';
import { type FilledPlace, inTurns, runOnListings } from './place.ts';
import { vocabularyOf } from '../server/src/features/listings/feed/search.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 8;
const NEAR_KM = 8;

type Asked = { readonly name: string; readonly q?: string; readonly change?: Partial<FeedPageQuery> };
/** A place and the server process of its only connection. */
type Connected = FilledPlace & { readonly pid: number };
type Cost = { readonly tookMs: number; readonly processorMs: number };

const nearby = (database: ListingsDatabase): Partial<FeedPageQuery> => ({
  within: { center: database.center, radiusKm: NEAR_KM },
});
const QUESTIONS: readonly (Asked & { readonly isNear: boolean })[] = [
  { name: 'the feed', isNear: false },
  { name: 'one category', isNear: false, change: { category: 'dairy_eggs' } },
  { name: 'fresh', isNear: false, change: { freshness: 'fresh' } },
  { name: 'search "soup"', isNear: false, q: 'soup' },
  { name: 'search "bread"', isNear: false, q: 'bread' },
  { name: 'search "vegan lasagn"', isNear: false, q: 'vegan lasagn' },
  { name: 'search "bread lentils"', isNear: false, q: 'bread lentils' },
  { name: 'search "b"', isNear: false, q: 'b' },
  { name: 'search "tomatos creem"', isNear: false, q: 'tomatos creem' },
  { name: `the feed within ${NEAR_KM} km`, isNear: true },
  { name: `one category within ${NEAR_KM} km`, isNear: true, change: { category: 'dairy_eggs' } },
  { name: `search "soup" within ${NEAR_KM} km`, isNear: true, q: 'soup' },
  { name: `search "bread" within ${NEAR_KM} km`, isNear: true, q: 'bread' },
  { name: `search "b" within ${NEAR_KM} km`, isNear: true, q: 'b' },
];

/** Processor time of a process so far; 0 if the system does not report it. */
function processorMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

async function ask(
  { database, db, pid }: Connected,
  { q, change, isNear }: (typeof QUESTIONS)[number],
): Promise<Cost> {
  const startedMs = performance.now();
  const processorMs = processorMsOf(pid);
  const now = new Date();
  const terms = q ? searchTerms(await selectQueryWords(db, q, 'en'), [vocabularyOf('en')]) : [];
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
    center: null,
    hiddenPeople: blockedPeople(database.viewerId),
    after: null,
    limit: 24,
    ...(isNear && nearby(database)),
    ...change,
  });
  return { tookMs: performance.now() - startedMs, processorMs: processorMsOf(pid) - processorMs };
}

async function connect(place: FilledPlace): Promise<Connected> {
  const { rows } = await place.database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { ...place, pid: rows[0]?.pid ?? 0 };
}

async function compare(places: readonly Connected[]): Promise<void> {
  console.log(
    `\np50 of ${ROUNDS} rounds in ms, and how many times the first; in brackets by processor time\n`,
  );
  for (const question of QUESTIONS) {
    const rounds = { warmUp: WARM_UP_ROUNDS, count: ROUNDS };
    const costs = await inTurns(places, rounds, (place) => ask(place, question));
    const p50s = [...costs.values()].map(p50Of);
    const [first] = p50s;
    const told = p50s.map(({ tookMs, processorMs }, nth) => {
      const times = (ms: number, firstMs = 1): string => `${(ms / firstMs).toFixed(2)}×`;
      const factors = `${times(tookMs, first?.tookMs)} (${times(processorMs, first?.processorMs)})`;
      return `${tookMs.toFixed(2)}${nth > 0 ? ` ${factors}` : ''}`;
    });
    console.log(`${question.name.padEnd(34)} ${told.map((each) => each.padStart(24)).join('')}`);
  }
}

const p50Of = (costs: readonly Cost[]): Cost => ({
  tookMs: median(costs.map(({ tookMs }) => tookMs)),
  processorMs: median(costs.map(({ processorMs }) => processorMs)),
});

await runOnListings(async (places) => compare(await Promise.all(places.map(connect))));
