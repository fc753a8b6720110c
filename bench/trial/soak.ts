// Hours of ordinary use: memory, connections, open files and waiting jobs stay as they are, and calls as fast.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workersOf } from '../../server/test/app-process.ts';
import { memoryMb } from '../processor-time.ts';
import { isReady, type Trial } from './stage.ts';
import { judge, startWriters, type Writers } from './writers.ts';

const WRITERS = 8;
const LOOKS = 40;
/** At the beginning caches fill and code is compiled: it is not compared. */
const WARM_SHARE = 0.25;
const MOST = { memory: 1.3, p99: 2, files: 1.5 } as const;
/** Below this a p99 varies with what else runs on the machine. */
const LEAST_P99_MS = 250;
const MOST_JOBS = 200;

type Look = {
  memoryMb: number;
  files: number;
  connections: number;
  jobs: number;
  p99Ms: number;
  writes: number;
};

/** A soak of so many minutes. */
export const soakFor =
  (minutes: number): Trial =>
  async (stage, isShort) => {
    const lastMs = (isShort ? 0.5 : minutes) * 60_000;
    const app = await stage.app();
    const pool = stage.pool();
    const writers = await startWriters(app, pool, {
      count: WRITERS,
      peopleEach: isShort ? 10 : Math.min(400, 20 * Math.ceil(minutes / 5)),
      pauseMs: 500,
    });
    const looks: Look[] = [];
    for (let nth = 0; nth < LOOKS; nth++) {
      const from = writers.answers.length;
      await sleep(lastMs / LOOKS);
      const { rows } = await pool.query<{ connections: number; jobs: number }>(
        `select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           (select count(*)::int from graphile_worker.jobs where run_at < now() - interval '1 minute') as jobs`,
      );
      const pids = [app.process().pid, ...workersOf(app.process())];
      looks.push({
        memoryMb: pids.reduce((sum, pid) => sum + memoryMb(pid), 0),
        files: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
        connections: rows[0]?.connections ?? 0,
        jobs: rows[0]?.jobs ?? 0,
        p99Ms: p99Of(writers.answers.slice(from)),
        writes: writers.count(),
      });
    }
    const ready = await isReady(app);
    const { found, isGood } = await judge(writers, pool);
    const warm = looks.slice(Math.floor(looks.length * WARM_SHARE));
    const [early, late] = [warm.slice(0, warm.length / 3), warm.slice(-warm.length / 3)];
    const of = (name: keyof Look): readonly [number, number] => [median(early, name), median(late, name)];
    const [memory, files, p99, connections] = [of('memoryMb'), of('files'), of('p99Ms'), of('connections')];
    const jobs = Math.max(...looks.map((look) => look.jobs));
    const told = (name: string, [before, after]: readonly [number, number], unit = ''): string =>
      `${name} ${before.toFixed(0)} → ${after.toFixed(0)}${unit}`;
    const isSteady =
      memory[1] <= MOST.memory * memory[0] &&
      files[1] <= MOST.files * files[0] &&
      p99[1] <= Math.max(LEAST_P99_MS, MOST.p99 * p99[0]) &&
      jobs <= MOST_JOBS;
    return [
      {
        done: `${WRITERS} writers for ${(lastMs / 60_000).toFixed(1)} min`,
        found: [
          told('memory', memory, ' MB'),
          told('p99', p99, ' ms'),
          told('open files', files),
          told('connections', connections),
          `late jobs at most ${jobs}`,
          `ready: ${ready}`,
          found,
        ].join('; '),
        isGood: isGood && ready && isSteady,
      },
    ];
  };

function p99Of(answers: Writers['answers']): number {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

function median(looks: readonly Look[], name: keyof Look): number {
  const values = looks.map((look) => look[name]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
