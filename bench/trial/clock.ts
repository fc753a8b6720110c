// The app's clock is set forth and back while it runs; the database's stays right, as of another machine.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../domain/src/kernel/time.ts';
import { workersOf } from '../../server/test/app-process.ts';
import { call, createPeople, isReady, type Row, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters } from './writers.ts';

const WRITERS = 5;
const WRITES = 15;
/** A task of each minute is queued within this time. */
const TASK_WITHIN_MS = 75_000;
const CLOCK = path.join(import.meta.dirname, 'shifted-clock.ts');

export const clock: Trial = async (stage, isShort) => {
  const file = path.join(stage.folder, 'clock');
  writeFileSync(file, '0');
  const app = await stage.app({ CLOCK_FILE: file, NODE_OPTIONS: `--import=${CLOCK}`, RATE_LIMITS: 'on' });
  const pool = stage.pool();
  const [reader] = await createPeople(pool, 1);
  const runs = async (): Promise<number> => {
    const { rows } = await pool.query<{ runs: string }>('select sum(runs) as runs from scheduled_task');
    return Number(rows[0]?.runs);
  };
  const rows: Row[] = [];
  // each is followed by the right time, as when a time server has answered
  for (const hours of isShort ? [3, 0, -26, 0] : [3, 0, -3, 0, 26, 0, -26, 0]) {
    const atFirst = await runs();
    writeFileSync(file, String(hours));
    for (const pid of [app.process().pid, ...workersOf(app.process())]) process.kill(pid, 'SIGUSR2');
    await sleep(1000);
    const writers = await startWriters(app, pool, {
      count: WRITERS,
      peopleEach: 4,
      clock: { now: () => new Date(Date.now() + hours * HOUR_MS) },
    });
    await untilTrue(() => writers.count() >= WRITES).catch(() => {});
    const { found, isGood } = await judge(writers, pool);
    // in full a task of the next minute is awaited
    const before = isShort ? atFirst : await runs();
    const signedIn = (await call(app.address(), reader?.cookie ?? '', 'GET', '/api/auth/user')).status;
    const taskMs = await untilTrue(async () => (await runs()) > before, TASK_WITHIN_MS).catch(() => null);
    const ready = await isReady(app);
    rows.push({
      done: hours === 0 ? 'the clock right again' : `the clock ${hours > 0 ? '+' : ''}${hours} h`,
      found: `${found}; signed in before: ${signedIn}; ready: ${ready}; a scheduled task ran after ${taskMs === null ? 'no' : (taskMs / 1000).toFixed(0)} s`,
      isGood: isGood && signedIn === 200 && ready && taskMs !== null && writers.count() >= WRITES,
    });
  }
  return rows;
};
