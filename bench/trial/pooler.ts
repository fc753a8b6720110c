// A pooler before the database: session pooling works, transaction pooling is said in one line at the start.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { openPool } from '../../server/src/platform/postgres/database.ts';
import { chooseUser } from '../../server/src/platform/postgres/embedded-postgres-binaries.ts';
import { freePort } from '../../server/test/app-process.ts';
import type { OwnPostgres } from '../../server/test/own-postgres.ts';
import { isReady, type Stage, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters } from './writers.ts';

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  existsSync,
);

/** Runs PgBouncer before the database; returns the address through it. */
async function startPooler(
  stage: Stage,
  postgres: OwnPostgres,
  mode: 'session' | 'transaction',
): Promise<string> {
  const folder = path.join(stage.folder, mode);
  mkdirSync(folder);
  const port = await freePort();
  const { user, password } = postgres.connection;
  writeFileSync(path.join(folder, 'users'), `"${user}" "${String(password)}"\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=127.0.0.1 port=${postgres.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${folder}/users`,
      `pool_mode = ${mode}`,
      'default_pool_size = 60',
      'max_client_conn = 200',
      'ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
    ].join('\n'),
  );
  const as = await chooseUser([]);
  chmodSync(folder, 0o700);
  if (as)
    for (const each of [folder, `${folder}/users`, `${folder}/pgbouncer.ini`])
      chownSync(each, as.uid, as.gid);
  const pooler = spawn(PGBOUNCER ?? '', [`${folder}/pgbouncer.ini`], { ...as, stdio: 'ignore' });
  stage.atEnd(async () => {
    if (pooler.exitCode !== null) return;
    const ended = once(pooler, 'close');
    pooler.kill('SIGKILL');
    await ended;
  });
  const through = { ...postgres.connection, port: Number(port) };
  await untilTrue(async () => {
    const pool = openPool(through);
    const isUp = await pool.query('select').then(
      () => true,
      () => false,
    );
    await pool.end();
    return isUp;
  });
  return postgres.url().replace(`:${postgres.port}/`, `:${port}/`);
}

export const pooler: Trial = async (stage) => {
  if (!PGBOUNCER) return [{ done: 'nothing', found: 'PgBouncer is not installed here', isGood: false }];
  const postgres = await stage.postgres();
  const session = await startPooler(stage, postgres, 'session');
  const app = await stage.app({ DATABASE_URL: session });
  const pool = stage.pool(postgres.connection);
  const writers = await startWriters(app, pool, { count: 10, peopleEach: 10 });
  await untilTrue(() => writers.count() > 100);
  const ready = await isReady(app);
  const { found, isGood } = await judge(writers, pool);
  await app.end('SIGTERM');
  const transaction = await startPooler(stage, postgres, 'transaction');
  const said = await stage.app({ DATABASE_URL: transaction }, 'other').then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  const lines = said
    .replace(/^Error: .+? ended with 1: /, '')
    .trim()
    .split('\n');
  return [
    { done: 'PgBouncer, session pooling', found: `ready: ${ready}; ${found}`, isGood: isGood && ready },
    {
      done: 'PgBouncer, transaction pooling',
      found: `${lines.length} line: ${lines[0] ?? ''}`,
      isGood: lines.length === 1 && /DATABASE_DIRECT_URL/.test(lines[0] ?? ''),
    },
  ];
};
