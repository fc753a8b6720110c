import { afterAll, expect, onTestFinished, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { PGBOUNCER, type PoolerOptions, startPooler } from '#server/test/pooler.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { StartupError } from '../startup-error.ts';
import { translateInto } from '../texts/translate.ts';
import { openPool, type PoolConfig } from './database.ts';
import { databaseConcerns, requireUsableDatabase } from './database-fault.ts';

const { connection, pool: admin } = await testDatabase();
const url = databaseUrlOf(connection);

function open(config: PoolConfig) {
  const pool = openPool(config);
  onTestFinished(() => pool.end());
  return pool;
}
/** The lines that a start with these addresses prints. */
const linesFor = (config: PoolConfig): Promise<readonly string[]> =>
  requireUsableDatabase(open(config)).then(
    () => [],
    (error: unknown) => (error instanceof StartupError ? error.message.split('\n') : Promise.reject(error)),
  );
const concernsOf = async (config: PoolConfig): Promise<readonly string[]> =>
  (await databaseConcerns(open(config))).map((concern) => concern(translateInto('en')));

test('the other address leads to the same database, and its faults are said by its name', async () => {
  expect(await linesFor({ connectionString: url, directUrl: url })).toEqual([]);
  const farther = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c timezone=Asia/Tokyo')}`;
  expect(await linesFor({ connectionString: url, directUrl: farther })).toEqual([]);
  const { connection: other } = await testDatabase();
  expect(await linesFor({ connectionString: url, directUrl: databaseUrlOf(other) })).toEqual([
    expect.stringMatching(
      /^DATABASE_DIRECT_URL leads to "test_.+" at .+, and DATABASE_URL to another database/,
    ),
  ]);
  expect(await linesFor({ connectionString: url, directUrl: 'postgres://ana@127.0.0.1:1/larder' })).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL: nothing listens at 127\.0\.0\.1:1/),
  ]);
});

test('too few connections for all processes are said', async () => {
  expect(await concernsOf({ connectionString: url })).toEqual([]);
  const database = String(connection.database);
  await admin.query(`insert into app_process (id, settings, seen_at)
    select gen_random_uuid(), '{}', clock_timestamp() from generate_series(1, 2)`);
  await admin.query(`alter database ${database} connection limit 49`);
  onTestFinished(async () => {
    await admin.query(`alter database ${database} connection limit -1`);
    await admin.query('delete from app_process');
  });
  expect(await concernsOf({ connectionString: url })).toEqual([
    expect.stringMatching(
      /allows 49 connections, and 2 processes of OpenLarder need up to 25 each: .+ to at least 50,/,
    ),
  ]);
  await admin.query(`alter database ${database} connection limit 50`);
  expect(await concernsOf({ connectionString: url })).toEqual([]);
  const away = 'postgres://ana@127.0.0.1:1/larder';
  expect(await concernsOf({ connectionString: url, directUrl: away })).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL: nothing listens at 127\.0\.0\.1:1/),
    expect.stringMatching(/^DATABASE_URL: the pooler at .+ sets no time limit/),
  ]);
});

if (PGBOUNCER === null) console.log('PgBouncer is not installed: what runs behind it is not tried');
else {
  const IGNORING = [
    'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout',
  ];
  const LIMITS =
    "connect_query='set statement_timeout = 2000; set idle_in_transaction_session_timeout = 5000; set jit = off'";
  const pooler = async (options: PoolerOptions, of = connection): Promise<string> => {
    const running = await startPooler(of, options);
    onTestFinished(() => running.stop());
    return running.url;
  };

  test('a pooler that gives each transaction another session needs the other address', async () => {
    const address = await pooler({ mode: 'transaction', size: 4, settings: IGNORING });
    expect(await linesFor({ connectionString: address })).toEqual([
      expect.stringMatching(/shares connections between transactions: set DATABASE_DIRECT_URL/),
    ]);
    expect(await linesFor({ connectionString: address, directUrl: address })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: a pooler at .+ shares connections/),
    ]);
    expect(await linesFor({ connectionString: address, directUrl: url })).toEqual([]);
    expect(await concernsOf({ connectionString: address, directUrl: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL: the pooler at .+ sets no time limit/),
    ]);
  });

  test('as it is installed, it refuses our settings of a session', async () => {
    const address = await pooler({ mode: 'session', size: 30, database: LIMITS });
    expect(await linesFor({ connectionString: address })).toEqual([
      expect.stringMatching(/does not pass on our time limits: set DATABASE_DIRECT_URL/),
    ]);
    expect(await linesFor({ connectionString: address, directUrl: url })).toEqual([]);
    expect(await concernsOf({ connectionString: address, directUrl: url })).toEqual([]);
  });

  test('one that keeps sessions apart needs no other address', async () => {
    const address = await pooler({ mode: 'session', size: 30, settings: IGNORING });
    expect(await linesFor({ connectionString: address })).toEqual([]);
    expect(await concernsOf({ connectionString: address })).toEqual([
      expect.stringMatching(/^DATABASE_URL: the pooler at .+ sets no time limit/),
    ]);
  });

  const { connection: own } = await testDatabase();
  const behind = await startPooler(own, { mode: 'transaction', size: 4, database: LIMITS });
  afterAll(() => behind.stop());
  const pooled = openPool({ connectionString: behind.url, directUrl: databaseUrlOf(own) });
  afterAll(() => pooled.end());
  const app = await claimsFixture({ pool: pooled });

  test('the app works behind one in transaction mode: calls in parallel, live events, and jobs', async () => {
    await app.listen();
    const food = await app.listing(await app.person(), { estimatedServings: 30 });
    const people = await Promise.all(Array.from({ length: 12 }, () => app.person()));
    await Promise.all(
      people.map(async (one) => {
        await claimListing(app.ctx, one, food.id, 1);
        for (const asked of ['/api/food-listings', '/api/claims?side=mine', '/api/conversations'])
          expect((await app.as(one, { url: asked })).statusCode).toBe(200);
      }),
    );
    expect(await app.ctx.eventLog.catchUp(2000)).toBe(true);
    const runs = async () =>
      (await pooled.query(`select runs from scheduled_task where name = 'forget-old-events'`)).rows[0]?.runs;
    const before = await runs();
    await pooled.query(`select graphile_worker.add_job('forget-old-events')`);
    await expect.poll(runs, { timeout: 10_000 }).not.toBe(before);
    // of four sessions for sixteen connections, none keeps what only one of ours knows
    const { rows } = await pooled.query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
  });
}
