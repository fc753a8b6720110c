// The answer time of the boards with many people against few, in one process, in turns: a growth of 1.0 means that it
// does not depend on how many people there are. See README.md. Arguments: --people and --rows (of the ledger, for each
// of them); 1,000,000 and 20 by default, which takes a quarter of an hour to fill.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openApp } from '../server/src/app.ts';
import * as leaderboard from '../server/src/features/leaderboard/leaderboard.service.ts';
import type { AppContext } from '../server/src/platform/app-context.ts';
import type { Caller } from '../server/src/platform/http/caller.ts';
import { makeLog } from '../server/src/platform/log/log.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { testSettings } from '../server/test/test-settings.ts';
import { type LeaderboardDatabase, makeLeaderboardDatabase } from './leaderboard-database.ts';
import { median } from './median.ts';

const ROUNDS = 200;
const WARM_UP_ROUNDS = 20;
const FEW_PEOPLE = 10_000;

const { values } = parseArgs({
  options: { people: { type: 'string', default: '1000000' }, rows: { type: 'string', default: '20' } },
});
const [many, rows] = [Number(values.people), Number(values.rows)];

type Place = { readonly name: string; readonly ctx: AppContext; readonly viewers: readonly Caller[] };

const QUESTIONS: readonly {
  readonly name: string;
  readonly ask: (ctx: AppContext, caller: Caller) => Promise<unknown>;
}[] = [
  { name: 'this month', ask: (ctx, caller) => leaderboard.getMonthlyLeaderboard(ctx, caller, {}) },
  { name: 'all time', ask: (ctx, caller) => leaderboard.getAllTimeLeaderboard(ctx, caller, {}) },
  {
    name: 'volunteers this month',
    ask: (ctx, caller) => leaderboard.getMonthlyLeaderboard(ctx, caller, { userType: 'volunteer' }),
  },
  {
    name: 'recipients of all time',
    ask: (ctx, caller) => leaderboard.getAllTimeLeaderboard(ctx, caller, { userType: 'recipient' }),
  },
  { name: 'my stats', ask: leaderboard.getUserStats },
];

async function timeOf(place: Place, ask: (typeof QUESTIONS)[number]['ask'], round: number): Promise<number> {
  const viewer = place.viewers[round % place.viewers.length];
  if (!viewer) throw new Error('Nobody has points this month');
  const startedMs = performance.now();
  await ask(place.ctx, viewer);
  return performance.now() - startedMs;
}

async function compare(few: Place, others: Place): Promise<void> {
  for (const { name, ask } of QUESTIONS) {
    const times = new Map<Place, number[]>([few, others].map((place) => [place, []]));
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
      for (const [place, taken] of times) {
        const ms = await timeOf(place, ask, round);
        if (round >= WARM_UP_ROUNDS) taken.push(ms);
      }
    const [fewMs = 0, manyMs = 0] = [...times.values()].map(median);
    console.log(
      `${name}: ${fewMs.toFixed(2)} ms with ${few.name}, ${manyMs.toFixed(2)} ms with ${others.name}: ${(manyMs / fewMs).toFixed(2)} times`,
    );
  }
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const postgres = await startEmbeddedPostgres(folder, { log: () => {} });
const databases: LeaderboardDatabase[] = [];
try {
  const places: Place[] = [];
  for (const people of [FEW_PEOPLE, many]) {
    const database = await makeLeaderboardDatabase(postgres.connection, `people_${people}`, people, rows);
    databases.push(database);
    const settings = testSettings(folder, {});
    const { ctx } = await openApp({
      settings,
      pool: database.pool,
      clock: { now: () => new Date() },
      log: makeLog(settings.logLevel),
      webDir: folder,
      demo: null,
      printMail: () => {},
    });
    const viewers = database.viewerIds.map((userId) => ({ userId, sessionId: userId }));
    places.push({ name: `${people} people`, ctx, viewers });
    console.log(`${people} people, ${people * rows} rows (filled in ${database.seconds.toFixed(0)} s)`);
  }
  const [few, others] = places;
  if (few && others) await compare(few, others);
} finally {
  for (const { pool } of databases) await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
