// The database is frozen, stopped, or takes no writes: the app says 503 soon, and works soon after.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres } from '../../server/test/own-postgres.ts';
import {
  type Answer,
  type App,
  call,
  createPeople,
  isReady,
  type Row,
  type Stage,
  type Trial,
  untilTrue,
} from './stage.ts';
import { judge, startWriters, type Writers } from './writers.ts';

const REFUSED_WITHIN_MS = 2500;
const BACK_WITHIN_MS = 1000;
/** A call may wait for a timer, and the machine is shared. */
const GRACE_MS = 150;
const WRITERS = 10;

type Scene = { app: App; postgres: OwnPostgres; writers: Writers };

async function scene(stage: Stage): Promise<Scene> {
  const postgres = await stage.postgres();
  const app = await stage.app({ DATABASE_URL: postgres.url() });
  const writers = await startWriters(app, stage.pool(postgres.connection), { count: WRITERS });
  await untilTrue(() => writers.count() > 50);
  return { app, postgres, writers };
}

/**
 * Takes the database away for some seconds, and measures the slowest refusal meanwhile, and how long after its return the
 * first write is acknowledged.
 */
async function awayFor(
  stage: Stage,
  { app, postgres, writers }: Scene,
  how: { done: string; seconds: number; away: () => Promise<void> | void; back: () => Promise<void> | void },
): Promise<Row> {
  const [reader] = await createPeople(stage.pool(postgres.connection), 1);
  const from = writers.answers.length;
  await how.away();
  const untilMs = performance.now() + how.seconds * 1000;
  const seen: Answer[] = [];
  let healthMs = 0;
  while (performance.now() < untilMs) {
    const [read, health, ready] = await Promise.all([
      call(app.address(), reader?.cookie ?? '', 'GET', '/api/food-listings'),
      call(app.address(), '', 'GET', '/healthz'),
      call(app.address(), '', 'GET', '/readyz'),
    ]);
    // what began before its end only
    if (performance.now() < untilMs) seen.push(read, ready);
    healthMs = Math.max(healthMs, health.status === 200 ? health.ms : Number.POSITIVE_INFINITY);
    await sleep(100);
  }
  const meanwhile = [...seen, ...writers.answers.slice(from)].filter(
    ({ status }) => status === 503 || status === 0,
  );
  const unanswered = meanwhile.filter(({ status }) => status === 0).length;
  const slowestMs = Math.max(...meanwhile.map(({ ms }) => ms));
  await how.back();
  const before = writers.count();
  const backMs = await untilTrue(() => writers.count() > before);
  const readyMs = await untilTrue(() => isReady(app));
  const isGood =
    slowestMs <= REFUSED_WITHIN_MS + GRACE_MS &&
    backMs <= BACK_WITHIN_MS &&
    readyMs <= BACK_WITHIN_MS &&
    unanswered === 0 &&
    healthMs < BACK_WITHIN_MS &&
    seen.some(({ status }) => status === 503);
  return {
    done: how.done,
    found:
      `${meanwhile.length} refused, the slowest after ${slowestMs.toFixed(0)} ms, ${unanswered} without an answer; ` +
      `first write ${backMs.toFixed(0)} ms after it is back; health at most ${healthMs.toFixed(0)} ms`,
    isGood,
  };
}

/** The line of the writers, once all is over. */
async function checked(stage: Stage, { writers, postgres }: Scene, rows: readonly Row[]): Promise<Row[]> {
  const { found, isGood } = await judge(writers, stage.pool(postgres.connection));
  return [...rows, { done: `${WRITERS} writers meanwhile`, found, isGood }];
}

export const freeze: Trial = async (stage, isShort) => {
  const on = await scene(stage);
  const seconds = isShort ? 5 : 10;
  const row = await awayFor(stage, on, {
    done: `the database frozen for ${seconds} s`,
    seconds,
    away: () => on.postgres.freeze(),
    back: () => on.postgres.thaw(),
  });
  return checked(stage, on, [row]);
};

export const stop: Trial = async (stage, isShort) => {
  const on = await scene(stage);
  const seconds = isShort ? 3 : 10;
  const database = await awayFor(stage, on, {
    done: `the database stopped for ${seconds} s`,
    seconds,
    away: () => on.postgres.stop(),
    back: () => on.postgres.start(),
  });
  // no socket of an accepted call may end without an answer; those refused after the end were not accepted
  const from = on.writers.answers.length;
  const stops = isShort ? 2 : 10;
  const exits: (number | null)[] = [];
  for (let nth = 0; nth < stops; nth++) {
    exits.push(await on.app.end('SIGTERM'));
    await on.app.start();
    const before = on.writers.count();
    await untilTrue(() => on.writers.count() > before + 20);
  }
  const since = on.writers.answers.slice(from);
  const cut = since.filter(({ status, code }) => status === 0 && code !== 'ECONNREFUSED');
  const codes = [...new Set(cut.map(({ code }) => code))].join(' ');
  const app: Row = {
    done: `the app ended by SIGTERM and started ${stops} times under ${WRITERS} writers`,
    found: `${since.length} calls, ${cut.length} accepted without an answer ${codes}; exit ${[...new Set(exits)].join(', ')}`,
    isGood: cut.length === 0 && exits.every((code) => code === 0),
  };
  return checked(stage, on, [database, app]);
};

export const readOnly: Trial = async (stage, isShort) => {
  const on = await scene(stage);
  const pool = stage.pool({ ...on.postgres.connection, options: '-c default_transaction_read_only=off' });
  const seconds = isShort ? 3 : 10;
  const name = on.postgres.connection.database;
  const row = await awayFor(stage, on, {
    done: `the database read-only for ${seconds} s`,
    seconds,
    away: async () => {
      await pool.query(`alter database ${name} set default_transaction_read_only = on`);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      );
    },
    back: async () => {
      await pool.query(`alter database ${name} reset default_transaction_read_only`);
    },
  });
  return checked(stage, on, [row]);
};
