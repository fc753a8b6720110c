// A pooler before the database: session pooling works, transaction pooling is said in one line at the start.
import { PGBOUNCER, startPooler } from '../../server/test/pooler.ts';
import type { OwnPostgres } from '../../server/test/own-postgres.ts';
import { isReady, type Stage, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters } from './writers.ts';

/** The address through PgBouncer before the database. */
async function through(stage: Stage, { connection }: OwnPostgres, mode: 'session' | 'transaction') {
  const settings = [
    'ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
  ];
  const started = await startPooler(connection, { mode, size: 60, settings });
  stage.atEnd(() => started.stop());
  return started.url;
}

export const pooler: Trial = async (stage) => {
  if (!PGBOUNCER) return [{ done: 'nothing', found: 'PgBouncer is not installed here', isGood: false }];
  const postgres = await stage.postgres();
  const session = await through(stage, postgres, 'session');
  const app = await stage.app({ DATABASE_URL: session });
  const pool = stage.pool(postgres.connection);
  const writers = await startWriters(app, pool, { count: 10, peopleEach: 10 });
  await untilTrue(() => writers.count() > 100);
  const ready = await isReady(app);
  const { found, isGood } = await judge(writers, pool);
  await app.end('SIGTERM');
  const transaction = await through(stage, postgres, 'transaction');
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
