// The least that could answer the feed: a Fastify handler that runs the app's statements and sends the app's bytes,
// without session, checks or presenters. It takes both from the app itself, which it asks once in this process. A
// program of its own, so that each side has its own process. Arguments: the port and the session cookie; settings
// as for the app.
import Fastify from 'fastify';
import { openApp } from '../server/src/app.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openPool } from '../server/src/platform/postgres/database.ts';
import { makeLog } from '../server/src/platform/log/log.ts';
import { readSettings } from '../server/src/platform/settings/settings.ts';

type Pool = ReturnType<typeof openPool>;
type Asked = { readonly text: string; readonly values: unknown[] };
type Statement = { readonly asked: Asked; readonly startedAt: number; endedAt: number };

/** A pool that records its statements. */
function listeningPool(config: Parameters<typeof openPool>[0]): { pool: Pool; heard: Statement[] } {
  const heard: Statement[] = [];
  let step = 0;
  const pool = openPool(config);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const listening = async (text: string, values: unknown[] = []): Promise<unknown> => {
      const statement = { asked: { text, values }, startedAt: step++, endedAt: 0 };
      heard.push(statement);
      const result = await query(text, values);
      statement.endedAt = step++;
      return result;
    };
    Object.assign(client, { query: listening });
  });
  return { pool, heard };
}

/** Statements in groups that run one after the other; those of one group run in parallel. */
function inGroups(statements: readonly Statement[]): Asked[][] {
  const groups: { asked: Asked[]; firstEnd: number }[] = [];
  for (const { asked, startedAt, endedAt } of statements) {
    const group = groups.at(-1);
    if (group && startedAt < group.firstEnd) {
      group.asked.push(asked);
      group.firstEnd = Math.min(group.firstEnd, endedAt);
    } else groups.push({ asked: [asked], firstEnd: endedAt });
  }
  return groups.map((group) => group.asked);
}

/** The app's statements for the feed, and its answer. */
async function learn(settings: ReturnType<typeof readSettings>, cookie: string) {
  const { pool, heard } = listeningPool({ connectionString: settings.databaseUrl ?? '' });
  const parts = { settings, pool, clock: systemClock, log: makeLog('silent'), webDir: '', demo: null };
  const { http } = await openApp(parts);
  const ask = () => http.inject({ url: '/api/food-listings?limit=24&arranged=true', headers: { cookie } });
  // The first call opens the connections one after the other.
  await ask();
  heard.length = 0;
  const { body } = await ask();
  const groups = inGroups(heard);
  await http.close();
  await pool.end();
  return { groups, body };
}

const [port = '0', cookie = ''] = process.argv.slice(2);
const settings = readSettings(process.env);
const { groups, body } = await learn(settings, cookie);
const pool = openPool({ connectionString: settings.databaseUrl ?? '' });
const app = Fastify();
app.get('/', async (_request, reply) => {
  for (const group of groups)
    await Promise.all(group.map(async ({ text, values }) => pool.query(text, values)));
  return reply.type('application/json; charset=utf-8').send(body);
});
console.log(`${groups.map((group) => group.length).join(' + ')} statements`);
console.log(`The bare feed is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
