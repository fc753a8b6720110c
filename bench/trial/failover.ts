// The primary dies and its standby is promoted while the app runs; DATABASE_URL names both.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOwnPostgres, type OwnPostgres } from '../../server/test/own-postgres.ts';
import { isReady, type Stage, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters } from './writers.ts';

const WRITERS = 10;
/** From the death of the primary to the promotion, as a watching program takes. */
const NOTICED_AFTER_MS = 3000;
const BACK_WITHIN_MS = 1000;

/** A primary and a standby that follows it, each commit being on both before it is acknowledged. */
async function pair(stage: Stage): Promise<[OwnPostgres, OwnPostgres]> {
  const primary = await makeOwnPostgres(stage.folder);
  stage.atEnd(() => primary.stop('SIGKILL'));
  const standby = await primary.standby(path.join(stage.folder, 'standby'));
  stage.atEnd(() => standby.stop('SIGKILL'));
  await primary.start();
  await standby.start();
  const pool = stage.pool(primary.connection);
  await untilTrue(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_replication where state = 'streaming'`,
    );
    return rows[0]?.count === 1;
  });
  await pool.query(`alter system set synchronous_standby_names = '*'`);
  await pool.query('select pg_reload_conf()');
  return [primary, standby];
}

export const failover: Trial = async (stage, isShort) => {
  const [primary, standby] = await pair(stage);
  // the standby is named first: it takes no writes yet
  const url = primary.url().replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
  const app = await stage.app({ DATABASE_URL: url });
  const writers = await startWriters(app, stage.pool(primary.connection), { count: WRITERS });
  await untilTrue(() => writers.count() > (isShort ? 50 : 500));
  await primary.stop('SIGKILL');
  await sleep(NOTICED_AFTER_MS);
  const before = writers.count();
  const promoted = stage.pool(standby.connection);
  await promoted.query('select pg_promote()');
  const backMs = await untilTrue(() => writers.count() > before);
  const readyMs = await untilTrue(() => isReady(app));
  await untilTrue(() => writers.count() > before + 50);
  // another server empties the event log, whose rows name transactions of the former one: pages fetch everything
  const { found, isGood } = await judge(writers, promoted, ({ what }) => what.includes('without its event'));
  return [
    {
      done: `the primary killed under ${WRITERS} writers, its standby promoted ${NOTICED_AFTER_MS / 1000} s later, both hosts in DATABASE_URL`,
      found: `first write ${backMs.toFixed(0)} ms after the promotion, ready after ${readyMs.toFixed(0)} ms; ${found}`,
      isGood: isGood && backMs <= BACK_WITHIN_MS && readyMs <= BACK_WITHIN_MS,
    },
  ];
};
