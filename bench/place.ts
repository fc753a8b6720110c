// What a benchmark runs on: a folder and a PostgreSQL of its own, and what is started in them.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '../server/src/db/database.ts';
import { openDatabase } from '../server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { type ListingsDatabase, makeListingsDatabase } from './listings-database.ts';

export type Place = {
  readonly folder: string;
  readonly connection: Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];
  /** Has `end` run when the benchmark is over, the last first. */
  readonly atEnd: (end: () => unknown) => void;
};

/** Does `run`, and ends everything, whatever becomes of it. */
export async function runOnPostgres(
  run: (place: Place) => Promise<unknown>,
  options: { readonly connections?: number } = {},
): Promise<void> {
  const startedMs = performance.now();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres(path.join(folder, 'database'), {
      log: () => {},
      ...options,
    });
    ends.push(() => postgres.stop());
    await run({ folder, connection: postgres.connection, atEnd: (end) => ends.push(end) });
    console.log(`measured in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

export type FilledPlace = { readonly name: string; readonly database: ListingsDatabase; readonly db: Db };

/** Measures among 10,000 listings, among the same with a long past, and among many more at the same density. */
export async function runOnListings(measure: (places: readonly FilledPlace[]) => Promise<void>) {
  const { million } = parseArgs({ options: { million: { type: 'boolean', default: false } } }).values;
  const [few, many] = [10_000, million ? 1_000_000 : 100_000];
  const wanted = [
    { name: 'few', posted: few, past: 0 },
    { name: 'long_past', posted: few, past: many - few },
    { name: 'many', posted: many, past: 0 },
  ];
  await runOnPostgres(async ({ connection, atEnd }) => {
    const places: FilledPlace[] = [];
    for (const { name, posted, past } of wanted) {
      const database = await makeListingsDatabase(connection, name, posted, past);
      atEnd(() => database.pool.end());
      places.push({ name, database, db: openDatabase(database.pool) });
      console.log(`${name}: ${posted} posted, ${past} past (filled in ${database.seconds.toFixed(0)} s)`);
    }
    await measure(places);
  });
}

/** Runs `measure` on all in turns, for so many rounds; those before the first one warm up. */
export async function inTurns<Side, Measured>(
  sides: readonly Side[],
  rounds: { readonly warmUp?: number; readonly count: number },
  measure: (side: Side) => Promise<Measured>,
): Promise<Map<Side, Measured[]>> {
  const all = new Map(sides.map((side) => [side, [] as Measured[]]));
  for (let round = -(rounds.warmUp ?? 1); round < rounds.count; round++)
    // each side goes first equally often
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const measured = await measure(side);
      if (round >= 0) all.get(side)?.push(measured);
    }
  return all;
}
