// The answer time of the boards with many people against few, in one process, in turns: a growth of 1.0 means that it
// does not depend on how many people there are. See README.md. Arguments: --people and --rows (of the ledger, for each
// of them); 1,000,000 and 20 by default, which takes a quarter of an hour to fill.
import { parseArgs } from 'node:util';
import { openApp } from '../server/src/app.ts';
import * as leaderboard from '../server/src/features/leaderboard/leaderboard.service.ts';
import type { AppContext } from '../server/src/platform/app-context.ts';
import type { Caller } from '../server/src/platform/http/caller.ts';
import { makeLog } from '../server/src/platform/log/log.ts';
import { testSettings } from '../server/test/test-settings.ts';
import { makeLeaderboardDatabase } from './leaderboard-database.ts';
import { median } from './median.ts';
import { inTurns, runOnPostgres } from './place.ts';

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

async function compare(places: readonly Place[]): Promise<void> {
  for (const { name, ask } of QUESTIONS) {
    let round = 0;
    const times = await inTurns(places, { warmUp: WARM_UP_ROUNDS, count: ROUNDS }, async (place) => {
      const viewer = place.viewers[Math.floor(round++ / places.length) % place.viewers.length];
      if (!viewer) throw new Error('Nobody has points this month');
      const startedMs = performance.now();
      await ask(place.ctx, viewer);
      return performance.now() - startedMs;
    });
    const [fewMs = 0, manyMs = 0] = [...times.values()].map(median);
    const took = [...times].map(([place, each]) => `${median(each).toFixed(2)} ms with ${place.name}`);
    console.log(`${name}: ${took.join(', ')}: ${(manyMs / fewMs).toFixed(2)} times`);
  }
}

await runOnPostgres(async ({ folder, connection, atEnd }) => {
  const places: Place[] = [];
  for (const people of [FEW_PEOPLE, many]) {
    const database = await makeLeaderboardDatabase(connection, `people_${people}`, people, rows);
    atEnd(() => database.pool.end());
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
  await compare(places);
});
