// Cost of the feed against the least that could answer it: the whole app and `plain-feed-process.ts` on one
// PostgreSQL, in one run on loopback, measured in turns. See README.md for the meaning of the ratio.
import path from 'node:path';
import autocannon from 'autocannon';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, emailOf } from '../server/src/demo/demo-people.ts';
import { databaseUrlOf } from '../server/test/app-pair.ts';
import { startApp, startProcess } from '../server/test/app-process.ts';
import { median } from './median.ts';
import { inTurns, runOnPostgres } from './place.ts';

const ROUNDS = 6;
const SECONDS = 2;
const CONNECTIONS = 10;

type Side = { readonly name: string; readonly url: string; readonly headers: Record<string, string> };
type Measured = { readonly rate: number; readonly p50Ms: number; readonly p99Ms: number };

async function measure({ url, headers }: Side): Promise<Measured> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.errors + result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that are not 2xx`);
  return { rate: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** Signs in as a demo person and returns the session cookie. */
async function signIn(address: string): Promise<string> {
  const [account] = DEMO_ACCOUNTS;
  if (!account) throw new Error('the demo has nobody to sign in as');
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(account), password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`signing in: ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

async function bytesOf({ url, headers }: Side): Promise<string> {
  return (await fetch(url, { headers })).text();
}

async function compare(sides: readonly [Side, Side]): Promise<void> {
  const [ours, bare] = [await bytesOf(sides[0]), await bytesOf(sides[1])];
  if (ours !== bare) throw new Error('the two sides do not answer the same bytes');
  console.log(
    `${ours.length} bytes an answer, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each\n`,
  );
  const rates: number[][] = [];
  for (const [{ name }, measured] of await inTurns(sides, { count: ROUNDS }, measure)) {
    const of = (value: keyof Measured): string => median(measured.map((each) => each[value])).toFixed(1);
    const each = measured.map(({ rate }) => rate);
    const spread = each.map((rate) => rate.toFixed(0)).join(' ');
    rates.push(each);
    console.log(`${name}: ${of('rate')}/s (${spread}), p50 ${of('p50Ms')} ms, p99 ${of('p99Ms')} ms`);
  }
  const [app = [], least = []] = rates;
  console.log(`\nfeed through the app / bare handler: ${(median(app) / median(least)).toFixed(2)}`);
}

await runOnPostgres(async ({ folder, connection, atEnd }) => {
  const DATABASE_URL = databaseUrlOf(connection);
  const app = await startApp(path.join(folder, 'app'), { DATABASE_URL, DEMO: 'on' });
  atEnd(() => app.end('SIGTERM'));
  const cookie = await signIn(app.address);
  const ours = {
    name: 'the app',
    url: `${app.address}/api/food-listings?limit=24&arranged=true`,
    headers: { cookie },
  };
  const bare = await startProcess(
    path.join(import.meta.dirname, 'plain-feed-process.ts'),
    (at) => [at, cookie],
    () => ({ DATA_DIR: path.join(folder, 'app'), DATABASE_URL, LOG_LEVEL: 'silent' }),
  );
  atEnd(() => bare.end('SIGTERM'));
  await compare([ours, { name: 'the bare handler', url: bare.address, headers: {} }]);
});
