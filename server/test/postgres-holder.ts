import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { isProcessAlive, readPostmaster } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { COMPILE_CACHE } from './app-process.ts';

const HOLDER = path.join(import.meta.dirname, 'postgres-process.ts');
const WITHIN_MS = 120_000;

type HolderEvent =
  | { event: 'up'; adopted: boolean; connection: ClientConfig }
  | { event: 'restarted' }
  | { event: 'fault'; lines: string[] };

/** An app that holds a PostgreSQL. */
type Holder = {
  process: ChildProcess;
  next(): Promise<HolderEvent>;
  /** The next event, which must be `up`. */
  up(): Promise<{ adopted: boolean; connection: ClientConfig }>;
  /** The next event, which must be a refusal. */
  fault(): Promise<string[]>;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Data folders and apps on them, all ended and removed after each test of the file that calls this. */
export function postgresHolders() {
  const folders: string[] = [];
  const holders: Holder[] = [];

  /** A data folder that is yet to be made; removed after the test, with the PostgreSQL that runs there. */
  function dataFolder(): string {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-fault-')));
    folders.push(folder);
    return path.join(folder, 'data');
  }

  /** Starts an app on the folder as a process that can be killed. */
  function hold(dataDir: string, as: { uid?: number; gid?: number } = {}): Holder {
    const child = spawn(process.execPath, [HOLDER, dataDir], {
      ...as,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const events: HolderEvent[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
    const next = async (): Promise<HolderEvent> => {
      return eventually(() => events.shift());
    };
    const holder: Holder = {
      process: child,
      next,
      async up() {
        const event = await next();
        if (event.event !== 'up') throw new Error(`not up: ${JSON.stringify(event)}`);
        return event;
      },
      async fault() {
        const event = await next();
        if (event.event !== 'fault') throw new Error(`no fault: ${JSON.stringify(event)}`);
        return event.lines;
      },
      async end(signal) {
        if (child.exitCode === null && child.signalCode === null) {
          const gone = new Promise((resolve) => child.once('exit', resolve));
          child.kill(signal);
          await gone;
        }
      },
    };
    holders.push(holder);
    return holder;
  }

  let template: Promise<string> | undefined;
  afterAll(async () => {
    if (template) fs.rmSync(path.dirname(await template), { recursive: true, force: true });
  });

  async function makeTemplate(): Promise<string> {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-fault-')));
    const dataDir = path.join(folder, 'data');
    const holder = hold(dataDir);
    await holder.up();
    await holder.end('SIGTERM');
    // processes are killed here, never the machine: what is written need not reach the disk
    fs.appendFileSync(path.join(dataDir, 'postgres', 'postgresql.conf'), 'fsync = off\n');
    return dataDir;
  }

  /** A data folder with a cluster that has run before: a copy, because initdb takes a second each time. */
  async function usedDataFolder(): Promise<string> {
    const dataDir = dataFolder();
    execFileSync('cp', ['-a', await (template ??= makeTemplate()), dataDir]);
    return dataDir;
  }

  afterEach(async () => {
    await Promise.all(holders.splice(0).map((holder) => holder.end('SIGKILL')));
    for (const folder of folders.splice(0)) {
      const pid = fs.existsSync(folder) ? postmasterOf(path.join(folder, 'data')) : 0;
      if (pid > 1 && isProcessAlive(pid) && isPostgres(pid)) {
        process.kill(pid, 'SIGQUIT');
        await ended(pid);
      }
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  return { dataFolder, usedDataFolder, hold };
}

async function eventually<Value>(look: () => Value | undefined | false | null): Promise<Value> {
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(10)) {
    const seen = look();
    if (seen !== undefined && seen !== false && seen !== null) return seen;
  }
  throw new Error(`not within ${WITHIN_MS} ms: ${String(look)}`);
}

/** Runs a query on its own connection; returns all values. */
export async function ask(connection: ClientConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

export const postmasterOf = (dataDir: string): number =>
  readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0;
export const ended = (pid: number): Promise<true> => eventually(() => !isProcessAlive(pid));

function isPostgres(pid: number): boolean {
  const command = `/proc/${pid}/comm`;
  return !fs.existsSync(command) || fs.readFileSync(command, 'utf8').trim() === 'postgres';
}

export function inUse(dataDir: string, by: number | undefined): string {
  return `Another OpenLarder (process ${by}) is using ${dataDir}: stop it, or set DATA_DIR to another folder.`;
}

export function cannotUse(dataDir: string, code: string): string {
  return `The data folder ${dataDir} can't be used (${code}): set DATA_DIR to another folder.`;
}

/** Repeats a query that fails until it answers. */
export async function eventuallyAnswers<Result>(query: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + WITHIN_MS; ; await sleep(20)) {
    try {
      return await query();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}
