// Two workers against one: the feed and claims a second, in turns on one database, and the processor time of a request. See
// README.md.
import { Agent } from 'node:http';
import path from 'node:path';
import { type Process, startApp, workersOf } from '../server/test/app-process.ts';
import { makeListingsDatabase } from './listings-database.ts';
import { median } from './median.ts';
import { type Call, envOn, forAll, peopleIn, send } from './people.ts';
import { inTurns, runOnPostgres } from './place.ts';
import { processorSeconds } from './processor-time.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const CALLS = { feed: 600, claims: 300 };
/** Of each worker before it is measured: code that runs often is compiled first, on the worker's own time. */
const WARMING = { feed: 600, claims: 1200 };
const CONNECTIONS = 16;
/** Open claims of one person. */
const CLAIMS_EACH = 3;

type Side = { readonly name: string; readonly app: Process; readonly agent: Agent };

/** Of the workers and their parent. */
const secondsOf = ({ app }: Side): number => processorSeconds([app.pid, ...workersOf(app)]);

/** Makes all calls, some at the same time; returns calls a second, and milliseconds of processor time for each. */
async function measure(side: Side, calls: readonly Call[]) {
  const [fromMs, fromSeconds] = [performance.now(), secondsOf(side)];
  await forAll(calls, CONNECTIONS, async (call) => {
    const { status } = await send(side.agent, side.app.address, call);
    if (status >= 300) throw new Error(`${call.method} ${call.url}: ${status}`);
  });
  const seconds = (performance.now() - fromMs) / 1000;
  return {
    rate: calls.length / seconds,
    processorMs: ((secondsOf(side) - fromSeconds) * 1000) / calls.length,
  };
}

await runOnPostgres(
  async ({ folder, connection, atEnd }) => {
    const { pool } = await makeListingsDatabase(connection, 'community', 2000, 4000);
    atEnd(() => pool.end());
    // no alerts of food that ends, which one of the processes makes each minute
    await pool.query(
      `update food_listing set available_until = available_until + interval '30 days', best_by_date = best_by_date + interval '30 days'
   where status = 'posted'`,
    );
    const env = envOn({ ...connection, database: 'community' });
    const createPerson = peopleIn(pool);
    const { rows: offered } = await pool.query<{ id: string }>(
      `select id from food_listing where status = 'posted' order by id`,
    );
    let nth = 0;
    async function makeCalls(kind: keyof typeof CALLS): Promise<Call[]> {
      const people: Awaited<ReturnType<typeof createPerson>>[] = [];
      while (people.length < CALLS[kind] / CLAIMS_EACH) people.push(await createPerson());
      await pool.query(
        `update person set created_at = now() - interval '3 days' where created_at > now() - interval '1 day'`,
      );
      return people.flatMap(({ cookie }) =>
        Array.from({ length: CLAIMS_EACH }, () =>
          kind === 'feed'
            ? { method: 'GET', url: '/api/food-listings?limit=24&arranged=true', cookie }
            : {
                method: 'POST',
                url: `/api/food-listings/${offered[nth++ % offered.length]?.id}/claim`,
                cookie,
                body: { servings: 1 },
              },
        ),
      );
    }
    const sides: Side[] = [];
    for (const workers of [1, 2]) {
      const app = await startApp(path.join(folder, 'app'), { ...env, PROCESSES: String(workers) });
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      atEnd(() => app.end('SIGTERM'));
      atEnd(() => agent.destroy());
      sides.push({ name: `${workers} worker${workers > 1 ? 's' : ''}`, app, agent });
    }
    for (const kind of ['feed', 'claims'] as const) {
      for (const [at, side] of sides.entries())
        for (let calls = 0; calls < (at + 1) * WARMING[kind]; calls += CALLS[kind])
          await measure(side, await makeCalls(kind));
      const measured = await inTurns(sides, { warmUp: 0, count: ROUNDS }, async (side) =>
        measure(side, await makeCalls(kind)),
      );
      const [one, two] = (['rate', 'processorMs'] as const).map((of) =>
        [...measured.values()].map((rounds) => median(rounds.map((round) => round[of]))),
      );
      const [rates = [0, 0], times = [0, 0]] = [one, two];
      console.log(
        `${kind}: ${rates.map((rate, at) => `${sides[at]?.name} ${rate.toFixed(0)}/s`).join(', ')}: ` +
          `${((rates[1] ?? 0) / (rates[0] ?? 1)).toFixed(2)} times; processor time of a call ` +
          `${times.map((ms) => `${ms.toFixed(2)} ms`).join(', ')}: ${((times[1] ?? 0) / (times[0] ?? 1)).toFixed(2)} times`,
      );
    }
  },
  { connections: 150 },
);
